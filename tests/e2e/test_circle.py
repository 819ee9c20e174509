"""People who meet again: matches given to a circle, two names made one, a correction that moves later ratings, a phone
that says who it is, somebody forgotten; the pages of players looked at, also without scripts and twice as large.
"""

import re

from playwright.sync_api import Locator, expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.screen_checks import TOO_WIDE, check_screen

GAME = "sechsundsechzig"
TWICE = "() => { document.documentElement.style.fontSize = '200%'; }"


def _plays(phone: Phone, winner: int, *names: str) -> str:
    """Plays a match that one tally ends, and returns its table."""
    points = [int(side == winner) for side in range(2)]
    events = [{"type": "deal"}, {"type": "tally", "points": points}]
    return phone.set_table(events, names, **{"option-target": "1"})


def _strength(phone: Phone) -> int:
    return int(phone.page.locator(".rating-head .strength").inner_text())


def _opens_mara(phone: Phone) -> None:
    """Taps the row of a player on the page of the circle; it says also when she played last."""
    phone.page.get_by_role("link", name=re.compile("^Mara")).click()


def _rows(phone: Phone) -> Locator:
    return phone.page.get_by_role("table").locator("tbody").get_by_role("rowheader")


def test_people_who_meet_again(phones: Phones) -> None:
    host = phones()
    first = _plays(host, 0, "Mara", "Ben")
    host.go(first)
    host.link("Meet again: open a circle").click()
    host.page.get_by_label("Name of the circle").fill("Tuesdays")
    host.button("Open the circle").click()
    host.page.wait_for_url(re.compile(r"/circles/\d+$"))
    circle = re.search(r"/circles/\d+", host.page.url)[0]  # type: ignore[index]
    for winner, other in ((0, "Ben"), (1, "Ben"), (0, "Benni"), (0, "Benni"), (1, "Cat")):
        table = _plays(host, winner, "Mara", other)
        host._post(f"{circle}/tables", table=table.rpartition("/")[2])
    _makes_one(host, circle)
    host.go(circle)
    expect(_rows(host)).to_have_count(3)
    _opens_mara(host)
    before = _strength(host)
    _looks_at_each_page(host)
    _says_who_it_is(host, circle)
    _corrects_the_first(host, first, circle, before)
    _without_scripts(phones, host, circle)
    _forgets_cat(host, circle)


def _makes_one(host: Phone, circle: str) -> None:
    host.go(f"{circle}/players")
    host.page.get_by_label("This name").select_option(label="Benni")
    host.page.get_by_label("is the same person as").select_option(label="Ben")
    host.button("Make them one").click()
    expect(host.page.get_by_label("This name").get_by_text("Benni")).to_have_count(0)


def _looks_at_each_page(host: Phone) -> None:
    """From the page of a player to those of two and of the game, and to who this phone is."""
    player = host.page.url
    check_screen(host)
    host.page.evaluate(TWICE)
    assert host.page.evaluate(TOO_WIDE) == []
    host.page.get_by_role("link", name=re.compile("^Ben ")).click()
    host.sees("Who stood higher at the end")
    check_screen(host)
    host.page.evaluate(TWICE)
    assert host.page.evaluate(TOO_WIDE) == []
    host.go(re.sub(r"/players/.*", f"/games/{GAME}", player))
    host.sees("Length of a match")
    check_screen(host)
    host.page.evaluate(TWICE)
    assert host.page.evaluate(TOO_WIDE) == []


def _says_who_it_is(host: Phone, circle: str) -> None:
    host.go(circle)
    check_screen(host)
    host.link("Who is this phone?").click()
    check_screen(host)
    host.page.get_by_label("Which player").select_option(label="Mara")
    host.button("That is me").click()
    host.sees("This phone is Mara")


def _corrects_the_first(host: Phone, table: str, circle: str, before: int) -> None:
    """A correction of the oldest match moves what stands after the newest, and bears a pen."""
    changed = [{"target": 1, "with": [{"type": "tally", "points": [0, 1]}]}]
    host.enter(table, [{"type": "amend", "changes": changed, "reason": "written down wrongly"}])
    host.go(circle)
    _opens_mara(host)
    host.sees("A pen marks a match that was corrected after its end.")
    assert _strength(host) < before


def _without_scripts(phones: Phones, host: Phone, circle: str) -> None:
    """Another phone joins, sees the same page, and is refused as somebody who has a phone."""
    plain, way = phones(scripts=False), re.search(r"/join/[\w-]+", host.context.request.get(f"{circle}/share").text())
    assert way
    plain.is_let_in(way[0])
    plain.go(circle)
    _opens_mara(plain)
    assert _strength(plain) == _strength(host)
    plain.link("I am Mara").click()
    plain.expects(409)
    plain.button("That is me").click()
    plain.sees("Another phone is Mara.")


def _forgets_cat(host: Phone, circle: str) -> None:
    host.go(f"{circle}/players")
    asked = host.page.locator("form").filter(has_text="Forget somebody")
    asked.get_by_role("combobox").select_option(label="Cat")
    asked.get_by_role("button").click()
    host.button("Forget Cat").click()
    host.go(circle)
    expect(_rows(host)).to_have_count(3)
    host.does_not_see("Cat")
