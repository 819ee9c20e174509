"""The line of a table on the first page, for every game: who is to act, which hand it is, who has won."""

from typing import Any

from tests.cases import each
from tests.web.support.phone import Phone
from tests.web.support.site import NAMES, Site

Event = dict[str, Any]
DEAL: Event = {"type": "deal", "dealer": 0}
CONTRACT: Event = {"type": "contract", "seat": 1, "amount": 0, "suit": "H"}
SPOILS: Event = {"type": "tally", "spoils": [{"low": 4}, {"low": 4}]}
LOST: Event = {"type": "tally", "taken": [250, 0], "meld": [0, 0]}
LINES: list[tuple[str, int, list[Event], dict[str, Any], tuple[str, ...]]] = [
    ("sichere-six", 3, [DEAL], {}, ("Ben leads", "Round 1 of 9")),
    ("sichere-six", 3, [DEAL, {"type": "void-hand"}], {}, ("Ann deals", "Round 1 of 9")),
    ("sichermans-war", 2, [], {}, ("Battle 1 of 4",)),
    ("sichermans-war", 2, [SPOILS], {}, ("Finished", "A stalemate")),
    ("deep-six", 4, [DEAL], {}, ("Ben", "Hand 1")),
    ("deep-six", 4, [DEAL, CONTRACT, LOST], {"target": 200}, ("Finished", "Ben and Dan win")),
    ("sechsundsechzig", 4, [DEAL], {}, ("Ann", "Hand 1")),
    (
        "sechsundsechzig",
        4,
        [DEAL, {"type": "turn-up", "card": "9H"}, {"type": "tally", "points": [3, 0]}],
        {"target": 3},
        ("Finished", "Ann and Cat win"),
    ),
]


@each("game players events options texts", LINES)
def test_a_table_on_the_shelf(
    site: Site, game: str, players: int, events: list[Event], options: dict[str, Any], texts: tuple[str, ...]
) -> None:
    host = site.phone()
    phone = Phone(host, site.open_table(host, NAMES[:players], game=game, options=options))
    for event in events:
        assert phone.enter(event) == 303, (event, phone.page)
    shelf = host.get("/").text.split('aria-label="My tables"')[1].split("</section>")[0]
    for text in texts:
        assert text in shelf


def test_the_shelf_names_and_dates_tables_and_shows_finished_ones_last(site: Site) -> None:
    host = site.phone()
    site.open_table(host, title="Thursdays")
    ended = Phone(host, site.open_table(host, NAMES[:2], game="sichermans-war"))
    assert ended.enter(SPOILS) == 303
    shelf = host.get("/").text.split('aria-label="My tables"')[1].split("</section>")[0]
    assert shelf.index("Thursdays") < shelf.index("Finished")
    assert shelf.count("<time datetime=") == 2
