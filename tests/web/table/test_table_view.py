"""Who sees what of a table: players while they play, referees, strangers, and which moments lie open."""

import pytest
from flask import g
from flask.testing import FlaskClient

from tests.web.support.phone import HAND, Phone, declare
from tests.web.support.site import Site
from webapp.live.page import context
from webapp.store.models import Table
from webapp.table.keeper import Made
from webapp.table.snapshot import Snapshot, hand_is_over, looking, may_look_at, seen_by, sees_all
from webapp.table.viewer import Viewer

DEAL = {"type": "deal", "dealer": 0}
TALLY = {"type": "tally", "tricks": [9, 4, 4]}
ADJUST = {"type": "adjust", "points": [1, 0, 0], "reason": "agreed"}

pytestmark = pytest.mark.rule("GEN-5")


def entered(site: Site, host: FlaskClient, *events: dict[str, object]) -> Snapshot:
    table = site.open_table(host)
    who = site.store.grants(table.id)[0]
    for number, event in enumerate(events):
        assert isinstance(site.make(table.id, who, event, op=f"entry-{number:04}", seen=None), Made)
    return site.tables.at(table.id)


def test_who_plays_and_rules_plays_as_a_player(site: Site, table: Table, phone: Phone) -> None:
    cat = Phone(site.seat(table, 2), table)
    assert declare(cat, HAND).status_code == 303
    now = site.tables.at(table.id)
    ben = Viewer(role="player", seat=1, agreed=True)
    assert (looking(now, ben).role, looking(now, ben).seat) == ("seat", 1)
    assert looking(now, ben, desk=True).role == "referee"
    assert seen_by(now, ben).mine is None
    assert looking(now, Viewer(role="player", seat=1), desk=True).role == "seat"


def test_what_is_worked_out_once_is_seen_by_equal_eyes_alone(site: Site, table: Table, phone: Phone) -> None:
    cat = Phone(site.seat(table, 2), table)
    assert declare(cat, HAND).status_code == 303
    now = site.tables.at(table.id)
    views = [seen_by(now, Viewer(role="player", seat=seat)) for seat in (2, 1, 2)]
    assert views[0] is views[2]
    assert [view.mine is None for view in views] == [False, True, False]
    assert seen_by(now, Viewer(role="watcher")).mine is None
    assert seen_by(now.at(now.fold), Viewer(role="player", seat=2)) is not views[0]


def test_words_are_found_once_for_equal_eyes_and_one_language(site: Site, table: Table, phone: Phone) -> None:
    cat = Phone(site.seat(table, 2), table)
    assert declare(cat, HAND).status_code == 303
    now, told = site.tables.at(table.id), []
    for seat, language in ((2, "en"), (1, "en"), (2, "de")):
        with site.app.test_request_context():
            g.language = language
            told.append(context(now, Viewer(role="player", seat=seat)))
    assert [here["view"].mine is None for here in told] == [False, True, False]
    assert [here["view"].own for here in told] == [2, 1, 2]
    assert told[0]["turn"] != told[2]["turn"]


def test_everything_is_seen_by_referees_and_in_an_open_book(site: Site, host: FlaskClient) -> None:
    closed, opened = entered(site, host), site.tables.at(site.open_table(host, book="open").id)
    for viewer, all_of_it in (
        (Viewer(role="referee"), (True, True)),
        (Viewer(role="host", agreed=True), (True, True)),
        (Viewer(role="player", seat=1), (False, True)),
        (Viewer(role="watcher"), (False, True)),
        (Viewer(), (False, False)),
    ):
        assert (sees_all(closed, viewer), sees_all(opened, viewer)) == all_of_it, viewer


def test_a_moment_between_two_hands_lies_open(site: Site, host: FlaskClient) -> None:
    now = entered(site, host, DEAL, TALLY, ADJUST, {"type": "deal"}, {"type": "play", "seat": 2, "card": "9C"})
    top = now.fold.top
    assert top is not None
    played, dealt = top, top.before
    assert dealt is not None
    adjusted = dealt.before
    assert adjusted is not None
    assert [hand_is_over(now, node) for node in (adjusted, dealt, played)] == [True, False, False]
    assert may_look_at(now, Viewer(role="watcher"), adjusted)
    assert not may_look_at(now, Viewer(role="watcher"), dealt)
    assert may_look_at(now, Viewer(role="referee"), dealt)
    assert not may_look_at(now, Viewer(), adjusted), "a stranger looks at nothing"


def test_a_scrapped_hand_stays_closed_until_the_next_one_is_over(site: Site, host: FlaskClient) -> None:
    scrapped = (DEAL, {"type": "play", "seat": 1, "card": "9C"}, {"type": "void-hand"})
    now = entered(site, host, *scrapped)
    assert now.fold.top is not None
    assert now.fold.top.before is not None
    assert not hand_is_over(now, now.fold.top.before)
    later = entered(site, host, *scrapped, {"type": "deal"}, TALLY)
    node = later.fold.top
    while node is not None and node.index != 1:
        node = node.before
    assert node is not None
    assert hand_is_over(later, node)


def test_a_referees_table_tells_that_spoils_lie_open(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, ("Ann", "Ben"), game="sichermans-war")
    assert "Closed spoils" in host.get(f"/tables/{table.id}").text
    eva = site.referee(table)
    assert "Open spoils" in eva.get(f"/tables/{table.id}").text
