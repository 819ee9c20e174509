"""The pages around the boards, of every game in random states: each opens, and nothing closed is on it."""

import random
import re

import pytest
from flask.testing import FlaskClient

from rules_core.replay import Fold, step
from tests.cases import MORE
from tests.web.support.random_matches import TABLES, VARIANTS, evening, folds, paths, put, some
from tests.web.support.site import NAMES, Site
from webapp.history.scores.score_sheet import sheet
from webapp.store.models import Table

each_table = pytest.mark.parametrize(("game", "players"), TABLES, ids=str)
BELOW_ZERO_BADLY = re.compile(r"(?<![\w–/.:-])-\d")
"""A hyphen where a number has a minus sign."""
UNSEEN = re.compile(r"(?s)<(script|template)\b.*?</\1>|<[^>]*>")
NOW = re.compile(r'(?s)<tr class="now"><th.*?</tr>|<p class="row small muted">.*?</p>')


def open_table(site: Site, host: FlaskClient, game: str, players: int, **more: str) -> Table:
    return site.open_table(host, NAMES[:players], game=game, host_seat=0, **more)


def below_zero(fold: Fold) -> Fold:
    """Returns a table after so many points off for everybody that all totals are below zero."""
    after = step(fold, {"type": "adjust", "points": [-999] * len(fold.state.totals), "reason": "Late"})
    assert isinstance(after, Fold), after
    return after


@each_table
def test_every_page_opens_in_every_state(site: Site, game: str, players: int) -> None:
    host = site.phone()
    tables = [open_table(site, host, game, players, book=book) for book in ("closed", "open")]
    phones = [(host, site.seat(table, 1), site.watcher(table)) for table in tables]
    for seed in range(2 * MORE):
        chance, options = random.Random(seed), VARIANTS[game] if seed % 2 else {}
        match = list(folds(evening(game, players, seed, cheats=True, **options)))
        for turn, state in enumerate(some(match, chance, 2)):
            table, (owner, seat, watcher) = tables[turn % 2], phones[turn % 2]
            fold = below_zero(state) if turn % 2 else state
            put(site, table, fold)
            moment = [f"/moments/{fold.top.index}"] if fold.top and fold.game.phase(fold.state) == "over" else []
            for path in ["", *moment, *paths(fold, chance)]:
                phone = watcher if path.startswith(("/scores", "/revokes")) else chance.choice((owner, seat))
                answer = phone.get(f"/tables/{table.id}{path}")
                # A play of an older trick, or of a hand entered privately, is nobody's to correct.
                expected = (200, 403) if path.endswith("amend") else (200, 303) if path == "/hand" else (200,)
                assert answer.status_code in expected, (path, answer.text)
                assert not BELOW_ZERO_BADLY.search(UNSEEN.sub(" ", answer.text)), (path, answer.text)
    assert host.get("/").status_code == 200


@each_table
def test_a_hand_under_way_is_not_on_the_sheet(site: Site, host: FlaskClient, game: str, players: int) -> None:
    """Whatever lies, was captured or counted in it: the sheet stays the same but for the line that says where it is."""
    table = open_table(site, host, game, players)
    seen: dict[int, str] = {}
    for fold in folds(evening(game, players, 1), 90):
        if fold.game.phase(fold.state) in ("deal", "over") or len(fold.state.finished) > 1:
            continue
        put(site, table, fold)
        page = NOW.sub("", host.get(f"/tables/{table.id}/scores").text)
        assert seen.setdefault(len(fold.state.finished), page) == page


@pytest.mark.rule("GEN-5")
@pytest.mark.parametrize("players", [2, 4])
def test_the_pots_of_a_battle_are_closed(site: Site, host: FlaskClient, players: int) -> None:
    table = open_table(site, host, "sichermans-war", players)
    running = 0
    for fold in folds(evening("sichermans-war", players, 3), 120):
        put(site, table, fold)
        done = tuple(sum(battle.points[side] for battle in fold.state.finished) for side in range(players))
        running += fold.state.totals != done
        assert sheet(fold).totals == done
        assert sheet(fold, open_book=True).totals == fold.state.totals
        strip = host.get(f"/tables/{table.id}/scores").text.split("</ol></header>")[0]
        assert re.findall(r'<b class="num">(\d+)</b>', strip) == [str(total) for total in done]
    assert running > 10


@each_table
def test_the_rows_come_to_the_totals_and_the_chart_ends_there(game: str, players: int) -> None:
    for seed in range(2 * MORE):
        *_before, last = folds(evening(game, players, seed), 400)
        found = sheet(last)
        assert tuple(sum(row.points[side] for row in found.rows) for side in range(len(found.totals))) == found.totals
        if found.hands:
            assert [line[-1] for line in found.lines] == list(found.totals)
