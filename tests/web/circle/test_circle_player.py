"""Pages of a player of a circle and of two of them: rating with its curve, places, scores, figures, who sees what."""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from msgspec import to_builtins
from werkzeug.test import TestResponse

from rules_core.figures import REVOKES
from tests.databases import changing
from tests.web.support.circle_phones import is_now, member, numbers, sent, shown
from tests.web.support.circle_routes import ROWS
from tests.web.support.circle_tables import Tables
from webapp.circle import players
from webapp.http import limits
from webapp.store.circle_models import CircleMatch, CirclePlayer
from webapp.store.models import utc_now


def page_of(tables: Tables, name: str, *, phone: object = None, **asked: str) -> str:
    address = f"/circles/{tables.circle.id}/players/{numbers(tables)[name]}"
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    return re.sub(r"\s+", " ", shown(phone or tables.host, f"{address}?{query}"))  # type: ignore[arg-type]


def test_below_five_matches_there_are_words_and_no_rating(tables: Tables) -> None:
    for winner in (0, 0, 1, 0):
        tables.play(tables.open(), winner)
    page = page_of(tables, "Ann")
    assert "Too few matches for a rating: it needs 5." in page
    assert "So few matches say little" in page
    assert ("<polyline" in page, "4, no rating yet" in page, "4, too few" in page) == (False, True, True)
    tables.play(tables.open(), 0)
    page = page_of(tables, "Ann")
    assert "Too few matches" not in page
    assert page.count("<polyline") == 1
    assert re.findall(r'<tr><th scope="row">(\d)</th>', page) == list("12345"), "the numbers stand in a table"


def test_wins_places_scores_and_streaks_are_told(tables: Tables) -> None:
    for winner in (1, 0, 0, 0, 1, 0):
        tables.play(tables.open(), winner)
    page = page_of(tables, "Ann")
    assert "<dt>Won</dt><dd><b>4 of 6</b>" in page
    assert "<b>3</b><small>now 1</small>" in page
    assert "<dt>Average score</dt><dd><b>0.7</b>" in page
    assert re.search(r'Highest score</dt><dd><a href="/circles/\d+/matches/2"><b>1</b>', page), "the first of them"
    assert '<td class="first"><b>4</b></td><td><b>2</b></td>' in page
    assert "Ann ahead: </span>4" in page
    assert "Ben ahead: </span>2" in page
    assert "Only the phone of" not in page


def test_a_match_that_was_corrected_after_its_end_bears_a_pen(tables: Tables) -> None:
    first, *_others = [tables.play(tables.open(), 0) for _ in range(5)]
    assert 'class="pen"' not in page_of(tables, "Ann")
    tables.correct(first, 1)
    page = page_of(tables, "Ann")
    assert (page.count('class="pen"'), page.count("(corrected)")) == (1, 1)
    assert "A pen marks a match that was corrected after its end." in page


def test_games_are_looked_at_one_by_one(tables: Tables) -> None:
    tables.play(tables.open(), 0)
    other = tables.site.open_table(tables.host, ("Ann", "Ben", "Cat"), game="sixes-and-sevens", host_seat=0)
    tables.site.circle_tables.give(other.id, tables.circle.id)
    for dealer in range(3):
        tables.enter(other, type="deal", dealer=dealer)
        tables.enter(other, type="tally", tricks=[5, 5, 7])
    page = page_of(tables, "Ann", game="sixes-and-sevens")
    assert "Figures: Sixes and Sevens" in page
    assert "15 of 51" in page, "the tricks of three hands"
    assert 'aria-current="true"' in page
    assert "Figures: Sechsundsechzig" in page_of(tables, "Ann", game="x"), "of two played once the first by name"


def with_a_revoke(tables: Tables) -> None:
    """Plays a match at which the second player is proven to have revoked, as it is kept."""
    table = tables.play(tables.open("Ann", "Cat"), 0)
    tables.play(tables.open("Ben", "Ann"), 0)
    revoked = to_builtins(REVOKES.figure(1, 3, side=1, seat=1))
    with changing(tables.site.store) as session:
        row = session.get_one(CircleMatch, table.id)
        row.summary = {**row.summary, "figures": [*row.summary["figures"], revoked]}


SHAMES = re.compile(r'Proven revokes|"revokes"|revokes[,;]"?\d')


def addresses(tables: Tables, player: int, other: int) -> list[str]:
    """Everything that can be read of the circle, but for the pictures of results."""
    named = {"circle_id": tables.circle.id, "match_id": 1, "game": "sechsundsechzig", "season_id": 1}
    known = {**named, "player_id": player, "other_id": other, "day": "2026-01-01", "number": 1, "meeting_id": 1}
    known |= {"key": "0", "post_id": 1}
    return [
        re.sub(r"<(\w+)>", lambda found: str({**known, "name": name}[found[1]]), row.rule)  # noqa: B023
        for row in ROWS
        if row.method == "GET" and not row.rule.endswith(".png")
        for name in (("players", "matches", "ratings") if "<name>" in row.rule else ("",))
    ]


def _texts(answer: TestResponse) -> str:
    """Returns what an answer says, of a zip what its parts say."""
    if answer.mimetype != "application/zip":
        return answer.get_data(as_text=True)
    with ZipFile(BytesIO(answer.data)) as parts:
        return "\n".join(parts.read(name).decode() for name in parts.namelist())


def test_what_could_shame_is_on_the_phone_of_that_player_alone(tables: Tables) -> None:
    """Every page, file and answer of the circle is asked for by every other phone."""
    with_a_revoke(tables)
    people, own, other = numbers(tables), member(tables), member(tables)
    for phone, name in ((own, "Cat"), (other, "Ben"), (tables.host, "Ann")):
        is_now(tables, phone, people[name])
    page = page_of(tables, "Cat", phone=own)
    assert ("Proven revokes" in page, "Only the phone of Cat shows this." in page) == (True, True)
    assert not SHAMES.search(page_of(tables, "Ben", phone=own)), "nor are those of others there"
    for phone in (other, tables.host, member(tables)):
        for path in addresses(tables, people["Cat"], people["Ann"]):
            assert not SHAMES.search(_texts(phone.get(path, follow_redirects=True))), path
    is_now(tables, own, "")
    assert not SHAMES.search(page_of(tables, "Cat", phone=own))


def test_a_merged_name_leads_to_whom_it_is_and_others_are_not_there(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    tables.play(tables.open("Ann", "Benni"), 0)
    people, path = numbers(tables), f"/circles/{tables.circle.id}/players"
    assert sent(tables, "merge", gone=people["Benni"], into=people["Ben"]) == 303
    assert tables.host.get(f"{path}/{people['Benni']}").location == f"{path}/{people['Ben']}"
    pair = f"{path}/{people['Ann']}/with"
    assert tables.host.get(f"{pair}/{people['Benni']}").location == f"{pair}/{people['Ben']}"
    assert tables.host.get(f"{pair}/{people['Ann']}").location == f"{path}/{people['Ann']}"
    other = tables.site.store.open_circle("Fridays", device_id=tables.site.device(tables.host))
    for wrong in (f"{path}/987654321", f"/circles/{other.id}/players/{people['Ann']}", f"{pair}/987654321"):
        assert tables.host.get(wrong).status_code == 404


def test_two_players_against_each_other_and_as_partners(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    for winner in (0, 1):
        partners = tables.open("Ann", "Cat", "Ben", "Dan")
        tables.enter(partners, type="deal")
        tables.enter(partners, type="tally", points=[int(side == winner) for side in range(2)])
    people = numbers(tables)
    page = shown(tables.host, f"/circles/{tables.circle.id}/players/{people['Ann']}/with/{people['Ben']}")
    assert "Ann ahead: </span>1" in page
    assert ("3 matches" in page, "as partners 1 of 2 won" in page) == (True, True)
    tables.open("Eve", "Fay")
    page = shown(tables.host, f"/circles/{tables.circle.id}/players/{people['Ann']}/with/{numbers(tables)['Eve']}")
    assert "They have not met in a match that is over." in page
    assert "No match of this player is over yet." in page_of(tables, "Eve")


def test_of_many_matches_the_curve_and_the_players_met_are_bounded(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "CURVE_POINTS", 5)
    monkeypatch.setattr(players, "RIVALS_SHOWN", 3)
    for number in range(9):
        tables.play(tables.open("Ann", f"Guest {number % 5}"), number % 2)
    page = page_of(tables, "Ann")
    drawn = re.findall(r'<tr><th scope="row">(\d+)</th>', page)
    assert drawn == list("13579"), "every second one, the last among them"
    assert "Rating after some of the matches" in page
    assert (page.count('class="rival-bar"'), "2 more players" in page) == (3, True)
    assert page_of(tables, "Ann", rivals="all").count('class="rival-bar"') == 5


def test_a_game_tells_how_much_was_played_and_which_marks_were_set(tables: Tables) -> None:
    for points in ((1, 0), (0, 3), (3, 0)):
        table = tables.open("Ann", "Ben")
        tables.enter(table, type="deal")
        tables.enter(table, type="tally", points=list(points))
    page = re.sub(r"\s+", " ", shown(tables.host, f"/circles/{tables.circle.id}/games/sechsundsechzig"))
    assert "<dt>Matches</dt><dd><b>3</b><small>3 hands</small>" in page
    most = page[page.index("Most points in a hand") :]
    assert re.search(r'/matches/2"><b>3</b>', most), "of equal ones the first"
    assert most.index(">Ben</a>") < most.index("Fewest points in a hand")
    assert tables.host.get(f"/circles/{tables.circle.id}/games/deep-six").status_code == 404


def test_of_a_mark_that_many_share_the_names_unfold(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    for names in (("Ann", "Ben"), ("Cat", "Dan")):
        tables.play(tables.open(*names), 0)
    path = f"/circles/{tables.circle.id}/games/sechsundsechzig"
    assert ">Cat</a>" in shown(tables.host, path)
    monkeypatch.setattr(limits, "MOST_MARK_HOLDERS", 1)
    page = shown(tables.host, path)
    names = re.search(r'<summary>2 players.*?</summary>\s*<span dir="auto">(.*?)</span>', page)
    assert names
    assert sorted(names[1].split(", ")) == ["Ann", "Cat"]
    assert ">Cat</a>" not in page


def test_who_was_forgotten_has_no_page_and_no_link_leads_there(tables: Tables) -> None:
    for winner in (0, 1, 0, 1, 1):
        tables.play(tables.open("Ann", "Ben"), winner)
    people = numbers(tables)
    with changing(tables.site.store) as session:
        session.get_one(CirclePlayer, people["Ben"]).forgotten_at = utc_now()
    path = f"/circles/{tables.circle.id}"
    assert tables.host.get(f"{path}/players/{people['Ben']}").status_code == 404
    assert tables.host.get(f"{path}/players/{people['Ann']}/with/{people['Ben']}").status_code == 404
    assert is_now(tables, tables.host, people["Ben"]) == 400
    for page in (path, f"{path}/players/{people['Ann']}", f"{path}/games/sechsundsechzig", f"{path}/phone"):
        assert not re.search(rf"players/{people['Ben']}\b|/with/{people['Ben']}\b", shown(tables.host, page)), page


def test_curves_of_others_who_have_played_enough_are_drawn_beside_at_most_three(tables: Tables) -> None:
    people = ("Ben", "Cat", "Dan", "Eve")
    for _time in range(5):
        for other in people:
            tables.play(tables.open("Ann", other), 0)
    tables.play(tables.open("Ann", "Fay"), 0)
    one = numbers(tables)
    assert page_of(tables, "Ann").count("<polyline") == 1
    offered = re.findall(r'name="also" value="(\d+)"', page_of(tables, "Ann"))
    assert {*map(int, offered)} == {one[name] for name in people}, "nobody is offered of whom nothing is drawn"
    page = page_of(tables, "Ann", also=str(one["Ben"]))
    (drawn,) = re.findall(r'<polyline class="p2 compared" points="([^"]+)"/>\s*<polyline class="p1"', page)
    assert len(drawn.split()) == 5, "a point for each of his matches"
    last = next(f"{round(rating / 100)}" for _t, name, rating in tables.strengths()[::-1] if name == "Ben")
    assert f'<span dir="auto">Ben</span><b class="num">{last}</b>' in page
    assert 'class="p2' not in page_of(tables, "Ann", also=str(one["Fay"])), "too few matches"
    assert 'class="p2' not in page_of(tables, "Ann", also=str(one["Ann"])), "is drawn already"
    everybody = "&also=".join(str(one[name]) for name in people)
    kinds = set(re.findall(r'class="(p\d) compared"', page_of(tables, "Ann", also=everybody)))
    assert kinds == {"p2", "p3", "p4"}
