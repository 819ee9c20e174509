"""The host's phone is lost: whoever kept the recovery code becomes the host on another one."""

import pytest
from flask.testing import FlaskClient

from tests.web.house import House
from tests.web.phone import HAND, Phone, declare
from tests.web.records import rows
from tests.web.test_german_pages import speaks_german
from webapp.store import InviteSpent
from webapp.store.codes import show_code
from webapp.store.models import Table


def _code(house: House, table: Table) -> str:
    return show_code(house.store.invites(table.id)["host"].code)


def _all(house: House, table: Table) -> list[tuple[int, str, int | None]]:
    return [(grant.device_id, grant.role, grant.seat) for grant in house.store.grants(table.id)]


def test_every_table_has_its_own_from_the_start_also_the_next_one(house: House, table: Table) -> None:
    after = house.store.create_successor(table.id, first_dealer=None)
    assert after is not None
    assert _code(house, after) != _code(house, table)


def test_the_host_is_shown_it_at_the_start(house: House, host: FlaskClient, table: Table) -> None:
    way = f'href="/tables/{table.id}/recovery"'
    assert way in host.get(f"/tables/{table.id}").text
    assert way in host.get(f"/tables/{table.id}/share").text
    Phone(host, table).enter({"type": "deal", "dealer": 0})
    assert way not in host.get(f"/tables/{table.id}").text, "later on the page to share the table alone"
    before = rows(house)
    page = host.get(f"/tables/{table.id}/recovery").text
    assert _code(house, table) in page
    assert 'class="qr"' in page
    assert "data-print" in page
    assert f"sixfold host-link {table.id}" in page
    assert rows(house) == before


def test_nobody_else_is_shown_it(house: House, table: Table) -> None:
    code, link = _code(house, table), house.link(table, "host")
    for phone in (house.seat(table, 1), house.watcher(table), house.referee(table), house.phone()):
        assert phone.get(f"/tables/{table.id}/recovery").status_code == 403
        assert phone.post(f"/tables/{table.id}/recovery").status_code == 403
        for path in ("", "/share", "/share?role=host", "/log"):
            page = phone.get(f"/tables/{table.id}{path}").text
            assert code not in page
            assert link not in page
            assert "/recovery" not in page
    assert _code(house, table) == code


def test_a_new_code_ends_the_old_one(house: House, host: FlaskClient, table: Table) -> None:
    old, link = _code(house, table), house.link(table, "host")
    answer = host.post(f"/tables/{table.id}/recovery")
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/recovery")
    assert _code(house, table) != old
    gone = house.opens(house.phone(), link)
    assert gone.status_code == 410
    assert "This recovery code is spent" in gone.text


@pytest.mark.parametrize("how", ["link", "typed"])
def test_another_phone_becomes_the_host(house: House, host: FlaskClient, table: Table, how: str) -> None:
    house.seat(table, 0, host)
    new, before = house.phone(), house.link(table, "host")
    if how == "typed":
        answer = new.post("/join", data={"code": _code(house, table).lower()})
        assert answer.location == "/join"
    page = house.opens(new, before) if how == "link" else new.get("/join")
    assert "this phone becomes the host and takes the seat of Ann" in page.text
    assert new.get_cookie("sixfold_device") is None, "looking takes nothing"
    answer = house.accepts(new, before)
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/recovery")
    assert _all(house, table) == [(house.device(new), "host", 0)]
    assert house.link(table, "host") != before
    assert _code(house, table) in new.get(answer.location).text


def test_the_phone_that_was_lost_is_let_out_and_reads_why(house: House, host: FlaskClient, table: Table) -> None:
    house.accepts(house.phone(), house.link(table, "host"))
    answer = host.get(f"/tables/{table.id}")
    assert answer.status_code == 403
    assert "Another phone has become the host of this table with its recovery code." in answer.text


def test_the_code_works_once(house: House, table: Table) -> None:
    link, new = house.link(table, "host"), house.phone()
    house.accepts(new, link)
    for late in (house.opens(house.phone(), link), house.accepts(house.phone(), link)):
        assert late.status_code == 410
    assert house.opens(new, link).location == f"/tables/{table.id}"
    assert len(house.store.grants(table.id)) == 1


def test_two_phones_at_the_same_moment_make_one_host(house: House, table: Table) -> None:
    invite = house.store.invites(table.id)["host"]
    house.store.recover(invite, house.device(first := house.phone()))
    with pytest.raises(InviteSpent):
        house.store.recover(invite, house.device(house.phone()))
    assert _all(house, table) == [(house.device(first), "host", None)]


def test_the_host_itself_spends_nothing(house: House, host: FlaskClient, table: Table) -> None:
    link = house.link(table, "host")
    for answer in (house.opens(host, link), house.accepts(host, link)):
        assert answer.location == f"/tables/{table.id}"
    assert house.link(table, "host") == link


def test_a_player_keeps_the_own_seat(house: House, host: FlaskClient, table: Table) -> None:
    house.seat(table, 0, host)
    ben = house.seat(table, 1)
    assert "takes the seat" not in house.opens(ben, house.link(table, "host")).text
    house.accepts(ben, house.link(table, "host"))
    assert _all(house, table) == [(house.device(ben), "host", 1)]


def test_a_referee_goes_on_ruling_and_takes_no_seat(house: House, host: FlaskClient, table: Table) -> None:
    house.seat(table, 0, host)
    eva = house.referee(table)
    house.accepts(eva, house.link(table, "host"))
    (grant,) = house.store.grants(table.id)
    assert (grant.role, grant.seat, grant.agreed, grant.name) == ("host", None, True, "Eva")


@pytest.mark.rule("ODD-7")
def test_nobody_reads_the_lost_phones_own_hand_by_it(house: House, phone: Phone, table: Table) -> None:
    assert phone.play(1, "9C") == 303
    house.seat(table, 2, phone.client)
    assert declare(phone, HAND).status_code == 303
    new = house.phone()
    house.accepts(new, house.link(table, "host"))
    assert "Your hand, only on this phone." not in new.get(phone.url).text
    assert "Withdrawn, since somebody else sits there now:" in new.get(f"{phone.url}/log").text


def test_the_log_says_so_to_everybody(house: House, table: Table) -> None:
    house.accepts(house.phone(), house.link(table, "host"))
    page = house.watcher(table).get(f"/tables/{table.id}/log").text
    assert "The recovery code was used: this phone is the host now" in page


def test_a_link_to_move_of_the_lost_phone_leads_nowhere(house: House, host: FlaskClient, table: Table) -> None:
    host.post(f"/tables/{table.id}/move")
    offered = house.store.offered_move(table.id, house.device(host))
    assert offered is not None
    house.accepts(house.phone(), house.link(table, "host"))
    assert house.opens(house.phone(), f"/join/{offered.token}").status_code == 410


def test_other_phones_hear_of_it(house: House, table: Table) -> None:
    with house.hub.watch(table.id, None) as watch:
        house.accepts(house.phone(), house.link(table, "host"))
        assert watch.wait(0)


def test_in_german(house: House) -> None:
    host, new = house.phone("de"), house.phone("de")
    table = house.open_table(host, host_seat=0)
    speaks_german(host.get(f"/tables/{table.id}").text, "Ersatzschlüssel")
    speaks_german(host.get(f"/tables/{table.id}/recovery").text, "Am besten ausdrucken oder notieren")
    link = house.link(table, "host")
    speaks_german(house.opens(new, link).text, "dieses Handy wird Gastgeber und übernimmt den Platz von Ann")
    house.accepts(new, link)
    speaks_german(host.get(f"/tables/{table.id}").text, "Gastgeber dieses Tisches geworden")
    speaks_german(house.opens(house.phone("de"), link).text, "Dieser Ersatzschlüssel ist verbraucht")
    speaks_german(new.get(f"/tables/{table.id}/log").text, "Der Ersatzschlüssel wurde benutzt")
