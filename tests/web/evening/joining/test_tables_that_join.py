"""Tables that join: guests of a tournament, the next match at a table of an open evening, why one does not join."""

import gc
from collections.abc import Sequence
from io import BytesIO
from itertools import count
from weakref import ref

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.support.api_client import ApiClient
from tests.web.support.desk import call
from tests.web.support.hall import Hall, listed
from tests.web.support.html_forms import Form
from tests.web.support.phone import OP
from tests.web.support.ruling import proven, rule
from tests.web.support.site import PLAYERS, Site
from webapp.access.device import COOKIE
from webapp.evening import lines as kinds
from webapp.evening.joining.running_table import join
from webapp.evening.keeper import EveningHub
from webapp.evening.plan import Kind, Plan
from webapp.http.limits import FIRST_GUEST_TABLE
from webapp.journal.lines import body_of
from webapp.services import services_in
from webapp.store.evening_models import EveningChange, NewLine
from webapp.store.models import Table
from webapp.store.roles import Role, Scope
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer

OTHERS = ("Uwe", "Vera", "Wim")


@pytest.fixture
def hall(site: Site, organiser: FlaskClient) -> Hall:
    return Hall(services_in(site.app), organiser=site.device(organiser))


@pytest.fixture
def open_hall(site: Site, organiser: FlaskClient) -> Hall:
    return Hall(services_in(site.app), Plan(Kind.OPEN), (), organiser=site.device(organiser))


def joins(hall: Hall, host: FlaskClient, table: Table) -> tuple[int, str]:
    """Lets a table join by the code of the evening, and returns what the phone is answered at the end."""
    way = hall.services.store.invites(hall.id, Scope.EVENING)[Role.PLAYER].token
    answer = host.post("/accept", data={"way": way, "as": f"table-{table.id}", "sure": "yes"})
    return answer.status_code, answer.text


def plays_to_the_end(
    site: Site, table_id: int, first: int = 0, of: str = "tricks", totals: Sequence[int] = (9, 4, 4)
) -> None:
    """Plays a match by its totals, the same in each hand."""
    host = next(one for one in site.store.grants(table_id) if one.is_host)
    for hand in range(20):
        now = site.tables.at(table_id)
        if now.fold.state.winners:
            return
        deal = {"type": "deal", "dealer": (first + hand) % len(totals)}
        tally = {"type": "tally", of: [*totals]}
        assert isinstance(site.make(table_id, host, deal, tally, op=f"{hand:016}", seen=None), Made)
    raise AssertionError("this match has no end")


def guest_of(hall: Hall) -> int:
    (number,) = hall.now.state.guests
    return number


def test_a_table_that_joins_a_tournament_is_a_guest(site: Site, hall: Hall, organiser: FlaskClient) -> None:
    host, karin = site.phone(), site.phone()
    hall.admit(site.device(karin), Role.REFEREE, name="Karin")
    table = site.open_table(host, (*OTHERS, "Xenia"), game="deep-six", host_seat=0)
    asked = host.post(
        "/accept",
        data={
            "way": hall.services.store.invites(hall.id, Scope.EVENING)[Role.PLAYER].token,
            "as": f"table-{table.id}",
        },
    ).text
    assert "New on the list" not in asked
    assert f"table {FIRST_GUEST_TABLE}" in asked
    assert joins(hall, host, table)[0] == 303
    assert [one.name for one in hall.now.state.people.values()][8:] == []
    assert site.device(host) not in hall.now.devices.values()
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    number = guest_of(hall)
    assert number == FIRST_GUEST_TABLE
    call(host, table)
    desk = karin.get(f"/evenings/{hall.id}/desk").text
    assert f"</small>{number}</span>" in desk
    screen = organiser.get(f"/evenings/{hall.id}/hall").text
    assert "Uwe" in screen
    assert f"{number}</b>" in screen
    assert f'value="{number}"' in organiser.get(f"/evenings/{hall.id}/announcements").text
    page = organiser.get(f"/evenings/{hall.id}").text
    assert "Uwe, Vera, Wim, Xenia" in page
    assert f"Table {number}" in page, "the turn line names the table that calls"
    assert "Uwe" not in organiser.get(f"/evenings/{hall.id}/standing").text


def test_the_own_table_of_a_round_is_reached_beside_a_guest(site: Site, hall: Hall, organiser: FlaskClient) -> None:
    host = site.phone()
    joins(hall, host, site.open_table(host, OTHERS))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    assert "Ann" in organiser.get(f"/evenings/{hall.id}/tables/1").text
    assert organiser.post(f"/evenings/{hall.id}/tables/1/watch").location == f"/tables/{hall.table(1)}"


def test_the_organiser_puts_a_guest_on_the_list(site: Site, hall: Hall, organiser: FlaskClient) -> None:
    host = site.phone()
    joins(hall, host, site.open_table(host, OTHERS))
    path = f"/evenings/{hall.id}/tables/{guest_of(hall)}"
    page = organiser.get(path).text
    assert "To the list: Vera" in page
    form = Form(page, "list-2")
    answer = organiser.post(form.action, data={**form.filled(), "name": "Vera"})
    assert answer.location == path
    assert [one.name for one in hall.now.state.people.values()][8:] == ["Vera"]
    page = organiser.get(path).text
    assert "To the list: Vera" not in page
    assert "To the list: Uwe" in page


@pytest.mark.parametrize("way", ["same", "anew"])
def test_every_match_at_a_table_of_an_open_evening_counts(
    site: Site, open_hall: Hall, organiser: FlaskClient, way: str
) -> None:
    host = site.phone()
    first = site.open_table(host, host_seat=0)
    joins(open_hall, host, first)
    plays_to_the_end(site, first.id)
    if way == "same":
        answer = host.post(f"/tables/{first.id}/again", data={"deal": "same"})
    else:
        form = Form(host.get(f"/tables/new/{first.game}?like={first.id}").text, "new-table")
        answer = host.post(form.action, data={**form.filled(), "name": ["Ben", "Ann", "Dora"]})
    assert answer.status_code == 303, answer.text
    second = int(answer.location.rpartition("/")[2])
    assert [(one.number, one.table) for one in open_hall.now.state.guests.values()] == [(1, second)]
    names = "Ann, Ben, Cat" if way == "same" else "Ben, Ann, Dora"
    assert names in organiser.get(f"/evenings/{open_hall.id}").text
    for name in names.split(", "):
        assert name in organiser.get(f"/evenings/{open_hall.id}/hall").text
    plays_to_the_end(site, second)
    for table in (first.id, second):
        open_hall.tables.note(table)
    open_hall.tables.follow()
    assert set(open_hall.now.state.matches) == {first.id, second}
    standing = organiser.get(f"/evenings/{open_hall.id}/standing").text
    assert "Table 1: 1st of 3" in standing, "as it is called there, in no round"
    assert "Round 1" not in standing
    assert "Leave the evening" in host.get(f"/tables/{second}/choices").text
    assert host.post(f"/tables/{second}/evening/part").status_code == 303
    assert not open_hall.now.state.guests
    assert set(open_hall.now.state.matches) == {first.id, second}


def follow(hall: Hall, *tables: int) -> None:
    for table in tables:
        hall.tables.note(table)
    hall.tables.follow()


def test_who_won_at_a_table_of_an_open_evening_is_first_there(
    site: Site, open_hall: Hall, organiser: FlaskClient
) -> None:
    tables = []
    for others, options in ((("Ann", "Ben", "Cat"), {}), (OTHERS, {"fewest_wins": True})):
        tables.append(site.open_table(host := site.phone(), others, options=options, host_seat=0).id)
        joins(open_hall, host, site.tables.at(tables[-1]).table)
        plays_to_the_end(site, tables[-1])
    follow(open_hall, *tables)
    lines = organiser.get(f"/evenings/{open_hall.id}/standing.csv").data.decode("utf-8-sig").splitlines()[2:]
    assert [line.split(",")[1::2] for line in lines] == [
        ["Ann", "3"],
        ["Vera", "2.5"],
        ["Wim", "2.5"],
        ["Ben", "1.5"],
        ["Cat", "1.5"],
        ["Uwe", "1"],
    ]


def test_a_penalty_is_off_in_the_standing_of_each_game(site: Site, open_hall: Hall, organiser: FlaskClient) -> None:
    karin = open_hall.admit(site.device(site.phone()), Role.REFEREE, name="Karin")
    open_hall.add(*listed((*PLAYERS, "Uwe")))
    for game, of, totals in (("sixes-and-sevens", "tricks", (9, 4, 4)), ("sechsundsechzig", "points", (3, 0))):
        table = site.open_table(host := site.phone(), PLAYERS[: len(totals)], game=game, host_seat=0).id
        joins(open_hall, host, site.tables.at(table).table)
        plays_to_the_end(site, table, of=of, totals=totals)
        follow(open_hall, table)
    for person in (1, 4):
        open_hall.add(kinds.Penalised(person, "hand", "late", "GEN-3", "Karin", points=2), who=karin)
    text = organiser.get(f"/evenings/{open_hall.id}/standing.csv").data.decode("utf-8-sig")
    assert [line for line in text.splitlines() if line[:1].isdigit()] == [
        *("1,Ben,,2", "2,Ann,-2,1"),
        *("1,Ben,,1.5", "1,Cat,,1.5", "3,Ann,-2,1"),
    ]
    assert "Penalty: −2" in organiser.get(f"/evenings/{open_hall.id}/standing").text


def test_who_is_called_otherwise_on_the_list_stays_one_person_in_the_standing(
    site: Site, open_hall: Hall, organiser: FlaskClient
) -> None:
    for names in (OTHERS, ("Vera", "Uwe", "William")):
        table = site.open_table(host := site.phone(), names, host_seat=0).id
        joins(open_hall, host, site.tables.at(table).table)
        plays_to_the_end(site, table)
        follow(open_hall, table)
        (wim,) = (one.number for one in open_hall.now.state.people.values() if one.name in ("Wim", "William"))
        open_hall.add(*([kinds.Changed(wim, "William")] if names == OTHERS else []))
    text = organiser.get(f"/evenings/{open_hall.id}/standing.csv").data.decode("utf-8-sig")
    assert text.splitlines()[2:] == ["1,Uwe,,4.5", "1,Vera,,4.5", "3,William,,3"]


def test_a_match_that_is_played_on_counts_again_when_it_is_over(
    site: Site, open_hall: Hall, organiser: FlaskClient
) -> None:
    table = site.open_table(host := site.phone(), OTHERS, host_seat=0).id
    joins(open_hall, host, site.tables.at(table).table)
    plays_to_the_end(site, table)
    follow(open_hall, table)
    assert set(open_hall.now.state.matches) == {table}
    seat = next(one for one in site.store.grants(table) if one.is_host)
    assert isinstance(site.make(table, seat, {"type": "undo"}, op="back-to-the-deal", seen=None), Made)
    follow(open_hall, table)
    assert not open_hall.now.state.matches, "no table has this result"
    page = organiser.get(f"/evenings/{open_hall.id}").text
    assert "The match at table 1 is played on" in page
    tally = {"type": "tally", "tricks": [0, 0, 17]}
    assert isinstance(site.make(table, seat, tally, op="entered-once-more", seen=None), Made)
    follow(open_hall, table)
    assert [one.scores for one in open_hall.now.state.matches.values()] == [(18, 8, 25)]


def test_after_an_open_evening_its_matches_are_corrected_and_none_is_added(site: Site, open_hall: Hall) -> None:
    tables = []
    for people in (OTHERS, PLAYERS):
        table = site.open_table(host := site.phone(), people, host_seat=0)
        joins(open_hall, host, table)
        tables.append(table.id)
    over, running = tables
    plays_to_the_end(site, over)
    follow(open_hall, over)
    open_hall.add(kinds.Closed())
    plays_to_the_end(site, running)
    seat = next(one for one in site.store.grants(over) if one.is_host)
    adjust = {"type": "adjust", "points": [-20, 0, 0], "reason": "A revoke"}
    assert isinstance(site.make(over, seat, adjust, op="adjusted-later-on", seen=None), Made)
    follow(open_hall, over, running)
    assert {table: one.scores for table, one in open_hall.now.state.matches.items()} == {over: (7, 12, 12)}
    open_hall.add(kinds.Reopened())
    open_hall.tables.follow()
    assert {*open_hall.now.state.matches} == {over, running}, "opened again it goes on"


def test_a_match_that_is_played_on_after_an_open_evening_counts_again_when_it_is_over(
    site: Site, open_hall: Hall
) -> None:
    table = site.open_table(host := site.phone(), OTHERS, host_seat=0)
    joins(open_hall, host, table)
    plays_to_the_end(site, table.id)
    follow(open_hall, table.id)
    open_hall.add(kinds.Closed())
    seat = next(one for one in site.store.grants(table.id) if one.is_host)
    for op in ("taken back", "played on"):
        assert isinstance(site.make(table.id, seat, {"type": "undo"}, op=op, seen=None), Made)
        follow(open_hall, table.id)
        assert not open_hall.now.state.matches, "no table has this result"
        tally = {"type": "tally", "tricks": [0, 0, 17]}
        assert isinstance(site.make(table.id, seat, tally, op=f"over after {op}", seen=None), Made)
        follow(open_hall, table.id)
        assert [one.scores for one in open_hall.now.state.matches.values()] == [(18, 8, 25)]


def test_a_match_that_ends_as_its_table_leaves_counts(site: Site, open_hall: Hall) -> None:
    table = site.open_table(host := site.phone(), OTHERS, host_seat=0)
    joins(open_hall, host, table)
    plays_to_the_end(site, table.id)
    assert host.post(f"/tables/{table.id}/evening/part").status_code == 303
    follow(open_hall, table.id)
    assert [one.scores for one in open_hall.now.state.matches.values()] == [(27, 12, 12)]


def test_a_program_lets_its_table_leave_as_the_page_does(site: Site, open_hall: Hall) -> None:
    table = site.open_table(host := site.phone(), OTHERS, host_seat=0)
    joins(open_hall, host, table)
    cookie = host.get_cookie(COOKIE)
    assert cookie is not None
    program = ApiClient(site.app, table.id, cookie.value)
    assert program.post(f"/tables/{table.id}/evening/part", {}).status_code == 204
    assert not open_hall.now.state.guests
    assert program.post(f"/tables/{table.id}/evening/part", {}).status_code == 404


@pytest.mark.parametrize("sends", ["form", "program"])
def test_a_table_does_not_leave_the_referee_who_is_to_rule_there(site: Site, open_hall: Hall, sends: str) -> None:
    table = site.open_table(host := site.phone(), OTHERS, host_seat=0)
    joins(open_hall, host, table)
    cookie = host.get_cookie(COOKIE)
    assert cookie is not None
    asks = {"form": host, "program": ApiClient(site.app, table.id, cookie.value)}[sends]

    def leaves() -> TestResponse:
        path = f"/tables/{table.id}/evening/part"
        return asks.post(path, {}) if isinstance(asks, ApiClient) else asks.post(path)

    assert call(host, table).status_code == 303
    open_hall.admit(site.device(site.phone()), Role.REFEREE, name="Karin")
    answer = leaves()
    assert (answer.status_code, "until a referee of the evening has ruled" in answer.text) == (409, True)
    assert open_hall.now.state.guests
    assert host.post(f"/tables/{table.id}/disputes/1/withdraw", data={"op": "withdrawn-by-ann!"}).status_code == 303
    assert leaves().status_code in (204, 303)
    assert not open_hall.now.state.guests


def test_a_table_does_not_leave_the_organiser_who_is_to_decide_on_an_appeal(site: Site, open_hall: Hall) -> None:
    phone = proven(host := site.phone(), site.open_table(host, PLAYERS))
    ben, eva = site.seat(phone.table, 1), site.referee(phone.table)
    assert rule(eva, phone.table, f"{phone.url}/revokes/2", "stands", rule="ODD-7").status_code == 303
    joins(open_hall, host, phone.table)
    url = f"{phone.url}/rulings/{site.tables.at(phone.table.id).fold.seq - 1}/appeal"
    op = OP.search(ben.get(url).text)
    assert op is not None
    appealed = ben.post(url, data={"op": op[1], "seen": "0", "reason": "The club was mine."})
    answer = host.post(f"{phone.url}/evening/part")
    assert (answer.status_code, "until the organiser has decided" in answer.text) == (409, True)
    assert open_hall.now.state.guests
    assert ben.post(f"{appealed.location}/withdraw").status_code == 303
    assert host.post(f"{phone.url}/evening/part").status_code == 303
    assert not open_hall.now.state.guests


def test_where_nobody_rules_at_the_evening_a_table_with_a_case_leaves(site: Site, open_hall: Hall) -> None:
    table = site.open_table(host := site.phone(), OTHERS, host_seat=0)
    joins(open_hall, host, table)
    assert call(host, table).status_code == 303
    assert host.post(f"/tables/{table.id}/evening/part").status_code == 303
    assert not open_hall.now.state.guests


def test_a_match_of_a_table_that_has_left_is_corrected_in_the_standing(
    site: Site, open_hall: Hall, organiser: FlaskClient
) -> None:
    tables = []
    for people in (OTHERS, PLAYERS):
        table = site.open_table(host := site.phone(), people, host_seat=0)
        joins(open_hall, host, table)
        tables.append(table.id)
        if people == OTHERS:
            plays_to_the_end(site, table.id)
        follow(open_hall, *tables)
        assert host.post(f"/tables/{table.id}/evening/part").status_code == 303
    left, running = tables
    plays_to_the_end(site, running)
    ops = count(1)

    def counted(*entered: dict[str, object]) -> dict[int, tuple[int, tuple[int, ...]]]:
        seat = next(one for one in site.store.grants(left) if one.is_host)
        for entry in entered:
            op = f"after leaving {next(ops)}"
            assert isinstance(site.make(left, seat, entry, op=op, seen=None), Made)
        follow(open_hall, left, running)
        return {table: (one.number, one.scores) for table, one in open_hall.now.state.matches.items()}

    revoked = {"type": "adjust", "points": [-20, 0, 0], "reason": "A revoke"}
    assert counted(revoked) == {left: (1, (7, 12, 12))}
    assert "1,Vera,,2.5" in organiser.get(f"/evenings/{open_hall.id}/standing.csv").text
    assert not counted({"type": "undo"}, {"type": "undo"}), "no table has this result"
    assert counted({"type": "tally", "tricks": [0, 0, 17]}) == {left: (1, (18, 8, 25))}
    assert not counted({"type": "undo"})
    elsewhere = Hall(open_hall.services, Plan(Kind.OPEN), ())
    line = kinds.Joined(1, left, "sixes-and-sevens", OTHERS)
    elsewhere.add(line, change=EveningChange(joins={left: 1}))
    site.tables.refresh(left)
    assert not counted({"type": "tally", "tricks": [0, 17, 0]}), "it is a match of that evening now"
    assert [one.scores for one in elsewhere.now.state.matches.values()] == [(18, 25, 8)]


def test_a_penalty_is_lifted_at_the_evening_also_after_its_table_has_left(site: Site, open_hall: Hall) -> None:
    table = site.open_table(host := site.phone(), OTHERS, host_seat=0).id
    joins(open_hall, host, site.tables.at(table).table)
    plays_to_the_end(site, table)
    rules = Viewer(site.device(host), Role.REFEREE)
    given = {"seat": 1, "step": "warning", "reason": "talks", "rule": "GEN-3", "by": "Karin"}
    for kind, body, in_between in (
        ("penalty", given, ""),
        ("revoked", {"penalty": 1, "why": "it was Wim", "by": "Karin"}, "part"),
        ("penalty", given, ""),
    ):
        if in_between:
            assert host.post(f"/tables/{table}/evening/part").status_code == 303
        assert isinstance(site.tables.add(table, rules, line_of(kind, body)), Made)
        follow(open_hall, table)
    noted = [one.lifted and one.lifted.why for one in open_hall.now.state.penalties.values()]
    assert noted == ["it was Wim"], "what is given there later is no matter of the evening"


def test_who_is_renamed_on_the_list_stays_one_person_at_the_table_when_somebody_else_has_the_name(
    site: Site, open_hall: Hall, organiser: FlaskClient
) -> None:
    table = site.open_table(organiser, host_seat=0)
    joins(open_hall, organiser, table)
    plays_to_the_end(site, table.id)
    follow(open_hall, table.id)
    ben = open_hall.now.state.numbers["ben"]
    open_hall.add(kinds.Changed(ben, name="Benno"))
    answer = organiser.post(f"/tables/{table.id}/again", data={"deal": "same"})
    assert len(open_hall.now.state.people) == 3, "Ben of the table is Benno, and nobody new"
    open_hall.add(kinds.Listed(4, "Ben"))
    open_hall.add(kinds.Changed(4, name="Benedict"))
    open_hall.add(kinds.Listed(5, "Ben"))
    second = int(answer.location.rpartition("/")[2])
    plays_to_the_end(site, second)
    follow(open_hall, second)
    text = organiser.get(f"/evenings/{open_hall.id}/standing.csv").data.decode("utf-8-sig")
    assert text.splitlines()[2:] == ["1,Ann,,6", "2,Benno,,3", "2,Cat,,3"]


def test_who_watches_an_evening_hears_that_a_table_has_left_it(site: Site, open_hall: Hall) -> None:
    host = site.phone()
    table = site.open_table(host, host_seat=0)
    joins(open_hall, host, table)
    open_hall.tables.note(table.id)
    open_hall.tables.follow()
    left, leaves = kinds.Parted(1, table.id), EveningChange(leaves=[table.id])
    with open_hall.services.part(EveningHub).watch(open_hall.id, None) as watch:
        site.store.add_to_evening(  # as another process does
            open_hall.id, [NewLine(*body_of(left))], after=open_hall.now.state.seq, device_id=None, change=leaves
        )
        site.tables.refresh(table.id)
        open_hall.tables.note(table.id)
        open_hall.tables.follow()
        assert watch.wait(0)
    assert not open_hall.tables.at(open_hall.id)


def test_what_an_evening_keeps_of_a_table_does_not_keep_its_log(site: Site, open_hall: Hall) -> None:
    host = site.phone()
    table = site.open_table(host, host_seat=0)
    joins(open_hall, host, table)
    assert open_hall.tables.at(open_hall.id)
    snapshot = ref(site.tables.at(table.id))
    plays_to_the_end(site, table.id)
    site.tables.at(table.id)
    gc.collect()
    assert snapshot() is None


def test_the_match_after_one_of_a_round_belongs_to_no_evening(site: Site, hall: Hall) -> None:
    hall.seat((1, 2, 3), (4, 5, 6))
    ann = site.phone()
    site.store.admit(hall.table(1), site.device(ann), role=Role.HOST, seat=0)
    plays_to_the_end(site, hall.table(1))
    answer = ann.post(f"/tables/{hall.table(1)}/again", data={"deal": "same"})
    after = site.store.table(int(answer.location.rpartition("/")[2]))
    assert after is not None
    assert after.evening_id is None


def test_a_table_that_cannot_join_says_why(site: Site, open_hall: Hall) -> None:
    host = site.phone()
    over, there = site.open_table(host), site.open_table(host)
    plays_to_the_end(site, over.id)
    assert joins(open_hall, host, there)[0] == 303
    for table, why in ((over, "is over. Play again"), (there, "belongs to an evening already")):
        status, page = joins(open_hall, host, table)
        assert (status, why in page) == (409, True), page
    assert joins(open_hall, site.phone(), over)[0] == 403


def test_a_next_match_takes_the_place_of_its_own_table_alone(site: Site, open_hall: Hall) -> None:
    host = site.phone()
    first, other = site.open_table(host), site.open_table(host)
    joins(open_hall, host, first)
    asks = open_hall.organiser
    with site.app.test_request_context():
        refused = join(open_hall.now, asks, other, number=1, after=other.id)
    assert refused is not None
    assert refused.code == "no-table"


def test_an_archive_read_back_knows_which_match_followed_which(
    site: Site, open_hall: Hall, organiser: FlaskClient
) -> None:
    host = site.phone()
    first = site.open_table(host, host_seat=0)
    joins(open_hall, host, first)
    plays_to_the_end(site, first.id)
    host.post(f"/tables/{first.id}/again", data={"deal": "same"})
    for table in open_hall.services.store.tables_of_evening(open_hall.id):
        open_hall.tables.note(table.id)
    open_hall.tables.follow()
    data = organiser.get(f"/evenings/{open_hall.id}/archive.zip").data
    read = organiser.post(
        "/evenings/archives", data={"file": (BytesIO(data), "evening.zip"), "open": "yes", "op": "1234567890"}
    )
    now = open_hall.keeper.at(int(read.location.split("/")[2]))
    joined = [line.body for line in now.lines if line.kind == "joined"]
    assert [line.get("after", 0) for line in joined] == [0, joined[0]["table"]]
    assert [one.table for one in now.state.guests.values()] == [joined[1]["table"]]
    assert joined[0]["table"] != first.id
    assert set(now.state.matches) == {joined[0]["table"]}
