"""Check-in: a phone reads the evening's code and is somebody, asks to be, or watches."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.hall import GAME, Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Plan
from webapp.services import services_in
from webapp.store.invites import format_code
from webapp.store.roles import Role, Scope


def code_of(hall: Hall, role: str = "player") -> str:
    return hall.services.store.invites(hall.id, Scope.EVENING)[Role(role)].token


def choose(site: Site, hall: Hall, phone: FlaskClient, chosen: str, name: str = "", token: str = "") -> str:
    """Chooses what the check-in offers, and returns where that leads, or what it says."""
    way = token or code_of(hall)
    phone.get(f"/join/{way}")
    answer = phone.post("/accept", data={"way": way, "as": chosen, "name": name})
    return f"{answer.status_code} {answer.location or answer.text}"


def me(phone: FlaskClient, hall: Hall) -> str:
    return phone.get(f"/evenings/{hall.id}/me").text


def test_a_typed_code_opens_the_check_in_and_the_name_filters_the_list(site: Site, hall: Hall) -> None:
    phone = site.phone()
    code = format_code(hall.services.store.invites(hall.id, Scope.EVENING)[Role.PLAYER].code)
    assert phone.post("/join", data={"code": code}).location == "/join"
    page = phone.get("/join").text
    assert "Who are you?" in page
    assert "Ann" not in page, "nobody reads the list who has typed nothing"
    found = phone.get("/join?name=be", headers={"HX-Request": "true"}).text
    assert re.findall(r'name="as" value="(\w+)"', found) == ["2", "new", "watch"]
    exact = phone.get("/join?name=Ben", headers={"HX-Request": "true"}).text
    assert "I am on the list: Ben" in exact
    without_script = phone.post("/accept", data={"way": code_of(hall), "name": "Ben"})
    assert without_script.status_code == 200
    assert "That is me" in without_script.text


def test_a_free_name_is_this_phone_at_once_and_its_seat_comes_with_it(site: Site, hall: Hall) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    ben, ann = site.phone(), site.phone()
    assert choose(site, hall, ben, "2") == f"303 /evenings/{hall.id}"
    assert choose(site, hall, ann, "1") == f"303 /evenings/{hall.id}"
    grants = site.store.grants(hall.table(1))
    assert [(grant.role, grant.seat) for grant in grants] == [(Role.HOST, 1), (Role.PLAYER, 0)]
    page = me(ben, hall)
    assert "Ben sits at table 1" in page
    assert "Opposite Dan" in page
    assert f'href="/tables/{hall.table(1)}"' in page
    assert site.opens(ben, f"/join/{code_of(hall)}").location == f"/evenings/{hall.id}", "it is somebody already"


def test_a_name_with_a_phone_is_asked_for_and_that_phone_hands_it_over_with_the_seat(site: Site, hall: Hall) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    old, new = site.phone(), site.phone()
    choose(site, hall, old, "2")
    assert choose(site, hall, new, "2") == f"303 /evenings/{hall.id}/request"
    waiting = new.get(f"/evenings/{hall.id}/request").text
    asked = next(iter(hall.now.state.requests.values()))
    assert asked.word in waiting
    assert asked.word in me(old, hall)
    assert site.phone().get(f"/evenings/{hall.id}/request").status_code == 404
    path = f"/evenings/{hall.id}/request/{asked.line}"
    assert new.post(path, data={"answer": "let-in"}).status_code == 404, "nobody answers for oneself"
    assert old.post(path, data={"answer": "let-in"}).status_code == 303
    answer = new.get(f"/evenings/{hall.id}/request", headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == f"/evenings/{hall.id}"
    seated = {grant.seat: grant.device_id for grant in site.store.grants(hall.table(1))}
    assert seated == {1: site.device(new)}
    assert old.get(f"/evenings/{hall.id}/me").status_code == 404


def test_who_is_refused_is_told_so_and_may_ask_again(site: Site, hall: Hall) -> None:
    old, new = site.phone(), site.phone()
    choose(site, hall, old, "2")
    choose(site, hall, new, "2")
    line = next(iter(hall.now.state.requests))
    old.post(f"/evenings/{hall.id}/request/{line}", data={"answer": "refuse"})
    assert "Not let in" in new.get(f"/evenings/{hall.id}/request").text
    assert choose(site, hall, new, "3") == f"303 /evenings/{hall.id}"


def test_somebody_else_goes_on_the_list_and_a_name_that_is_there_needs_a_letter(site: Site, hall: Hall) -> None:
    phone = site.phone()
    refused = choose(site, hall, phone, "new", "ben")
    assert refused.startswith("422")
    assert "Add a letter, such as ben K." in refused
    assert 'value="ben"' in refused, "what was typed is kept"
    assert choose(site, hall, phone, "new", " Ben  K ") == f"303 /evenings/{hall.id}"
    assert hall.now.state.people[9].name == "Ben K"
    assert "Round 1 is not seated yet" in me(phone, hall)


def test_a_list_that_is_closed_is_asked(site: Site) -> None:
    hall = Hall(services_in(site.app), Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), door=False))
    phone = site.phone()
    assert choose(site, hall, phone, "new", "Zoe") == f"303 /evenings/{hall.id}/request"
    assert "The organiser is asked to put Zoe on the list." in phone.get(f"/evenings/{hall.id}/request").text
    assert phone.post(f"/evenings/{hall.id}/request/withdraw").status_code == 303
    assert not hall.now.state.requests


def test_whoever_runs_the_evening_and_plays_goes_on_running_it(site: Site) -> None:
    organiser = site.phone()
    hall = Hall(services_in(site.app), organiser=site.device(organiser))
    choose(site, hall, organiser, "1")
    grant = next(one for one in hall.now.grants if one.device_id == site.device(organiser))
    assert (grant.role, grant.person) == (Role.ORGANISER, 1)


def test_watching_and_an_evening_that_is_over(site: Site, hall: Hall) -> None:
    phone = site.phone()
    assert choose(site, hall, phone, "watch") == f"303 /evenings/{hall.id}"
    assert phone.get(f"/evenings/{hall.id}/me").status_code == 403
    hall.add(kinds.Closed())
    assert choose(site, hall, site.phone(), "2").startswith("410")


def test_a_player_leaves_comes_back_and_lets_the_name_go(site: Site, hall: Hall) -> None:
    phone = site.phone()
    choose(site, hall, phone, "2")
    for wanted, said in (
        ("away", "Ben</b> comes back later"),
        ("left", "Ben</b> has left"),
        ("here", "not seated yet"),
    ):
        assert phone.post(f"/evenings/{hall.id}/me/presence", data={"is": wanted}).status_code == 303
        assert said in me(phone, hall)
    assert "This player is here already." in phone.post(f"/evenings/{hall.id}/me/presence", data={"is": "here"}).text
    assert phone.post(f"/evenings/{hall.id}/me/free").status_code == 303
    assert hall.now.device_of(2) is None


def test_another_phone_takes_the_place_with_its_seat(site: Site, hall: Hall) -> None:
    old, new = site.phone(), site.phone()
    choose(site, hall, old, "2")
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    old.post(f"/evenings/{hall.id}/move")
    page = old.get(f"/evenings/{hall.id}/move").text
    code = re.search(r'class="code">([A-Z0-9-]+)<', page)
    assert code
    assert new.post("/join", data={"code": code[1]}).status_code == 303
    assert "Ben" in new.get("/join").text
    invite = hall.services.store.offered_move(hall.id, site.device(old), Scope.EVENING)
    assert invite
    with site.hub.watch(hall.table(1), None) as watch:
        assert new.post("/accept", data={"way": invite.token}).location == f"/evenings/{hall.id}"
        assert watch.wait(0)
    assert hall.now.device_of(2) == site.device(new)
    assert [grant.device_id for grant in site.store.grants(hall.table(1))] == [site.device(new)]


@pytest.mark.parametrize("role", ["deputy", "referee"])
def test_an_invitation_makes_one_phone_a_helper_under_a_name(site: Site, hall: Hall, role: str) -> None:
    token = hall.services.store.renew_invite(hall.id, Role(role), Scope.EVENING).token
    phone = site.phone()
    assert choose(site, hall, phone, "", "", token).startswith("422")
    assert choose(site, hall, phone, "", "Karin", token) == f"303 /evenings/{hall.id}"
    assert [(one.role, one.name) for one in hall.now.grants][1:] == [(role, "Karin")]
    assert choose(site, hall, site.phone(), "", "Eva", token).startswith("410")


def test_a_stand_in_reads_where_to_sit_and_who_is_replaced_who_plays(site: Site, hall: Hall) -> None:
    ann, zoe = site.phone(), site.phone()
    hall.seat((1, 2, 3, 4))
    hall.admit(site.device(ann), Role.PLAYER, 1)
    hall.add(kinds.Listed(len(hall.now.state.people) + 1, "Zoe"))
    hall.admit(site.device(zoe), Role.PLAYER, len(hall.now.state.people))
    page, table = f"/evenings/{hall.id}/me", f"/tables/{hall.table(1)}"
    assert "Zoe</b> plays from round 2" in zoe.get(page).text
    hall.add(kinds.StandIn(1, 1, 1, "Zoe"))
    assert "Zoe</b> plays for Ann at table 1" in zoe.get(page).text
    assert "Zoe plays for Ann" in ann.get(page).text
    assert f"{page}/seat" not in ann.get(page).text
    assert [phone.post(f"{page}/seat").location for phone in (zoe, ann)] == [table, f"/evenings/{hall.id}"]
    assert (zoe.get(table).status_code, ann.get(table).status_code) == (200, 404)
    hall.add(kinds.Left(len(hall.now.state.people)))
    assert "Zoe</b> plays for Ann at table 1" in zoe.get(page).text


def test_a_stand_in_whose_name_begins_as_that_of_who_is_replaced(site: Site, hall: Hall) -> None:
    ann = site.phone()
    hall.seat((1, 2, 3, 4))
    hall.admit(site.device(ann), Role.PLAYER, 1)
    hall.add(kinds.StandIn(1, 1, 1, "Annabel"))
    assert "<h1>Annabel plays for Ann</h1>" in re.sub(r"\s*\n\s*", "", ann.get(f"/evenings/{hall.id}/me").text)


def test_a_stand_in_who_is_replaced_again_is_led_from_the_table_to_the_evening(site: Site, hall: Hall) -> None:
    ann, zoe = site.phone(), site.phone()
    hall.seat((1, 2, 3, 4))
    hall.admit(site.device(ann), Role.PLAYER, 1)
    hall.add(kinds.Listed(len(hall.now.state.people) + 1, "Zoe"))
    hall.admit(site.device(zoe), Role.PLAYER, len(hall.now.state.people))
    page, table = f"/evenings/{hall.id}/me", f"/tables/{hall.table(1)}"
    hall.add(kinds.StandIn(1, 1, 1, "Zoe"))
    assert zoe.post(f"{page}/seat").location == table
    hall.add(kinds.StandIn(1, 1, 1, ""))
    assert ann.post(f"{page}/seat").location == table
    gone = zoe.get(table)
    assert gone.status_code == 404
    assert "Not at this table any more" in gone.text
    assert f'href="/evenings/{hall.id}"' in gone.text
    assert "Zoe</b> plays from round 2" in zoe.get(page).text


def test_whom_the_host_of_a_table_has_let_out_reads_that(site: Site, hall: Hall) -> None:
    host, ben = site.phone(), site.phone()
    hall.seat((1, 2, 3, 4))
    for person, phone in enumerate((host, ben), 1):
        hall.admit(site.device(phone), Role.PLAYER, person)
        assert phone.post(f"/evenings/{hall.id}/me/seat").status_code == 303
    number = hall.table(1)
    (held,) = (one for one in site.store.grants(number) if one.device_id == site.device(ben))
    assert host.post(f"/tables/{number}/grants/{held.id}/remove").status_code == 303
    assert "The host has let this phone out of the table." in ben.get(f"/tables/{number}").text


def test_who_leaves_while_a_round_is_played_reads_that_it_was_noted(site: Site, hall: Hall) -> None:
    phone = site.phone()
    hall.admit(site.device(phone), Role.PLAYER, 1)
    hall.seat((1, 2, 3, 4))
    said = f"The next rounds are seated without {hall.now.state.name(1)}."
    page = f"/evenings/{hall.id}/me"
    assert said not in phone.get(page).text
    for wanted, told in (("left", True), ("here", False)):
        assert phone.post(f"{page}/presence", data={"is": wanted}).status_code == 303
        assert (said in phone.get(page).text) is told


def test_a_referee_does_not_sign_with_the_name_of_a_player(site: Site, hall: Hall) -> None:
    token = hall.services.store.renew_invite(hall.id, Role.REFEREE, Scope.EVENING).token
    phone, name = site.phone(), hall.now.state.people[2].name
    answer = choose(site, hall, phone, "", name.upper(), token)
    assert answer.startswith("422")
    assert "Somebody on the list has this name." in answer
    hall.add(kinds.Left(2))
    assert choose(site, hall, phone, "", name, token) == f"303 /evenings/{hall.id}"


def test_who_plays_does_not_rule_and_who_runs_the_evening_keeps_that(site: Site, hall: Hall) -> None:
    token = hall.services.store.renew_invite(hall.id, Role.REFEREE, Scope.EVENING).token
    phone = site.phone()
    choose(site, hall, phone, "2")
    assert "who plays does not rule" in choose(site, hall, phone, "", "Karin", token)


def test_the_recovery_code_makes_another_phone_the_organiser_and_lets_the_lost_one_out(site: Site, hall: Hall) -> None:
    token = code_of(hall, "organiser")
    phone = site.phone()
    assert choose(site, hall, phone, "", "", token) == f"303 /evenings/{hall.id}"
    assert [one.device_id for one in hall.now.grants if one.is_organiser] == [site.device(phone)]
    assert code_of(hall, "organiser") != token


def test_the_page_of_a_player_is_sent_anew_when_its_seat_is_known(site: Site, hall: Hall) -> None:
    phone = site.phone()
    choose(site, hall, phone, "2")
    answer = phone.get(f"/evenings/{hall.id}/me/stream", buffered=False)
    sent = answer.iter_encoded()
    assert b"connected" in next(sent)
    assert b"Round 1 is not seated yet" in next(sent)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    assert b"Ben sits at table 1" in next(sent)
    answer.close()
