"""People who meet again on three evenings: matches given to a circle, two names made one, a calendar and a season, a
correction of the first match that moves what came later, a phone that says who it is, somebody forgotten; the pages
looked at, also without scripts and twice as large.
"""

import re
import secrets
from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.circle_acts import EVENINGS, keeps, opens_a_circle, record
from tests.e2e.phone import Phone, Phones
from tests.e2e.screen_checks import BROKEN_WORDS, TOO_WIDE, check_screen
from tests.web.support.records import over

GAME = "sechsundsechzig"
TWICE = "() => { document.documentElement.style.fontSize = '200%'; }"


MATCHES = ((0, 0, "Ben"), (0, 1, "Ben"), (1, 0, "Benni"), (1, 0, "Ben"), (2, 0, "Benni"), (2, 1, "Catarina"))
"""The matches of Mara: on which evening, which side wins, and who sits there with her."""


def _strength(phone: Phone) -> int:
    return int(phone.page.locator(".rating-head .strength").inner_text())


def _opens_mara(phone: Phone) -> None:
    """Taps the row of a player on the page of the circle; it says also when she played last."""
    phone.page.get_by_role("link", name=re.compile("^Mara")).click()


def _row_of_mara(phone: Phone) -> Locator:
    return phone.page.get_by_role("row").filter(has=phone.page.get_by_role("rowheader", name=re.compile("^Mara")))


def _rows(phone: Phone) -> Locator:
    return phone.page.get_by_role("table").locator("tbody").get_by_role("rowheader")


def test_people_who_meet_on_three_evenings(phones: Phones) -> None:
    host = phones()
    first, circle = opens_a_circle(host, MATCHES[0])
    tables = [keeps(host, match) for match in MATCHES[1:]]
    for table in tables:
        host.post(f"{circle}/tables", table=table.rpartition("/")[2])
    _makes_one(host, circle)
    host.go(circle)
    expect(_rows(host)).to_have_count(3)
    _opens_mara(host)
    before = _strength(host)
    _looks_at_each_page(host)
    _says_who_it_is(host, circle)
    season = _makes_a_season(host)
    after = _corrects_the_first(host, first, circle, before)
    _sees_it_in_the_season(host, season)
    _without_scripts(phones, host, circle, after)
    _forgets_catarina(host, circle, (season, tables[-1]))


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
    host.page.evaluate(TWICE)
    assert host.page.evaluate(TOO_WIDE) == []
    host.go(re.sub(r"/players/.*", f"/games/{GAME}", player))
    host.sees("Length of a match")
    host.page.evaluate(TWICE)
    assert host.page.evaluate(TOO_WIDE) == []


def _says_who_it_is(host: Phone, circle: str) -> None:
    host.go(circle)
    host.link("Who is this phone?").click()
    host.page.get_by_label("Which player").select_option(label="Mara")
    host.button("That is me").click()
    host.sees("This phone is Mara")


def _makes_a_season(host: Phone) -> str:
    """From the circle to its calendar and its seasons; returns the season in which the best two of three count."""
    host.link("Calendar").click()
    expect(host.page.get_by_role("listitem").filter(has_text="Sechsundsechzig")).to_have_text(
        [re.compile(rf"^Tue,? {day} Sept(?: 2025)?\s*2 matches") for day in (16, 9, 2)]
    )
    host.link("Back").click()
    host.link("Seasons").click()
    host.link("New season").click()
    host.page.get_by_label("Name of the season").fill("Autumn")
    host.page.get_by_label("First day").fill(EVENINGS[0])
    host.page.get_by_label("Last day").fill(EVENINGS[-1])
    host.page.get_by_label("Evenings that count").fill("2")
    host.button("Save the season").click()
    _stands(host, "Mara", total=6, evenings=[(2, True), (4, True), (2, False)])
    check_screen(host)
    return re.search(r"/circles/\d+/seasons/\d+", host.page.url)[0]  # type: ignore[index]


def _stands(host: Phone, name: str, total: int, evenings: list[tuple[int, bool]]) -> None:
    """Expects the total of the player whose evenings are open, and the points of these with whether they count."""
    row = host.page.get_by_role("listitem").filter(has=host.page.get_by_role("link", expanded=True))
    expect(row.get_by_role("link", expanded=True)).to_have_text(re.compile(rf"{name}\s*2 of 3 evenings\s*{total}\s*$"))
    said = [rf"Sept(?: 2025)?\s*{'' if counts else 'left out'}\s*{points}\s*$" for points, counts in evenings]
    expect(row.get_by_role("listitem")).to_have_text([re.compile(line) for line in said])


def _corrects_the_first(host: Phone, table: str, circle: str, before: int) -> int:
    """A correction of the oldest match moves what stands after the newest, and bears a pen on the curve."""
    changed = [{"target": 1, "with": [{"type": "tally", "points": [0, 1]}]}]
    host.enter(table, [{"type": "amend", "changes": changed, "reason": "written down wrongly"}])
    host.go(circle)
    stands = int(_row_of_mara(host).locator(".strength").inner_text())
    assert stands < before
    _opens_mara(host)
    host.sees("A pen marks a match that was corrected after its end.")
    expect(host.page.locator(".curve .pen")).to_have_count(1)
    assert _strength(host) == stands
    return stands


def _sees_it_in_the_season(host: Phone, season: str) -> None:
    """The first evening brings nothing to Mara any more: now it is the one that is left out, and Ben has its points."""
    host.go(season)
    _stands(host, "Mara", total=6, evenings=[(0, False), (4, True), (2, True)])
    host.page.get_by_role("link", name="Ben").click()
    _stands(host, "Ben", total=4, evenings=[(4, True), (0, True), (0, False)])


def _without_scripts(phones: Phones, host: Phone, circle: str, strength: int) -> None:
    """Another phone joins, sees the same page, and is refused as somebody who has a phone."""
    plain, way = phones(scripts=False), re.search(r"/join/[\w-]+", host.context.request.get(f"{circle}/share").text())
    assert way
    plain.is_let_in(way[0])
    plain.go(circle)
    _opens_mara(plain)
    assert _strength(plain) == strength
    plain.link("I am Mara").click()
    plain.expects(409)
    plain.button("That is me").click()
    plain.sees("Another phone is Mara.")


def _forgets_catarina(host: Phone, circle: str, more: tuple[str, str]) -> None:
    """No page and no file of the circle names her any more, nor does her table; before, each did."""
    pages = [circle, *(f"{circle}{page}" for page in ("/matches", "/players", "/more", "/files/circle.json")), *more]
    assert [page for page in pages if "Catarina" not in host.context.request.get(page).text()] == []
    host.go(f"{circle}/players")
    asked = host.page.locator("form").filter(has_text="Forget somebody")
    asked.get_by_role("combobox").select_option(label="Catarina")
    asked.get_by_role("button").click()
    host.button("Forget Catarina").click()
    host.page.wait_for_url(re.compile(r"/players$"))
    expect(host.page.get_by_role("option", name="Catarina")).to_have_count(0)
    assert [page for page in pages if "Catarina" in host.context.request.get(page).text()] == []
    host.go(circle)
    expect(_rows(host)).to_have_count(3)
    host.does_not_see("Catarina")


WIDTHS = (360, 820)
NUMBERS = re.compile(r"(?:players|with)/(\d+)")
"""Whose page it is."""
UNEVEN = """() => [...document.querySelectorAll(".rivals a")].filter((row) => {
  const tops = [...row.querySelectorAll(".num")].map((number) => Math.round(number.getBoundingClientRect().top));
  return new Set(tops).size > 1;
}).map((row) => row.innerText)"""
"""Rows of two players in which what one has and what the other has do not stand beside each other."""


def test_words_are_whole_where_two_have_played_every_game(phones: Phones) -> None:
    host = phones()
    circle = _circle_of_all_games(host)
    phone = phones(language="de-DE", like=host)  # whose words are the longer ones
    phone.go(circle)
    linked = phone.page.locator("a[href*='/players/']").filter(has_text=re.compile("Mara|Ben")).all()
    two = {number for link in linked for number in NUMBERS.findall(link.get_attribute("href") or "")}
    assert len(two) == 2
    pages, seen = [circle], set[str]()
    while pages:
        phone.go(page := pages.pop())
        seen.add(page)
        for width in WIDTHS:
            phone.page.set_viewport_size({"width": width, "height": 844})
            faults = [*phone.page.evaluate(BROKEN_WORDS, "body"), *phone.page.evaluate(UNEVEN)]
            assert faults == [], f"{page}, {width}: {faults}"
        found = phone.page.eval_on_selector_all("a[href]", "(links) => links.map((link) => link.getAttribute('href'))")
        of_people = {link for link in found if re.match(rf"{circle}/(players/\d|games/)", link) and "#" not in link}
        pages += sorted({link for link in of_people if two.issuperset(NUMBERS.findall(link))} - seen - {*pages})
    assert {len(NUMBERS.findall(page)) for page in seen} == {0, 1, 2}, seen


def _match_of_six() -> dict[str, Any]:
    """Returns a match in which there are as many places as there can be."""
    hands = [[{"type": "deal", "dealer": seat}, {"type": "tally", "tricks": [2, 0, 1, 1, 1, 3]}] for seat in range(6)]
    return {
        "game": "sixes-and-sevens",
        "options": {},
        "players": [""] * 6,
        "events": [line for hand in hands for line in hand],
    }


def _circle_of_all_games(phone: Phone) -> str:
    """Opens a circle in which Mara and Ben have met in every game."""
    matches = {raw["game"]: raw for raw in sorted(over(), key=lambda raw: -len(raw["events"]))}
    matches |= {raw["game"]: raw for raw in (record(0, 0, "Ben"), _match_of_six())}
    tables = []
    for phone.game, raw in matches.items():
        players = ["Mara", "Ben", "Catarina", "Dan", "Eve", "Fay"][: len(raw["players"])]
        options = {f"option-{name}": "yes" if value is True else str(value) for name, value in raw["options"].items()}
        tables.append(phone.set_table(raw["events"], players, **options))
    circle = phone.post("/circles", name="Tuesdays", table=tables[0].rpartition("/")[2], op=secrets.token_hex(8))
    for table in tables[1:]:
        phone.post(f"{circle}/tables", table=table.rpartition("/")[2])
    return circle
