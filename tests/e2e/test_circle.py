"""Pages of a circle in which two have played every game: words are whole, and stay so at twice the size."""

import re
import secrets
from typing import Any

from tests.e2e.phone import SCREEN, Phone, Phones
from tests.e2e.screen_checks import BROKEN_WORDS, TOO_WIDE, check_screen, large_letters
from tests.web.support.records import over
from webapp.http.limits import LONGEST_NAME

GAME = "sechsundsechzig"
TALLIED = {
    "game": GAME,
    "players": ["Mara", "Ben"],
    "options": {"target": 1},
    "events": [{"type": "deal"}, {"type": "tally", "points": [1, 0]}],
}
"""A match that one tally ends."""
WIDTHS = (360, 820)
NUMBERS = re.compile(r"(?:players|with)/(\d+)")
"""Whose page it is."""
UNEVEN = """() => [...document.querySelectorAll(".rivals a")].filter((row) => {
  const tops = [...row.querySelectorAll(".num")].map((number) => Math.round(number.getBoundingClientRect().top));
  return new Set(tops).size > 1;
}).map((row) => row.innerText)"""
"""Rows of two players in which what one has and what the other has do not stand beside each other."""


def test_words_are_whole_where_two_have_played_every_game(phones: Phones) -> None:
    phone = phones(language="de-DE")  # whose words are the longer ones
    circle = _circle_of_all_games(phone)
    phone.go(circle)
    linked = phone.page.locator("a[href*='/players/']").filter(has_text=re.compile("Mara|Ben")).all()
    two = {number for link in linked for number in NUMBERS.findall(link.get_attribute("href") or "")}
    one, other = sorted(two)
    of_one = {(), (one,), (one, other)}  # what the pages of the other one show is the same, turned around
    pages, seen = [circle], set[str]()
    while pages:
        page = pages.pop()
        if page != circle:  # which is there already
            phone.go(page)
        seen.add(page)
        for width in WIDTHS:
            phone.page.set_viewport_size({"width": width, "height": 844})
            faults = [*phone.page.evaluate(BROKEN_WORDS, "body"), *phone.page.evaluate(UNEVEN)]
            assert faults == [], f"{page}, {width}: {faults}"
        phone.page.set_viewport_size(SCREEN)
        with large_letters(phone.page):
            faults = [*phone.page.evaluate(TOO_WIDE), *phone.page.evaluate(BROKEN_WORDS, ".foot")]
        assert faults == [], f"{page} with letters of twice the size"
        found = phone.page.eval_on_selector_all("a[href]", "(links) => links.map((link) => link.getAttribute('href'))")
        of_people = {link for link in found if re.match(rf"{circle}/(players/\d|games/)", link) and "#" not in link}
        pages += sorted({link for link in of_people if tuple(NUMBERS.findall(link)) in of_one} - seen - {*pages})
    assert {len(NUMBERS.findall(page)) for page in seen} == {0, 1, 2}, seen
    phone.go(min(page for page in seen if len(NUMBERS.findall(page)) == 1))
    check_screen(phone)
    phone.go(phone.post(f"{circle}/seasons", name="Herbst", first_day="2020-01-01", best="1", op=secrets.token_hex(8)))
    phone.page.locator("main li").get_by_role("link").first.click()
    check_screen(phone)


def test_points_stand_beside_names_of_any_length(phones: Phones) -> None:
    phone = phones()
    phone.game = GAME
    table = phone.set_table(TALLIED["events"], ["M" * LONGEST_NAME, "Ben"], **{"option-target": "1"})
    circle = phone.post("/circles", name="Tuesdays", table=table.rpartition("/")[2], op=secrets.token_hex(8))
    season = phone.post(f"{circle}/seasons", name="Herbst", first_day="2020-01-01", best="1", op=secrets.token_hex(8))
    phone.page.set_viewport_size({"width": WIDTHS[0], "height": 740})
    phone.go(season)
    evening = phone.page.locator("a[href*='/evenings/']").first.get_attribute("href")
    for page in (f"{circle}/matches", evening or ""):
        phone.go(page)
        assert phone.page.locator(".match li").count() == 2
        cut = "(rows) => rows.filter((row) => row.scrollWidth > row.clientWidth).map((row) => row.innerText)"
        assert phone.page.eval_on_selector_all(".match li", cut) == [], page


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
    matches |= {raw["game"]: raw for raw in (TALLIED, _match_of_six())}
    tables = []
    for phone.game, raw in matches.items():
        players = ["Mara", "Ben", "Catarina", "Dan", "Eve", "Fay"][: len(raw["players"])]
        options = {f"option-{name}": "yes" if value is True else str(value) for name, value in raw["options"].items()}
        tables.append(phone.set_table(raw["events"], players, **options))
    circle = phone.post("/circles", name="Tuesdays", table=tables[0].rpartition("/")[2], op=secrets.token_hex(8))
    for table in tables[1:]:
        phone.post(f"{circle}/tables", table=table.rpartition("/")[2])
    return circle
