"""Cards of tables, tables that join while they play, and what a table's page tells of its evening."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.api_client import API, ApiClient
from tests.web.support.german_pages import visible
from tests.web.support.hall import GAME, Hall
from tests.web.support.html_forms import Form
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.evening import lines as kinds
from webapp.evening.keeper import EveningHub
from webapp.evening.plan import Kind, Plan
from webapp.services import services_in
from webapp.store.roles import Role, Scope
from webapp.table.keeper import Made


@pytest.fixture
def open_hall(site: Site) -> Hall:
    return Hall(services_in(site.app), Plan(Kind.OPEN), ("Ann",))


def card(hall: Hall, number: int) -> str:
    hall.services.store.make_cards(hall.id, [number])
    return hall.services.store.table_cards(hall.id)[number].token


def reads(phone: FlaskClient, token: str) -> str:
    assert phone.get(f"/join/{token}").location == "/join"
    answer = phone.get("/join")
    return f"{answer.status_code} {answer.location or answer.text}"


def player(site: Site, hall: Hall, person: int) -> FlaskClient:
    phone = site.phone()
    hall.admit(site.device(phone), Role.PLAYER, person)
    return phone


def test_a_card_leads_who_sits_there_to_the_table(site: Site, hall: Hall) -> None:
    one, two, ben = card(hall, 1), card(hall, 2), player(site, hall, 2)
    assert "Round 1 is not seated yet" in reads(ben, one)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    assert reads(ben, one) == f"303 /tables/{hall.table(1)}"
    assert "Ben sits at table 1" in reads(ben, two)


def test_a_phone_that_was_let_in_late_sits_down_by_the_card(site: Site, hall: Hall) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    ben, token = player(site, hall, 2), card(hall, 1)
    assert "Sit down at table 1" in reads(ben, token)
    assert ben.post("/accept", data={"way": token, "as": "sit"}).location == f"/tables/{hall.table(1)}"
    assert [(one.role, one.seat) for one in site.store.grants(hall.table(1))] == [(Role.HOST, 1)]


def test_the_first_other_phone_lies_in_the_middle_and_the_next_one_says_who_it_is(site: Site, hall: Hall) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    token, phone, late = card(hall, 1), site.phone(), site.phone()
    assert "This phone lies in the middle" in reads(phone, token)
    for _tap in range(2):
        assert phone.post("/accept", data={"way": token, "as": "middle"}).location == f"/tables/{hall.table(1)}"
    assert [(one.role, one.seat) for one in site.store.grants(hall.table(1))] == [(Role.HOST, None)]
    page = reads(late, token)
    assert "lies in the middle" not in page
    assert re.findall(r'name="as" value="(\w+)"', page) == ["1", "2", "3", "4", "watch"]
    late.post("/accept", data={"way": token, "as": "middle"})
    assert len(site.store.grants(hall.table(1))) == 1, "one phone in the middle is enough"
    late.post("/accept", data={"way": token, "as": "3"})
    assert {one.seat for one in site.store.grants(hall.table(1))} == {None, 2}


def test_a_card_that_was_printed_again_ends_the_old_one(site: Site, hall: Hall) -> None:
    organiser = site.phone()
    hall.services.store.add_device("x")
    hall.admit(site.device(organiser), Role.DEPUTY, name="Eva")
    path = f"/evenings/{hall.id}/cards"
    assert organiser.post(path, data={"first": "9", "last": "1"}).status_code == 422
    assert organiser.post(path, data={"first": "1", "last": "5", "does": "make"}).status_code == 303
    old = hall.services.store.table_cards(hall.id)[5].token
    page = organiser.get(f"{path}?first=1&last=5").text
    assert page.count("table-card") == 5
    assert page.count("card-sheet") == 2
    assert organiser.post(path, data={"first": "5", "last": "5", "does": "anew"}).status_code == 303
    assert "a newer card of table 5 was printed" in reads(site.phone(), old)
    assert 'class="time"' in organiser.get(f"{path}?first=5&last=5").text
    assert player(site, hall, 2).get(path).status_code == 403


def test_at_an_open_evening_a_card_opens_a_table_that_joins_under_its_number(site: Site, open_hall: Hall) -> None:
    token, phone, guest = card(open_hall, 7), site.phone(), site.phone()
    page = reads(phone, token)
    link = re.search(rf'href="(/tables/new/{GAME}\?card=7)"', page)
    assert link
    form = Form(phone.get(link[1]).text, "new-table")
    assert form.action == "/tables?card=7"
    answer = phone.post(form.action, data={**form.filled(), "name": ["Ann", "Ben", "Cat"]})
    assert answer.status_code == 303, answer.text
    guests = open_hall.now.state.guests
    assert [(one.number, one.names) for one in guests.values()] == [(7, ("Ann", "Ben", "Cat"))]
    assert [one.name for one in open_hall.now.state.people.values()] == ["Ann", "Ben", "Cat"]
    assert reads(guest, token) == "303 /join"
    assert "Who are you?" in guest.get("/join").text


def test_a_running_table_joins_by_the_code_and_leaves_again(site: Site, open_hall: Hall) -> None:
    karin, host = site.phone(), site.phone()
    open_hall.admit(site.device(karin), Role.REFEREE, name="Karin")
    table = site.open_table(host, host_seat=1)
    way = open_hall.services.store.invites(open_hall.id, Scope.EVENING)[Role.PLAYER].token
    assert "The table of Ann, Ben, Cat joins" in reads(host, way)
    asked = host.post("/accept", data={"way": way, "as": f"table-{table.id}"})
    assert "New on the list: Ben, Cat" in asked.text
    assert not open_hall.now.state.guests
    stranger = site.phone().post("/accept", data={"way": way, "as": f"table-{table.id}", "sure": "yes"})
    assert stranger.status_code == 403
    joined = host.post("/accept", data={"way": way, "as": f"table-{table.id}", "sure": "yes"})
    assert joined.location == f"/tables/{table.id}"
    assert karin.get(f"/tables/{table.id}").status_code == 200
    ben = open_hall.now.state.people[2].name
    assert (ben, open_hall.now.device_of(2)) == ("Ben", site.device(host)), "its seat says who it is"
    assert "Tuesday club, table 1" in host.get(f"/tables/{table.id}").text
    assert "Leave the evening" in host.get(f"/tables/{table.id}/choices").text
    assert host.post(f"/tables/{table.id}/evening/part").status_code == 303
    assert not open_hall.now.state.guests
    assert karin.get(f"/tables/{table.id}").status_code == 404


def test_the_last_hand_is_told_at_each_table_until_it_is_read(site: Site, hall: Hall) -> None:
    ben = player(site, hall, 2)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    page = f"/tables/{hall.table(1)}"
    assert "Round 1 of 2, until" in ben.get(page).text
    hall.add(kinds.LastHand(1))
    assert "Last hand. Play the hand that lies on the table. No new deal." in ben.get(page).text
    assert ben.post(f"{page}/evening/read", data={"does": "last-hand"}).status_code == 303
    assert hall.now.state.round is not None
    assert hall.now.state.round.sittings[1].acknowledged
    assert "Play the hand that lies" not in ben.get(page).text


def test_an_announcement_stays_until_this_phone_has_read_it(site: Site, hall: Hall) -> None:
    ben, cat = player(site, hall, 2), player(site, hall, 3)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.add(kinds.Announced("Pizza at nine", "Karin"))
    page = f"/tables/{hall.table(1)}"
    seen = re.search(r'name="lines" value="(\d+)"', ben.get(page).text)
    assert seen
    ben.post(f"{page}/evening/read", data={"does": "read", "lines": seen[1]})
    assert "Pizza" not in ben.get(page).text
    assert "Karin: Pizza at nine" in cat.get(page).text


def test_what_is_read_on_one_of_two_open_pages_goes_from_the_other_one(site: Site, hall: Hall) -> None:
    ben = player(site, hall, 2)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    table, evening = f"/tables/{hall.table(1)}", f"/evenings/{hall.id}"
    pages = {f"{evening}/me": f"{evening}/me/read", table: f"{table}/evening/read"}
    for there, here in zip(pages, reversed(pages), strict=True):
        hall.add(kinds.Announced("Pizza at nine", "Karin"))
        hall.tables.follow()
        hub, watched = (site.hub, hall.table(1)) if there == table else (hall.services.part(EveningHub), hall.id)
        assert "Pizza at nine" in ben.get(there).text
        with hub.watch(watched, None) as page:
            assert ben.post(pages[here], data={"does": "read", "lines": str(hall.now.state.seq)}).status_code == 303
            assert page.wait(0), f"{there} is not drawn again"
        assert "Pizza" not in ben.get(there).text


TALLY = {"type": "tally", "tricks": [9, 4, 0, 0]}


def _play_match(site: Site, table: int) -> None:
    host = next(one for one in site.store.grants(table) if one.is_host)
    for dealer in range(4):
        raws = {"type": "deal", "dealer": dealer}, TALLY
        assert isinstance(site.make(table, host, *raws, op=f"{dealer + 1:016}", seen=None), Made)


def test_what_was_refused_is_not_said_of_other_points(site: Site, hall: Hall) -> None:
    ben, cat = player(site, hall, 2), player(site, hall, 3)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    table = hall.table(1)
    _play_match(site, table)
    page, to = f"/tables/{table}", f"/tables/{table}/evening/result"
    sent = {"scores": re.findall(r'name="scores" value="([-\d ]+)"', ben.get(page).text)[0]}
    for phone, does in ((ben, "report"), (cat, "reject")):
        assert phone.post(to, data={"does": does, **sent}).status_code == 303
    assert "Refused: Ann " in visible(ben.get(page).text)
    host = next(one for one in site.store.grants(table) if one.is_host)
    changes = [{"target": 7, "with": [{**TALLY, "tricks": [8, 5, 0, 0]}]}]
    corrected = {"type": "amend", "changes": changes, "reason": "miscounted"}
    assert isinstance(site.make(table, host, corrected, op="c" * 16, seen=None), Made)
    seen = visible(ben.get(page).text)
    assert "Round finished: Ann " in seen
    assert "Refused" not in seen


@pytest.mark.parametrize("counted", [False, True], ids=["reported", "counted"])
def test_who_reported_a_result_without_entries_is_told_that_it_was_refused(
    site: Site, hall: Hall, counted: bool
) -> None:
    ben, cat, eva = (player(site, hall, person) for person in (2, 3, 5))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    scores = [26, 13, 9, 4]
    programs = [ApiClient(site.app, token=cookie.value) for one in (ben, eva) if (cookie := one.get_cookie(COOKIE))]

    def told() -> list[tuple[object, object]]:
        answers = (program.client.get(f"{API}/evenings/{hall.id}", headers=program.headers) for program in programs)
        seen = [answer.json["rounds"][0]["tables"][0] for answer in answers if answer.json]
        return [(one["reported"], one["refused"]) for one in seen]

    line = {"type": "reported", "round": 1, "number": 1, "scores": scores}
    assert programs[0].post(f"/evenings/{hall.id}/lines", line).status_code == 201
    assert told() == [(scores, None), (None, None)], "not of others' tables"
    table = hall.table(1)
    if counted:
        hall.add(kinds.Confirmed(1, 1, tuple(scores)))
        hall.add(kinds.Rejected(1, 1))
    else:
        sent = {"does": "reject", "scores": "26 13 9 4"}
        assert cat.post(f"/tables/{table}/evening/result", data=sent).status_code == 303
    assert "Refused: Ann 26, Ben 13" in visible(ben.get(f"/tables/{table}").text)
    page = ben.get(f"/evenings/{hall.id}/me").text
    assert "What was reported was refused. Agree on the result and tell the organiser." in page
    assert "This is the result" not in page
    assert told() == [(None, scores), (None, None)]
    hall.add(kinds.Confirmed(1, 1, (13, 26, 9, 4)))
    assert "Refused" not in visible(ben.get(f"/tables/{table}").text)


def test_a_result_is_reported_by_one_side_and_confirmed_by_another(site: Site, hall: Hall) -> None:
    ben, cat = player(site, hall, 2), player(site, hall, 3)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    table = hall.table(1)
    _play_match(site, table)
    page = ben.get(f"/tables/{table}").text
    assert re.search(rf'href="/evenings/{hall.id}">To round 2</a>', page)
    assert "Play again" not in page
    scores = re.search(r'name="scores" value="([-\d ]+)"', page)
    assert scores, page
    to = f"/tables/{table}/evening/result"
    assert ben.post(to, data={"does": "report", "scores": "1 2"}).status_code == 409, "not what the page had shown"
    in_form, before = rf'{to}"><input type="hidden" name="op" value="([^"]+)"', len(hall.now.lines)
    key = re.search(in_form, page)
    assert key is not None
    assert re.search(in_form, ben.get(f"/evenings/{hall.id}/me").text)
    sent = {"does": "report", "scores": scores[1], "op": key[1]}
    assert [ben.post(to, data=sent).status_code for _time in range(2)] == [303, 303]
    assert len(hall.now.lines) == before + 1, "sent twice it is said once"
    assert "To be confirmed: Ann " in visible(ben.get(f"/tables/{table}").text)
    assert ben.post(to, data={"does": "confirm", "scores": scores[1]}).status_code == 403
    assert "Ben says that this is the result." in cat.get(f"/evenings/{hall.id}/me").text
    refused = {"does": "reject", "scores": scores[1]}
    assert [cat.post(to, data=refused).status_code for _time in range(2)] == [303, 303]
    assert len(hall.now.lines) == before + 2, "refused twice it is refused once"
    assert "Refused: Ann " in visible(ben.get(f"/tables/{table}").text)
    assert "What was reported was refused." in ben.get(f"/evenings/{hall.id}/me").text
    assert ben.post(to, data={"does": "report", "scores": scores[1]}).status_code == 303
    assert "Refused: " not in visible(ben.get(f"/tables/{table}").text)
    confirmed = {"does": "confirm", "scores": scores[1], "op": key[1]}
    assert [cat.post(to, data=confirmed).status_code for _time in range(2)] == [303, 303]
    assert hall.now.state.round is not None
    assert hall.now.state.round.sittings[1].is_in
    assert "of 8" in ben.get(f"/evenings/{hall.id}/me").text

    hall.add(kinds.Ended(1))
    first = f"/tables/{table}"
    assert "To round 2</a>" in ben.get(first).text
    hall.seat((1, 5, 2, 6), (3, 7, 4, 8))
    assert "To round 2</a>" in ben.get(first).text, "it is played now"
    hall.add(kinds.Ended(2))
    assert "Back to the evening</a>" in ben.get(first).text


def test_what_concerns_a_table_wakes_who_has_it_open(site: Site, hall: Hall) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.tables.follow()
    first, second = hall.table(1), hall.table(2)
    with site.hub.watch(first, None) as one, site.hub.watch(second, None) as two:
        hall.add(
            kinds.Coming(first, 1, "Karin"),
            who=hall.admit(site.device(site.phone()), Role.REFEREE, name="Karin"),
        )
        hall.tables.follow()
        assert (one.wait(0), two.wait(0)) == (True, False)
        hall.add(kinds.Announced("Pizza", "Eva"))
        hall.tables.follow()
        assert (one.wait(0), two.wait(0)) == (True, True)


def test_the_host_of_a_table_does_not_let_the_evening_s_referee_go(site: Site, hall: Hall) -> None:
    ben, karin = player(site, hall, 2), site.phone()
    hall.admit(site.device(karin), Role.REFEREE, name="Karin")
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    table = hall.table(1)
    grant = next(one.id for one in site.store.grants(table) if one.role == Role.REFEREE)
    answer = ben.post(f"/tables/{table}/referees/{grant}/dismiss", data={"sure": "yes"})
    assert answer.status_code == 409
    assert "rules at the whole evening" in answer.text
    assert karin.get(f"/tables/{table}").status_code == 200


def test_the_first_page_lists_evenings_and_keeps_their_tables_apart(site: Site, hall: Hall) -> None:
    ben, karin = player(site, hall, 2), site.phone()
    hall.admit(site.device(karin), Role.REFEREE, name="Karin")
    own = site.open_table(ben)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    page = ben.get("/").text
    assert page.index(f'/tables/{own.id}"') < page.index("Tuesday club") < page.index("1 table of this evening")
    assert page.index("1 table of this evening") < page.index(f'/tables/{hall.table(1)}"')
    assert f"/tables/{hall.table(1)}" not in karin.get("/").text


def test_a_result_that_was_entered_past_the_table_stays(site: Site, hall: Hall) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (5, 4, 3, 1)))
    site.tables.refresh(hall.table(1))
    hall.tables.follow()
    assert hall.now.state.round is not None
    result = hall.now.state.round.sittings[1].result
    assert result is not None
    assert result.scores == (5, 4, 3, 1)
