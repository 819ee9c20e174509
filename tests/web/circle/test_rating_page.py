"""Page that says how the rating is made, by a match of the circle."""

import re

from tests.web.support.circle_phones import shown
from tests.web.support.circle_tables import Tables
from webapp.circle.ratings import WORTH_MATCHES


def page_of(tables: Tables, **asked: int) -> str:
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    address = f"/circles/{tables.circle.id}/games/sechsundsechzig/rating?{query}"
    return re.sub(r"\s+", " ", shown(tables.host, address))


def rows(page: str) -> list[tuple[str, str, str, str, str]]:
    return re.findall(
        r">([^<]+)</a><small>([^<]+)</small></th> <td>([^<]+)</td><td>([^<]+)</td><td><b>([^<]+)</b>", page
    )


def test_the_last_match_is_told_with_what_was_expected_and_what_each_got(tables: Tables) -> None:
    first, *_between, last, _newest = (tables.play(tables.open(), 1) for _ in range(5))
    told = {name: strength for table, name, strength in tables.strengths() if table == last.id}
    (ben, ann) = rows(page_of(tables))
    assert (ben[0], ann[0]) == ("Ben", "Ann"), "the best first"
    assert ben[1].split()[0] == str(round(told["Ben"] / 100)), "as it was before"
    assert float(ben[2]) < 1.5 < float(ann[2]), "who has won before is expected to"
    assert (ben[3], ann[3]) == ("1", "2")
    assert ben[4].startswith("+")
    assert ann[4].startswith("\N{MINUS SIGN}")
    assert [row[1:3] for row in rows(page_of(tables, match=first.id))] == [("250 ±83", "1.5")] * 2


def test_it_is_linked_from_the_circle_the_player_and_the_match(tables: Tables) -> None:
    played = [tables.play(tables.open(), 0) for _ in range(5)]
    here = f"/circles/{tables.circle.id}"
    player = re.findall(rf"{here}/players/\d+", shown(tables.host, here))[0]
    for page in (here, f"{player}?game=sechsundsechzig", f"{here}/matches/{played[0].id}"):
        assert f"{here}/games/sechsundsechzig/rating" in shown(tables.host, page), page


def test_it_says_who_has_played_enough_to_be_read(tables: Tables) -> None:
    for number in range(WORTH_MATCHES - 1):
        tables.play(tables.open("Ann", ("Ben", "Cat")[number % 2]), 0)
    assert "Nobody here has played so many yet." in page_of(tables)
    tables.play(tables.open("Ann", "Cat"), 0)
    assert "So many have been played here by Ann." in page_of(tables)
