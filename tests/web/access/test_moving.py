"""A place at one table goes to another phone, by a link that works once and for ten minutes."""

import pytest
from flask.testing import FlaskClient

from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import HAND, Phone, declare
from tests.web.support.records import rows
from tests.web.support.site import Site
from webapp.store.errors import AlreadyHere
from webapp.store.models import Grant, Invite, Table
from webapp.store.roles import Role, Scope


def offer(site: Site, phone: FlaskClient, table: Table) -> str:
    """Makes the link on the phone that is to be left."""
    answer = phone.post(f"/tables/{table.id}/move")
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/move")
    invite = _offered(site, phone, table)
    assert invite is not None
    return f"/join/{invite.token}"


def _offered(site: Site, phone: FlaskClient, table: Table) -> Invite | None:
    return site.store.offered_move(table.id, site.device(phone))


def _grant(site: Site, table: Table, phone: FlaskClient) -> Grant | None:
    return next((g for g in site.store.grants(table.id) if g.device_id == site.device(phone)), None)


def _is(site: Site, table: Table, phone: FlaskClient) -> tuple[Role, int | None, bool, str | None] | None:
    grant = _grant(site, table, phone)
    return None if grant is None else (grant.role, grant.seat, grant.agreed, grant.name)


def test_the_share_page_leads_there_and_the_page_says_what_moves(site: Site, table: Table) -> None:
    ben, before = site.seat(table, 1), rows(site)
    assert f'href="/tables/{table.id}/move"' in ben.get(f"/tables/{table.id}/share").text
    page = ben.get(f"/tables/{table.id}/move").text
    assert "The seat of Ben" in page
    assert "Show the QR" in page
    assert 'class="qr"' not in page
    assert rows(site) == before


def test_the_link_is_shown_to_its_phone_alone(site: Site, host: FlaskClient, table: Table) -> None:
    ben = site.seat(table, 1)
    link = offer(site, ben, table)
    page = ben.get(f"/tables/{table.id}/move").text
    assert link in page
    assert 'class="qr"' in page
    assert "It can be read until" in page
    for other in (host, site.watcher(table), site.seat(table, 2)):
        assert link not in other.get(f"/tables/{table.id}/move").text
        assert link not in other.get(f"/tables/{table.id}/share").text


@pytest.mark.parametrize("who", ["player", "host", "host on a seat", "watcher", "referee", "ruling player"])
def test_the_whole_place_moves(site: Site, host: FlaskClient, table: Table, who: str) -> None:
    phone = {
        "player": lambda: site.seat(table, 1),
        "host": lambda: host,
        "host on a seat": lambda: site.seat(table, 0, host),
        "watcher": lambda: site.watcher(table),
        "referee": lambda: site.referee(table),
        "ruling player": lambda: site.referee(table, "Ben", site.seat(table, 1)),
    }[who]()
    had, new = _is(site, table, phone), site.phone()
    answer = site.accepts(new, offer(site, phone, table))
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}")
    assert _is(site, table, new) == had
    assert _grant(site, table, phone) is None
    assert new.get(f"/tables/{table.id}").status_code == 200


def test_the_old_phone_is_a_stranger_at_once_and_reads_why(site: Site, table: Table) -> None:
    ben = site.seat(table, 1)
    site.accepts(site.phone(), offer(site, ben, table))
    for answer in (ben.get(f"/tables/{table.id}"), ben.post(f"/tables/{table.id}/events", data={"event": "{}"})):
        assert answer.status_code == 404
        assert "has moved to another phone" in answer.text
    assert "has moved" not in site.phone().get(f"/tables/{table.id}").text


def test_a_place_may_go_while_its_page_asks_whether_it_has_gone(
    site: Site, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = site.seat(table, 1)
    device, grants = site.device(ben), site.store.grants

    def later(table_id: int, scope: Scope) -> list[Grant]:
        site.store.end_grant(table_id, device)
        return grants(table_id, scope)

    monkeypatch.setattr(site.store, "grants", later)
    answer = ben.get(f"/tables/{table.id}/move", headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (200, f"/tables/{table.id}/move")


def test_whoever_comes_back_and_is_let_out_reads_nothing_of_it(site: Site, table: Table) -> None:
    ben = site.seat(table, 1)
    site.accepts(site.phone(), offer(site, ben, table))
    site.seat(table, 2, ben)
    site.store.end_grant(table.id, site.device(ben))
    assert "has moved" not in ben.get(f"/tables/{table.id}").text


def test_the_log_says_so_to_everybody(site: Site, host: FlaskClient, table: Table) -> None:
    ben = site.seat(table, 1)
    site.accepts(site.phone(), offer(site, ben, table))
    site.accepts(site.phone(), offer(site, host, table))
    page = site.watcher(table).get(f"/tables/{table.id}/log").text
    assert "The place of Ben moved to another phone" in page
    assert "A place moved to another phone: The host’s place" in page


def test_a_phone_that_left_has_nothing_to_move(site: Site, table: Table) -> None:
    ben = site.seat(table, 1)
    link = offer(site, ben, table)
    site.store.end_grant(table.id, site.device(ben))
    assert site.opens(site.phone(), link).status_code == 410
    assert site.accepts(site.phone(), link).status_code == 410


def test_the_same_phone_and_one_with_a_place_do_not_take_it(site: Site, host: FlaskClient, table: Table) -> None:
    ben, cat = site.seat(table, 1), site.seat(table, 2)
    link = offer(site, ben, table)
    for phone, why in (
        (ben, "Read the link with the other one."),
        (cat, "This phone has a place at this table itself: The seat of Cat."),
        (host, "This phone has a place at this table itself: The host’s place."),
        (site.referee(table), "The referee’s place."),
    ):
        for answer in (site.opens(phone, link), site.accepts(phone, link)):
            assert answer.status_code == 409
            assert why in answer.text
    assert [grant.seat for grant in site.store.grants(table.id)] == [None, 1, 2, None]
    invite = site.store.invite_of(link.rpartition("/")[2])
    assert invite is not None
    for phone in (ben, cat):
        with pytest.raises(AlreadyHere):
            site.store.move(invite, site.device(phone))


@pytest.mark.rule("ODD-7")
def test_the_own_hand_moves_along(site: Site, phone: Phone, table: Table) -> None:
    cat = Phone(site.seat(table, 2), table)
    assert phone.play(1, "9C") == 303
    assert declare(cat, HAND).status_code == 303
    new = site.phone()
    site.accepts(new, offer(site, cat.client, table))
    assert "Your hand, only on this phone." in new.get(phone.url).text
    assert "Withdrawn" not in new.get(f"{phone.url}/log").text
    # It is the same person's: whoever gets the seat next reads nothing of it.
    new.post(f"{phone.url}/seat/leave")
    assert "Withdrawn, since somebody else sits there now:" in site.watcher(table).get(f"{phone.url}/log").text


def test_what_the_old_phone_enters_later_from_another_seat_stays_its_own(site: Site, table: Table) -> None:
    ben, new = site.seat(table, 1), site.phone()
    site.accepts(new, offer(site, ben, table))
    desk = site.tables.at(table.id).desk
    place = desk.lines[-1].seq
    assert desk.heir(site.device(ben), place - 1) == site.device(new)
    assert desk.heir(site.device(ben), place) == site.device(ben)


def test_a_dispute_moves_along(site: Site, table: Table) -> None:
    ben, new = site.seat(table, 1), site.phone()
    sent = {"about": "match", "why": "score", "text": "", "play": "on", "op": "0" * 16, "seen": "0"}
    assert ben.post(f"/tables/{table.id}/disputes", data=sent).status_code == 303
    site.accepts(new, offer(site, ben, table))
    assert new.post(f"/tables/{table.id}/disputes/1/withdraw").status_code == 303
    assert not site.tables.at(table.id).desk.open


def test_other_phones_hear_of_it(site: Site, table: Table) -> None:
    ben = site.seat(table, 1)
    link = offer(site, ben, table)
    with site.hub.watch(table.id, site.device(ben)) as watch:
        site.accepts(site.phone(), link)
        assert watch.wait(0)


def test_moving_in_german(site: Site) -> None:
    host = site.phone("de")
    table = site.open_table(host)
    ben, new = site.seat(table, 1, site.phone("de")), site.phone("de")
    speaks_german(ben.get(f"/tables/{table.id}/share").text, "Auf ein anderes Handy umziehen")
    speaks_german(ben.get(f"/tables/{table.id}/move").text, "Platz von Ben")
    link = offer(site, ben, table)
    speaks_german(ben.get(f"/tables/{table.id}/move").text, "Doch nicht umziehen")
    speaks_german(site.opens(ben, link).text, "Dieses Handy hat den Platz selbst.")
    speaks_german(site.opens(host, link).text, "Der Gastgeber")
    speaks_german(site.opens(new, link).text, "Auf diesem Handy übernehmen")
    site.accepts(new, link)
    speaks_german(site.opens(site.phone("de"), link).text, "Dieser Link ist verbraucht")
    speaks_german(ben.get(f"/tables/{table.id}").text, "auf ein anderes Handy umgezogen")
    speaks_german(new.get(f"/tables/{table.id}/log").text, "Der Platz von Ben ist auf ein anderes Handy umgezogen")
