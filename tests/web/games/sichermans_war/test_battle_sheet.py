"""A whole battle of Sicherman's War by its cards, in one form."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.games.sichermans_war import tables as war
from tests.web.support.phone import Phone
from tests.web.support.site import Site

SHEET = 'id="several"'
EVEN = ("23", "45", "67", "89", "TJ")


@pytest.fixture
def phone(site: Site, host: FlaskClient) -> Phone:
    return war.opened(site, host)


def _send(phone: Phone, *rows: str, first: int = 1, **more: str) -> int:
    """Sends the sheet with these ranks; a blank is an empty box."""
    boxes = {f"skirmish-{at}-{seat}": r for at, row in enumerate(rows, first) for seat, r in enumerate(row)}
    return phone.send({"type": "several", **boxes, **more})


def _events(site: Site, phone: Phone) -> list[Any]:
    return [json.loads(line.body) for line in site.store.events(phone.table.id)]


def test_five_skirmishes_are_entered_at_once(site: Site, phone: Phone) -> None:
    assert _send(phone, *EVEN) == 303
    assert _events(site, phone) == war.BATTLE
    assert "Battle 1: Ann 0, Ben 65." in phone.look()
    assert "Battle 2 in one go" in phone.page


def test_the_same_form_sent_twice_is_one_battle(site: Site, phone: Phone) -> None:
    stamps = phone.stamps()
    assert [_send(phone, *EVEN, **stamps) for _ in range(2)] == [303, 303]
    assert _events(site, phone) == war.BATTLE


def test_four_turn_four_cards_a_skirmish(site: Site, host: FlaskClient) -> None:
    phone = war.opened(site, host, players=4, options={"jokers": True})
    assert _send(phone, "2345", "XK46") == 303
    assert _events(site, phone) == war.fought("2345", "XK46")


def test_what_is_left_of_a_battle_follows_its_skirmishes_at_the_table(site: Site, phone: Phone) -> None:
    for event in war.fought("23", "45"):
        phone.enter(event)
    assert "Rest of the battle" in phone.page
    assert 'name="skirmish-2-0"' not in phone.page
    assert _send(phone, *EVEN[2:], first=3) == 303
    assert _events(site, phone) == war.BATTLE


def test_dice_in_the_last_skirmish_are_rolled_at_the_table(site: Site, phone: Phone) -> None:
    assert _send(phone, "23", "9K", **{"goes-on": "yes"}) == 303
    assert _events(site, phone) == [*war.fought("23"), war.reveal("9K")]
    assert "may add a die" in phone.look()
    assert SHEET not in phone.page


def test_a_tie_in_the_last_skirmish_is_drawn_for_at_the_table(site: Site, phone: Phone) -> None:
    assert _send(phone, "23", "KK") == 303
    assert _events(site, phone) == [*war.fought("23"), war.reveal("KK")]
    assert "Tied at 13 by cards" in phone.look()


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (("23", "KK", "45"), "Not now (skirmish 2)"),
        (("23", "45", "6 "), "A card is missing (skirmish 3)"),
        (("23", "  ", "67"), "A card is missing (skirmish 2)"),
        (("23", "4Z"), "(skirmish 2)"),
        ((), "A card is missing (skirmish 1)"),
    ],
)
def test_a_refusal_names_the_skirmish_and_enters_nothing(
    site: Site, phone: Phone, rows: tuple[str, ...], why: str
) -> None:
    assert _send(phone, *rows) == 422
    assert why in phone.page
    assert 'data-shut="#several"' in phone.page
    assert not _events(site, phone)


def test_what_was_typed_stays_where_a_card_is_out(site: Site, phone: Phone) -> None:
    site.seat(phone.table, 1)
    assert _send(phone, "KQ", "K9", "K8") == 303
    phone.look()
    assert _send(phone, "K7", "2K", first=4) == 422
    assert "The king is already played (skirmish 5)" in phone.page
    [asked] = [line for line in site.store.desk(phone.table.id) if line.kind == "asked"]
    assert (asked.body["type"], asked.body["card"]) == ("reveal", "K"), "the table is told what was asked"
    for field, rank in (("4-0", "K"), ("4-1", "7"), ("5-0", "2"), ("5-1", "K")):
        assert f'name="skirmish-{field}" value="{rank}"' in phone.page


def test_ranks_are_typed_as_they_are_printed(site: Site, host: FlaskClient) -> None:
    phone = war.opened(site, host)
    german = {**phone.stamps(), "type": "several", "skirmish-1-0": "d", "skirmish-1-1": "10"}
    answer = host.post(f"{phone.url}/events", data=german, headers={"Accept-Language": "de"})
    assert answer.status_code == 303
    assert _events(site, phone) == war.fought("QT")


def test_only_who_enters_for_all_has_the_sheet(site: Site, host: FlaskClient) -> None:
    phone = war.opened(site, host, entry="keeper")
    assert SHEET in phone.page
    other = Phone(site.seat(phone.table, 1), phone.table)
    assert SHEET not in other.page
    other.page = phone.page
    assert _send(other, *EVEN) == 422
    assert not _events(site, phone)
