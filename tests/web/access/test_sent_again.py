"""A form that is sent again is answered as the first time, also where it has ended the right to send it."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.circle_phones import is_now, member, numbers
from tests.web.support.circle_tables import Tables
from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.services import services_in
from webapp.store.roles import Role, Scope

OP = re.compile(r'name="op" value="([^"]+)"')


class Sender:
    """A phone that sends the form of a page twice, as one does that has not heard the answer."""

    def __init__(self, phone: FlaskClient) -> None:
        self.phone = phone

    def twice(self, page: str, address: str, **fields: str) -> list[tuple[int, str | None]]:
        """Returns status and address of both answers."""
        op = OP.search(self.phone.get(page).text)
        assert op is not None
        sent = {"op": op[1], **fields}
        answers = [self.phone.post(address, data=sent) for _time in range(2)]
        return [(answer.status_code, answer.location) for answer in answers]


def test_leaving_a_circle(tables: Tables) -> None:
    phone, circle = member(tables), f"/circles/{tables.circle.id}"
    assert Sender(phone).twice(f"{circle}/more", f"{circle}/leave") == [(303, "/"), (303, "/")]
    assert phone.post(f"{circle}/leave", data={"op": "o" * 48}).status_code == 404, "another form is no answer"
    assert tables.host.get(f"{circle}/more").status_code == 200


def test_putting_a_phone_out_of_a_circle_makes_one_new_code(tables: Tables) -> None:
    member(tables)
    store, circle = tables.site.store, f"/circles/{tables.circle.id}"
    grant = store.grants(tables.circle.id, Scope.CIRCLE)[-1]
    page = f"{circle}/phones/{grant.id}/out"
    assert Sender(tables.host).twice(page, page) == [(303, f"{circle}/phones")] * 2
    code = store.invites(tables.circle.id, Scope.CIRCLE)["member"].token
    assert tables.host.post(page, data={"op": "o" * 48}).status_code == 404
    assert store.invites(tables.circle.id, Scope.CIRCLE)["member"].token == code


def test_a_phone_that_says_a_new_name(tables: Tables) -> None:
    page, other = f"/circles/{tables.circle.id}/phone", member(tables)
    assert [tables.host.post(page, data={"new": "Eva"}).status_code for _time in range(2)] == [303, 303]
    assert list(numbers(tables)) == ["Eva"]
    assert other.post(page, data={"new": "eva"}).status_code == 409, "another phone is not the same again"
    assert is_now(tables, tables.host, "") == 303
    assert tables.host.post(page, data={"new": "Eva"}).status_code == 409, "it is no new name for one that is nobody"


def test_forgetting_a_player(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    ben, page = numbers(tables)["Ben"], f"/circles/{tables.circle.id}/players/forget"
    answers = [tables.host.post(page, data={"player": str(ben)}) for _time in range(2)]
    assert {(answer.status_code, answer.location) for answer in answers} == {
        (303, f"/circles/{tables.circle.id}/players")
    }


def test_leaving_an_evening_and_letting_the_own_name_go(site: Site, hall: Hall) -> None:
    ben, evening = site.phone(), f"/evenings/{hall.id}"
    hall.admit(site.device(ben), Role.PLAYER, 2)
    assert Sender(ben).twice(f"{evening}/me/more", f"{evening}/me/presence", **{"is": "left"}) == [(303, evening)] * 2
    assert [line.kind for line in hall.now.lines].count("left") == 1
    assert Sender(ben).twice(f"{evening}/me/more", f"{evening}/me/free") == [(303, "/")] * 2
    assert ben.post(f"{evening}/me/free", data={"op": "o" * 48}).status_code == 404


@pytest.mark.parametrize("own", [True, False], ids=["the own phone", "another one"])
def test_letting_a_helper_out(site: Site, own: bool) -> None:
    organiser, karin = site.phone(), site.phone()
    hall = Hall(services_in(site.app), organiser=site.device(organiser))
    hall.admit(site.device(karin), Role.REFEREE, name="Karin")
    grant = next(one for one in hall.now.grants if one.name == "Karin")
    page = f"/evenings/{hall.id}/helpers/{grant.id}/out"
    to = "/" if own else f"/evenings/{hall.id}/helpers"
    assert Sender(karin if own else organiser).twice(page, page) == [(303, to)] * 2
    assert [line.kind for line in hall.now.lines].count("helper") == 2, "she came, and was let out once"


@pytest.mark.parametrize("own", [True, False], ids=["the own phone", "the host"])
def test_a_referee_who_leaves_a_table_or_is_let_go(site: Site, own: bool) -> None:
    host = site.phone()
    table = site.open_table(host)
    karin = site.referee(table, name="Karin")
    grant = next(one for one in site.store.grants(table.id) if one.name == "Karin")
    page = f"/tables/{table.id}/referees/{grant.id}/dismiss"
    to = "/" if own else f"/tables/{table.id}/share?role=referee"
    assert Sender(karin if own else host).twice(page, page, sure="yes") == [(303, to)] * 2
    assert [line.kind for line in site.store.desk(table.id)].count("dismissed") == 1
