"""What a thumb does at a table of Sicherman's War."""

import re

from playwright.sync_api import Locator

from tests.e2e.phone import Phone, card_label
from tests.web.games.sichermans_war.tables import TWO, Event


def at_war(phone: Phone, *events: Event, players: tuple[str, ...] = TWO, **more: str) -> str:
    """Opens a table on which these events have been entered and goes there."""
    table = phone.set_table(events, players, **more)
    phone.go(table)
    return table


def both_at_war(host: Phone, guest: Phone, *events: Event) -> None:
    guest.is_let_in(host.way(at_war(host, *events)), "1")
    guest.go(host.table)


def cards_of(phone: Phone, name: str) -> Locator:
    return phone.page.get_by_role("group", name=f"Card of {name}", exact=True)


def box(phone: Phone, name: str, rank: str) -> Locator:
    return cards_of(phone, name).get_by_role("checkbox", name=re.compile(rf"^{card_label(rank)}(, played)?$"))


def key(phone: Phone, name: str, rank: str) -> Locator:
    """The key that a thumb meets."""
    label = re.compile(rf"^{card_label(rank)}(, played)?$")
    return cards_of(phone, name).locator("label").filter(has=phone.page.get_by_role("checkbox", name=label))


def pick(phone: Phone, name: str, rank: str) -> None:
    key(phone, name, rank).click()


def add(phone: Phone, name: str, die: str, face: int) -> None:
    """Rolls a die of a player, who is chosen first where somebody else is."""
    whose = phone.page.get_by_role("radio", name=name, exact=True)
    if not whose.is_checked():
        phone.choose(whose)
    phone.page.locator("label").filter(has=phone.page.get_by_role("radio", name=re.compile(f"^{die}"))).click()
    phone.button(f"{die}: {face}").click()


def both_say(line: str, *phones: Phone) -> None:
    for phone in phones:
        phone.says(line)


def battle_sheet(phone: Phone, battle: int) -> Locator:
    return phone.page.get_by_role("region", name=f"Battle {battle} in one go")


def fill_in(phone: Phone, battle: int, ranks: str) -> None:
    """Taps a key a rank on the sheet of a whole battle."""
    pad = battle_sheet(phone, battle).get_by_role("group", name="Cards")
    for rank in re.findall("10|.", ranks):
        pad.get_by_text(rank, exact=True).click()
