"""Pages of tables that are open while their evening goes on: which of them hear of it."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from rules_core.games import GAMES
from tests.web.support.german_pages import visible
from tests.web.support.hall import EIGHT, GAME, Hall
from tests.web.support.random_matches import evening, folds, put
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Length, Plan
from webapp.services import services_in
from webapp.store.roles import Role
from webapp.table.viewer import Viewer

TALLY = {"type": "tally", "tricks": [4, 3, 5, 1]}


@pytest.fixture
def hall(app: Flask) -> Hall:
    """The second round is seated; nobody has said a result of the second table of the first."""
    hall = Hall(services_in(app))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)), kinds.Ended(1))
    return hall


def _hears(hall: Hall, table: int, happens: Callable[[], object]) -> bool:
    """Tells whether an open page of a table is woken by what happens."""
    hall.tables.follow()
    with hall.services.hub.watch(table, None) as page:
        happens()
        hall.tables.follow()
        return page.wait(0)


def _started(site: Site, plan: Plan, seats: int) -> tuple[Hall, FlaskClient]:
    """Returns an evening with one table in its first round, and the phone of the first who sits there."""
    hall, phone = Hall(services_in(site.app), plan, EIGHT[:seats]), site.phone()
    hall.admit(site.device(phone), Role.PLAYER, 1)
    hall.seat(tuple(range(1, seats + 1)))
    hall.start()
    return hall, phone


def test_a_table_of_an_earlier_round_hears_of_its_result_and_of_announcements(hall: Hall) -> None:
    first, second = hall.table(1), hall.table(2)
    hall.seat((1, 2, 3, 5), (4, 6, 7, 8))
    confirmed = kinds.Confirmed(1, 2, (9, 5, 2, 1))
    assert _hears(hall, second, lambda: hall.add(confirmed))
    assert not _hears(hall, first, lambda: hall.add(kinds.Confirmed(2, 1, (9, 5, 2, 1))))
    assert _hears(hall, first, lambda: hall.add(kinds.Announced("We play on upstairs", "")))


def test_a_table_of_a_round_of_hands_says_how_many_it_plays_and_that_they_are_played(site: Site) -> None:
    plan = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=1, length=Length.HANDS, hands=2)
    hall, phone = _started(site, plan, 4)
    hall.add(kinds.LastHand(1))
    said = []
    for op, raw in enumerate(({"type": "deal", "dealer": 0}, TALLY, {"type": "deal"}, TALLY)):
        site.make(hall.table(1), Viewer(site.device(phone), Role.HOST, 0), raw, op=f"{op:016}", seen=None)
        page = visible(phone.get(f"/tables/{hall.table(1)}").text)
        said.append(re.findall("Hand . of .|Last hand|Extra hand .|Round finished.*", page))
    assert said == [
        ["Hand 1 of 2", "Last hand"],
        ["Hand 2 of 2", "Last hand"],
        ["Hand 2 of 2", "Last hand"],
        ["Extra hand 3", "Round finished: Ann 8, Ben 6, Cat 10, Dan 2"],
    ]


def test_the_hand_of_a_table_that_was_called_to_its_last_one_leads_until_it_is_entered(site: Site) -> None:
    plan = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2, length=Length.TIME, minutes=20)
    hall, phone = _started(site, plan, 4)
    hall.add(kinds.LastHand(1))
    led = []
    for op, raw in enumerate((None, {"type": "deal", "dealer": 0}, TALLY)):
        if raw is not None:
            site.make(hall.table(1), Viewer(site.device(phone), Role.HOST, 0), raw, op=f"{op:016}", seen=None)
        led.append("To round 2" in phone.get(f"/tables/{hall.table(1)}").text)
    assert led == [False, False, True]


@pytest.mark.parametrize("game", GAMES)
def test_the_hands_of_a_round_played_its_way_on_leads_and_another_hand_stands_second(game: str, site: Site) -> None:
    seats = GAMES[game].players[0]
    plan = Plan(Kind.TOURNAMENT, game=game, sizes=(seats,), rounds=2, length=Length.HANDS, hands=1)
    hall, phone = _started(site, plan, seats)
    table = site.store.table(hall.table(1))
    between, led = True, list[tuple[int, list[str]]]()
    for fold in folds(evening(game, seats, 3)):
        was, between = between, fold.game.is_between_hands(fold.state)
        if (between != was or not led) and len(fold.state.finished) <= 1:
            put(site, table, fold)
            page = phone.get(f"/tables/{table.id}").text
            keys = re.findall(r'class="btn main wide"[^>]*>(To round 2|[^<]* deals [^<]*)', page)
            led.append((len(fold.state.finished), keys))
    assert led[1] == (1, ["To round 2"])
    assert [keys for _hands, keys in (led[0], *led[2:])] == [[]] * (len(led) - 1)
