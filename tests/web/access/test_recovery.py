"""The host's phone is lost: whoever kept the recovery code becomes the host on another one."""

import pytest
from flask.testing import FlaskClient

from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import HAND, Phone, declare
from tests.web.support.records import rows
from tests.web.support.site import Site
from webapp.store.errors import InviteSpent
from webapp.store.invites import format_code
from webapp.store.models import Table


def _code(site: Site, table: Table) -> str:
    return format_code(site.store.invites(table.id)["host"].code)


def _all(site: Site, table: Table) -> list[tuple[int, str, int | None]]:
    return [(grant.device_id, grant.role, grant.seat) for grant in site.store.grants(table.id)]


def test_every_table_has_its_own_from_the_start_also_the_next_one(site: Site, table: Table) -> None:
    after = site.store.create_successor(table.id, first_dealer=None)
    assert after is not None
    assert _code(site, after) != _code(site, table)


def test_the_host_is_shown_it_at_the_start(site: Site, host: FlaskClient, table: Table) -> None:
    way = f'href="/tables/{table.id}/recovery"'
    assert way in host.get(f"/tables/{table.id}").text
    assert way in host.get(f"/tables/{table.id}/share").text
    Phone(host, table).enter({"type": "deal", "dealer": 0})
    assert way not in host.get(f"/tables/{table.id}").text, "later on the page to share the table alone"
    before = rows(site)
    page = host.get(f"/tables/{table.id}/recovery").text
    assert _code(site, table) in page
    assert 'class="qr"' in page
    assert "data-print" in page
    assert f"sixfold host-link {table.id}" in page
    assert rows(site) == before


def test_nobody_else_is_shown_it(site: Site, table: Table) -> None:
    code, link = _code(site, table), site.link(table, "host")
    for phone in (site.seat(table, 1), site.watcher(table), site.referee(table), site.phone()):
        assert phone.get(f"/tables/{table.id}/recovery").status_code == site.denied(table, phone)
        assert phone.post(f"/tables/{table.id}/codes", data={"role": "host"}).status_code == site.denied(table, phone)
        for path in ("", "/share", "/share?role=host", "/log"):
            page = phone.get(f"/tables/{table.id}{path}").text
            assert code not in page
            assert link not in page
            assert "/recovery" not in page
    assert _code(site, table) == code


def test_a_new_code_ends_the_old_one(site: Site, host: FlaskClient, table: Table) -> None:
    old, link = _code(site, table), site.link(table, "host")
    answer = host.post(f"/tables/{table.id}/codes", data={"role": "host"})
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/recovery")
    assert _code(site, table) != old
    gone = site.opens(site.phone(), link)
    assert gone.status_code == 410
    assert "This recovery code is spent" in gone.text


@pytest.mark.parametrize("how", ["link", "typed"])
def test_another_phone_becomes_the_host(site: Site, host: FlaskClient, table: Table, how: str) -> None:
    site.seat(table, 0, host)
    new, before = site.phone(), site.link(table, "host")
    if how == "typed":
        answer = new.post("/join", data={"code": _code(site, table).lower()})
        assert answer.location == "/join"
    page = site.opens(new, before) if how == "link" else new.get("/join")
    assert "this phone becomes the host and takes the seat of Ann" in page.text
    assert new.get_cookie("sixfold_device") is None, "looking takes nothing"
    answer = site.accepts(new, before)
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/recovery")
    assert _all(site, table) == [(site.device(new), "host", 0)]
    assert site.link(table, "host") != before
    assert _code(site, table) in new.get(answer.location).text


def test_the_phone_that_was_lost_is_let_out_and_reads_why(site: Site, host: FlaskClient, table: Table) -> None:
    site.accepts(site.phone(), site.link(table, "host"))
    answer = host.get(f"/tables/{table.id}")
    assert answer.status_code == 404
    assert "Another phone has become the host of this table with its recovery code." in answer.text


def test_the_code_works_once(site: Site, table: Table) -> None:
    link, new = site.link(table, "host"), site.phone()
    site.accepts(new, link)
    for late in (site.opens(site.phone(), link), site.accepts(site.phone(), link)):
        assert late.status_code == 410
    assert site.opens(new, link).location == f"/tables/{table.id}"
    assert len(site.store.grants(table.id)) == 1


def test_two_phones_at_the_same_moment_make_one_host(site: Site, table: Table) -> None:
    invite = site.store.invites(table.id)["host"]
    site.store.recover(invite, site.device(first := site.phone()))
    with pytest.raises(InviteSpent):
        site.store.recover(invite, site.device(site.phone()))
    assert _all(site, table) == [(site.device(first), "host", None)]


def test_the_host_itself_spends_nothing(site: Site, host: FlaskClient, table: Table) -> None:
    link = site.link(table, "host")
    for answer in (site.opens(host, link), site.accepts(host, link)):
        assert answer.location == f"/tables/{table.id}"
    assert site.link(table, "host") == link


def test_a_player_keeps_the_own_seat(site: Site, host: FlaskClient, table: Table) -> None:
    site.seat(table, 0, host)
    ben = site.seat(table, 1)
    assert "takes the seat" not in site.opens(ben, site.link(table, "host")).text
    site.accepts(ben, site.link(table, "host"))
    assert _all(site, table) == [(site.device(ben), "host", 1)]


def test_a_referee_goes_on_ruling_and_takes_no_seat(site: Site, host: FlaskClient, table: Table) -> None:
    site.seat(table, 0, host)
    eva = site.referee(table)
    site.accepts(eva, site.link(table, "host"))
    (grant,) = site.store.grants(table.id)
    assert (grant.role, grant.seat, grant.agreed, grant.name) == ("host", None, True, "Eva")


@pytest.mark.rule("ODD-7")
def test_nobody_reads_the_lost_phones_own_hand_by_it(site: Site, phone: Phone, table: Table) -> None:
    assert phone.play(1, "9C") == 303
    site.seat(table, 2, phone.client)
    assert declare(phone, HAND).status_code == 303
    new = site.phone()
    site.accepts(new, site.link(table, "host"))
    assert "Your hand, only on this phone." not in new.get(phone.url).text
    assert "Withdrawn, since somebody else sits there now:" in new.get(f"{phone.url}/log").text


def test_the_log_says_so_to_everybody(site: Site, table: Table) -> None:
    site.accepts(site.phone(), site.link(table, "host"))
    page = site.watcher(table).get(f"/tables/{table.id}/log").text
    assert "The recovery code was used: this phone is the host now" in page


def test_a_link_to_move_of_the_lost_phone_leads_nowhere(site: Site, host: FlaskClient, table: Table) -> None:
    host.post(f"/tables/{table.id}/move")
    offered = site.store.offered_move(table.id, site.device(host))
    assert offered is not None
    site.accepts(site.phone(), site.link(table, "host"))
    assert site.opens(site.phone(), f"/join/{offered.token}").status_code == 410


def test_other_phones_hear_of_it(site: Site, table: Table) -> None:
    with site.hub.watch(table.id, None) as watch:
        site.accepts(site.phone(), site.link(table, "host"))
        assert watch.wait(0)


def test_recovery_in_german(site: Site) -> None:
    host, new = site.phone("de"), site.phone("de")
    table = site.open_table(host, host_seat=0)
    speaks_german(host.get(f"/tables/{table.id}").text, "Ersatzschlüssel")
    speaks_german(host.get(f"/tables/{table.id}/recovery").text, "Am besten ausdrucken oder notieren")
    link = site.link(table, "host")
    speaks_german(site.opens(new, link).text, "dieses Handy wird Gastgeber und übernimmt den Platz von Ann")
    site.accepts(new, link)
    speaks_german(host.get(f"/tables/{table.id}").text, "Gastgeber dieses Tisches geworden")
    speaks_german(site.opens(site.phone("de"), link).text, "Dieser Ersatzschlüssel ist verbraucht")
    speaks_german(new.get(f"/tables/{table.id}/log").text, "Der Ersatzschlüssel wurde benutzt")
