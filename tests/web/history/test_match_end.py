"""The end of a match: what its table tells, and the picture of the result."""

import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image

from rules_core.record import options_of
from tests.cases import each
from tests.e2e.sample_hand import HANDS, OVER
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import Phone
from tests.web.support.random_matches import TABLES, evening, folds, put
from tests.web.support.score_sheets import at_table, read
from tests.web.support.site import NAMES, Site
from webapp.history import result_picture
from webapp.history.picture_layout import FILES, HEIGHT, MARGIN, WIDTH, Facts, font, pieces, texts
from webapp.history.scores.match_end import match_end
from webapp.store.models import Table
from webapp.table.snapshot import header_of

LONG = ("Annegret Maximiliane Wong", "Bartholomäus Freiherr v.", "Wilhelmina Wammerhausen", "Dan", "Eve", "Fay")
SHORT = {"sichere-six": {"rounds": 1}, "deep-six": {"target": 200}, "sechsundsechzig": {"target": 1}}


def ended(
    site: Site, game: str, players: int, names: tuple[str, ...] = NAMES, **more: Any
) -> tuple[FlaskClient, Table]:
    """A whole match of real cards, and its host."""
    options = SHORT.get(game, {})
    host = site.phone()
    table = site.open_table(host, [name[:24] for name in names[:players]], game=game, options=options, **more)
    put(site, table, list(folds(evening(game, players, 3, **options)))[-1])
    return host, table


def facts(site: Site, table: Table) -> Facts:
    with site.app.test_request_context():
        found = result_picture.facts_of(site.tables.at(table.id))
    assert found is not None
    return found


# The table


def test_the_end_has_the_winner_the_places_and_what_decided_it(site: Site) -> None:
    host, table = at_table(site, "sixes-and-sevens", 3, *OVER)
    page = read(host.get(f"/tables/{table.id}").text)
    assert "Ben wins with 18" in page
    assert re.search(r"1st Ben 18 2nd \w+ 1[67] 3rd \w+ 1[67]", page)
    assert "Ahead of" in page or "that decided it" in page
    assert "Play again (Ben deals)" in page
    assert "Deals:" not in page
    assert 'class="best num">18<' in host.get(f"/tables/{table.id}").text, "no cards are known: the total stands there"
    assert f"Hand {len(HANDS)}: Ann +{HANDS[-1][0]}, Ben +{HANDS[-1][1]}, Cat +{HANDS[-1][2]}" in page
    watched = read(site.watcher(table).get(f"/tables/{table.id}").text)
    assert "1st Ben 18" in watched
    assert "Play again" not in watched
    german = site.seat(table, 1, site.phone("de")).get(f"/tables/{table.id}").text
    speaks_german(german, "gewinnt mit 18", "1.", "Noch einmal (Ben gibt)", "Bild senden", "Andere Plätze")


@pytest.mark.parametrize(("winner", "second", "added"), [("Ann", "Ben", [5, 0, 0]), ("Ben", "Ann", [0, 1, 0])])
def test_where_points_were_adjusted_no_hand_is_said_to_have_decided_it(
    site: Site, winner: str, second: str, added: list[int]
) -> None:
    """By the hands alone Ann and Ben are level, Ann in front until the last one."""
    tallies = [{"type": "tally", "tricks": list(tricks)} for tricks in ((9, 5, 3), (9, 5, 3), (2, 10, 5))]
    adjusted = {"type": "adjust", "points": added, "reason": "agreed"}
    events = [event for tally in tallies for event in ({"type": "deal"}, tally)]
    host, table = at_table(site, "sixes-and-sevens", 3, *events, adjusted)
    page = read(host.get(f"/tables/{table.id}").text)
    assert f"{winner} wins with" in page
    assert re.search(rf"\d points? ahead of {second}\.", page), page
    assert "in front since" not in page
    assert "decided it" not in page


def test_the_last_tricks_of_the_winner_lie_in_a_fan(site: Site) -> None:
    host, table = ended(site, "sixes-and-sevens", 3)
    now = site.tables.at(table.id)
    with site.app.test_request_context():
        end = match_end(now)
    assert end is not None
    last = now.fold.state.finished[-1].played
    winner = now.fold.state.winners[0]
    taken = [next(p.card for p in trick.cards if p.seat == winner) for trick in last if trick.winner == winner]
    assert end.fan == tuple(taken[-4:])
    page = host.get(f"/tables/{table.id}").text
    fan = page[page.index('class="fan"') : page.index('class="turn"')]
    assert fan.count('class="k ') == len(end.fan)
    assert fan.count(" win") == 1, "the one that closed the match has a ring"
    assert f"Tricks of Ben in the last hand: {len(taken)}" in fan


@pytest.mark.parametrize(
    ("game", "players", "told"),
    [
        ("sixes-and-sevens", 3, "tricks went to the lowest card."),
        ("sichere-six", 3, "Most nines: "),
        ("deep-six", 4, "of 1 bid was made."),
        ("sichermans-war", 2, "Most skirmishes: "),
    ],
)
def test_each_game_says_what_there_was(site: Site, game: str, players: int, told: str) -> None:
    host, table = ended(site, game, players)
    page = read(host.get(f"/tables/{table.id}").text)
    assert re.search(rf"\d[^.]*{told}|{told}", page), page
    assert re.search(r"1st \w+", page)


def test_other_seats_begin_with_the_same_people_and_rules(site: Site) -> None:
    options = {"ace_wild": True}
    host, table = at_table(site, "sixes-and-sevens", 3, *OVER, options=options, book="open", title="Thursdays")
    assert f'href="/tables/new/sixes-and-sevens?like={table.id}"' in host.get(f"/tables/{table.id}").text
    page = host.get(f"/tables/new/sixes-and-sevens?like={table.id}").text
    assert re.findall(r'name="name" value="([^"]*)"', page) == table.players
    assert 'name="option-ace_wild" value="yes" checked' in page
    assert 'name="book" value="open" checked' in page
    assert 'value="Thursdays"' in page
    assert options_of(header_of(table)).ace_wild
    assert site.phone().get(f"/tables/new/sixes-and-sevens?like={table.id}").status_code == 404


def _others_sit_down(site: Site, host: FlaskClient, table: Table, *names: str) -> int:
    """Opens the table that the form of other seats leads to, with these names in it; returns its number."""
    form = host.get(f"/tables/new/sixes-and-sevens?like={table.id}").text
    fields = dict(re.findall(r'<input type="hidden" name="(game|op|after)" value="([^"]*)">', form))
    assert fields["after"] == str(table.id)
    answer = host.post("/tables", data={**fields, "name": list(names), "seat": "2"})
    assert answer.status_code == 303, answer.text
    return int(answer.location.rpartition("/")[2])


def test_everybody_follows_to_other_seats_in_one_tap(site: Site) -> None:
    host, table = at_table(site, "sixes-and-sevens", 3, *OVER)
    bens, cats, watcher, referee = site.seat(table, 1), site.seat(table, 2), site.watcher(table), site.referee(table)
    after = _others_sit_down(site, host, table, "Ben", "Dan", "Ann")
    way = f'<a class="btn main wide" href="/tables/{after}">'
    held = {grant.device_id: (str(grant.role), grant.seat) for grant in site.store.grants(after)}
    roles = {host: ("host", 2), bens: ("player", 0), cats: ("watcher", None)}
    roles |= {watcher: ("watcher", None), referee: ("referee", None)}
    assert held == {site.device(phone): role for phone, role in roles.items()}, "nobody is Cat there"
    for phone in (host, bens, cats):
        assert way in phone.get(f"/tables/{table.id}").text
        assert phone.get(f"/tables/{after}").status_code == 200
    third = _others_sit_down(site, bens, table, "Ann", "Ben", "Cat")
    assert way in host.get(f"/tables/{table.id}").text, "the first one stays the next one"
    assert host.get(f"/tables/{third}").status_code == 404


def test_only_who_has_entered_at_a_match_that_is_over_leads_away(site: Site) -> None:
    host, table = at_table(site, "sixes-and-sevens", 3, *OVER[:-1])
    _others_sit_down(site, host, table, "Ben", "Cat", "Ann")
    watcher = site.watcher(table)
    assert Phone(host, table).enter(OVER[-1]) == 303
    _others_sit_down(site, watcher, table, "Ben", "Cat", "Ann")
    assert "Go to the next match" not in host.get(f"/tables/{table.id}").text
    stranger = site.phone().post("/tables", data={"game": "sixes-and-sevens", "op": "k" * 43, "after": table.id})
    assert stranger.status_code in (404, 422)


# The picture


def test_the_picture_is_for_whoever_may_see_the_table_once_the_match_is_over(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, table = at_table(site, "sixes-and-sevens", 3, *OVER)
    drawn: list[Facts] = []
    png = result_picture.png
    monkeypatch.setattr(result_picture, "png", lambda told: drawn.append(told) or png(told))
    for phone in (host, site.watcher(table), site.referee(table)):
        answer = phone.get(f"/tables/{table.id}/result.png")
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
    with Image.open(BytesIO(answer.data)) as picture:
        assert picture.size == (WIDTH, HEIGHT)
    assert len(drawn) == 1, "it is drawn once"
    site.seat(table, 1, site.phone("de")).get(f"/tables/{table.id}/result.png")
    assert [told.after for told in drawn] == [" wins with 18", " gewinnt mit 18"]
    assert site.phone().get(f"/tables/{table.id}/result.png").status_code == 404
    going_on = site.open_table(host)
    assert host.get(f"/tables/{going_on.id}/result.png").status_code == 404


@each("game players", TABLES)
def test_every_text_of_the_picture_fits(site: Site, game: str, players: int) -> None:
    _host, table = ended(site, game, players, LONG, title="The Tuesday circle of the long")
    told = facts(site, table)
    lines = texts(told)
    for line in lines:
        left, right = line.ends
        assert MARGIN - 1 <= left < right <= WIDTH - MARGIN + 1, line
        assert line.y < HEIGHT
    state = site.tables.at(table.id).fold.state
    shown = [line.text for line in lines]
    for total in state.totals:
        assert any(text.endswith(str(abs(total))) for text in shown), (total, shown)
    sentence = told.before + told.winners + told.after
    assert sentence == "".join(line.text for line in lines if line.y == 588)
    assert told.cloth != result_picture.PLAIN_CLOTH


def test_the_numbers_of_the_picture_are_those_of_the_sheet(site: Site) -> None:
    _host, table = at_table(site, "sixes-and-sevens", 3, *OVER)
    told = facts(site, table)
    totals = dict(zip(table.players, map(sum, zip(*HANDS, strict=True)), strict=True))
    assert {one.name: int(one.total) for one in told.places} == totals
    assert told.chart is not None
    assert {curve.name: curve.total for curve in told.chart.curves} == totals
    assert [len(curve.marked) for curve in told.chart.curves] == [len(HANDS)] * 3
    assert told.length.startswith("3 of 3 hands, ")


def test_the_picture_is_written_in_our_own_fonts() -> None:
    names = {font(face, 40, 650).getname()[0] for face in FILES}  # type: ignore[arg-type, union-attr]
    assert names == {"Besley", "Hanken Grotesk"}


@pytest.mark.parametrize("face", FILES)
def test_names_are_written_with_all_their_letters(face: Any) -> None:
    written = list(pieces("ŠáĞüŁo", face, 40, 650))
    assert {own.getname()[0] for _letter, own in written} == {font(face, 40, 650).getname()[0]}  # type: ignore[union-attr]
    assert len({bytes(own.getmask(letter)) for letter, own in written}) == len(written) == 6, "none is a box or a gap"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Oma Ilse", "Oma Ilse"),
        ("Ann \N{FOX FACE}", "Ann"),
        ("\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}", "Name 2"),
        ("\u674e\u660e", "Name 2"),
        ("\u674e Li", "Li"),
    ],
)
def test_a_name_in_the_picture_is_written_without_letters_that_no_font_has(site: Site, name: str, shown: str) -> None:
    """Where nothing is left of it, its seat stands for it."""
    _host, table = ended(site, "sixes-and-sevens", 3, ("Ben", name, "Cat"), title="\N{FOX FACE} Hut")
    told = facts(site, table)
    assert told.chart_names == ["Ben", shown, "Cat"]
    assert {one.name for one in told.places} == {"Ben", shown, "Cat"}
    assert told.when.startswith("Hut, ")


def test_cards_of_the_picture_show_the_suits_that_the_table_plays_with(site: Site) -> None:
    _host, table = ended(site, "sechsundsechzig", 2, choices={"deck": "german"})
    told = facts(site, table)
    assert told.fan
    assert {card.sign for card in told.fan} <= {"eichel", "laub", "h", "schellen"}
    for sign in ("eichel", "laub", "h", "schellen", "c", "s", "d"):
        middle = result_picture.card(replace(told.fan[0], sign=sign), closing=False).crop((220, 400, 410, 590))
        assert middle.convert("L").getextrema()[0] < 200, sign
