"""A place at one table goes to another phone, by a link that works once and for ten minutes."""

from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from tests.web.house import House
from tests.web.phone import HAND, Phone, declare
from tests.web.records import rows
from tests.web.test_german_pages import speaks_german
from webapp.seats.device import COOKIE
from webapp.store import AlreadyHere, InviteSpent, models
from webapp.store.models import Grant, Invite, Table


def offer(house: House, phone: FlaskClient, table: Table) -> str:
    """Makes the link on the phone that is to be left."""
    answer = phone.post(f"/tables/{table.id}/move")
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/move")
    invite = _offered(house, phone, table)
    assert invite is not None
    return f"/join/{invite.token}"


def _offered(house: House, phone: FlaskClient, table: Table) -> Invite | None:
    return house.store.offered_move(table.id, house.device(phone))


def _grant(house: House, table: Table, phone: FlaskClient) -> Grant | None:
    return next((g for g in house.store.grants(table.id) if g.device_id == house.device(phone)), None)


def _is(house: House, table: Table, phone: FlaskClient) -> tuple[str, int | None, bool, str | None] | None:
    grant = _grant(house, table, phone)
    return grant and (grant.role, grant.seat, grant.agreed, grant.name)


def test_the_share_page_leads_there_and_the_page_says_what_moves(house: House, table: Table) -> None:
    ben, before = house.seat(table, 1), rows(house)
    assert f'href="/tables/{table.id}/move"' in ben.get(f"/tables/{table.id}/share").text
    page = ben.get(f"/tables/{table.id}/move").text
    assert "The seat of Ben" in page
    assert "Show the QR" in page
    assert 'class="qr"' not in page
    assert rows(house) == before


def test_the_link_is_shown_to_its_phone_alone(house: House, host: FlaskClient, table: Table) -> None:
    ben = house.seat(table, 1)
    link = offer(house, ben, table)
    page = ben.get(f"/tables/{table.id}/move").text
    assert link in page
    assert 'class="qr"' in page
    assert "It can be read until" in page
    for other in (host, house.watcher(table), house.seat(table, 2)):
        assert link not in other.get(f"/tables/{table.id}/move").text
        assert link not in other.get(f"/tables/{table.id}/share").text


def test_looking_at_the_link_moves_nothing(house: House, table: Table) -> None:
    ben, other = house.seat(table, 1), house.phone()
    link = offer(house, ben, table)
    before = rows(house)
    page = house.opens(other, link)
    assert page.status_code == 200
    assert "The seat of Ben" in page.text
    assert "Ann, Ben, Cat play Sixes and Sevens." in page.text
    assert rows(house) == before
    assert other.get_cookie(COOKIE) is None
    assert ben.get(f"/tables/{table.id}").status_code == 200


@pytest.mark.parametrize("who", ["player", "host", "host on a seat", "watcher", "referee", "ruling player"])
def test_the_whole_place_moves(house: House, host: FlaskClient, table: Table, who: str) -> None:
    phone = {
        "player": lambda: house.seat(table, 1),
        "host": lambda: host,
        "host on a seat": lambda: house.seat(table, 0, host),
        "watcher": lambda: house.watcher(table),
        "referee": lambda: house.referee(table),
        "ruling player": lambda: house.referee(table, "Ben", house.seat(table, 1)),
    }[who]()
    had, new = _is(house, table, phone), house.phone()
    answer = house.accepts(new, offer(house, phone, table))
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}")
    assert _is(house, table, new) == had
    assert _grant(house, table, phone) is None
    assert new.get(f"/tables/{table.id}").status_code == 200


def test_the_old_phone_is_a_stranger_at_once_and_reads_why(house: House, table: Table) -> None:
    ben = house.seat(table, 1)
    house.accepts(house.phone(), offer(house, ben, table))
    for answer in (ben.get(f"/tables/{table.id}"), ben.post(f"/tables/{table.id}/events", data={"event": "{}"})):
        assert answer.status_code == 403
        assert "has moved to another phone" in answer.text
    assert "has moved" not in house.phone().get(f"/tables/{table.id}").text


def test_a_place_may_go_while_its_page_asks_whether_it_has_gone(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = house.seat(table, 1)
    device, grants = house.device(ben), house.store.grants

    def later(table_id: int) -> list[Grant]:
        house.store.revoke(table_id, device)
        return grants(table_id)

    monkeypatch.setattr(house.store, "grants", later)
    answer = ben.get(f"/tables/{table.id}/move", headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (200, f"/tables/{table.id}/move")


def test_whoever_comes_back_and_is_let_out_reads_nothing_of_it(house: House, table: Table) -> None:
    ben = house.seat(table, 1)
    house.accepts(house.phone(), offer(house, ben, table))
    house.seat(table, 2, ben)
    house.store.revoke(table.id, house.device(ben))
    assert "has moved" not in ben.get(f"/tables/{table.id}").text


def test_the_log_says_so_to_everybody(house: House, host: FlaskClient, table: Table) -> None:
    ben = house.seat(table, 1)
    house.accepts(house.phone(), offer(house, ben, table))
    house.accepts(house.phone(), offer(house, host, table))
    page = house.watcher(table).get(f"/tables/{table.id}/log").text
    assert "The place of Ben moved to another phone" in page
    assert "A place moved to another phone: The host’s place" in page


def test_the_link_works_once(house: House, table: Table) -> None:
    ben, new = house.seat(table, 1), house.phone()
    link = offer(house, ben, table)
    house.accepts(new, link)
    for late in (house.opens(house.phone(), link), house.accepts(house.phone(), link)):
        assert late.status_code == 410
        assert "it moves one place to one phone, once" in late.text
    again = house.opens(new, link)
    assert (again.status_code, again.location) == (303, f"/tables/{table.id}")
    assert len(house.store.grants(table.id)) == 2


def test_after_ten_minutes_it_leads_nowhere(house: House, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ben = house.seat(table, 1)
    link, at = offer(house, ben, table), models.now()
    monkeypatch.setattr(models, "now", lambda: at + timedelta(minutes=11))
    assert house.opens(house.phone(), link).status_code == 410
    assert house.accepts(house.phone(), link).status_code == 410
    assert "Show the QR" in ben.get(f"/tables/{table.id}/move").text
    assert _is(house, table, ben) == ("player", 1, False, None)


def test_a_new_link_ends_the_old_one_and_it_can_be_taken_back(house: House, table: Table) -> None:
    ben = house.seat(table, 1)
    old, new = offer(house, ben, table), offer(house, ben, table)
    assert house.opens(house.phone(), old).status_code == 410
    assert house.opens(house.phone(), new).status_code == 200
    answer = ben.post(f"/tables/{table.id}/move/stop")
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/share")
    assert house.accepts(house.phone(), new).status_code == 410
    taken_back = house.store.invite_of(new.rpartition("/")[2])
    assert taken_back is not None
    with pytest.raises(InviteSpent):
        house.store.move(taken_back, house.device(house.phone()), {})
    assert _is(house, table, ben) == ("player", 1, False, None)


def test_a_phone_that_left_has_nothing_to_move(house: House, table: Table) -> None:
    ben = house.seat(table, 1)
    link = offer(house, ben, table)
    house.store.revoke(table.id, house.device(ben))
    assert house.opens(house.phone(), link).status_code == 410
    assert house.accepts(house.phone(), link).status_code == 410


def test_the_same_phone_and_one_with_a_place_do_not_take_it(house: House, host: FlaskClient, table: Table) -> None:
    ben, cat = house.seat(table, 1), house.seat(table, 2)
    link = offer(house, ben, table)
    for phone, why in (
        (ben, "Read the link with the other one."),
        (cat, "This phone has a place at this table itself: The seat of Cat."),
        (host, "This phone has a place at this table itself: The host’s place."),
        (house.referee(table), "The referee’s place."),
    ):
        for answer in (house.opens(phone, link), house.accepts(phone, link)):
            assert answer.status_code == 409
            assert why in answer.text
    assert [grant.seat for grant in house.store.grants(table.id)] == [None, 1, 2, None]
    invite = house.store.invite_of(link.rpartition("/")[2])
    assert invite is not None
    for phone in (ben, cat):
        with pytest.raises(AlreadyHere):
            house.store.move(invite, house.device(phone), {})


def test_a_phone_that_only_watches_may_take_it(house: House, table: Table) -> None:
    ben, watcher = house.seat(table, 1), house.watcher(table)
    assert house.accepts(watcher, offer(house, ben, table)).status_code == 303
    assert _is(house, table, watcher) == ("player", 1, False, None)
    assert len(house.store.grants(table.id)) == 2


def test_two_phones_at_the_same_moment_get_one_place(house: House, table: Table) -> None:
    invite = house.store.invite_of(offer(house, house.seat(table, 1), table).rpartition("/")[2])
    assert invite is not None
    first, second = (house.store.add_device(name).id for name in ("first", "second"))
    house.store.move(invite, first, {})
    with pytest.raises(InviteSpent):
        house.store.move(invite, second, {})


@pytest.mark.rule("ODD-7")
def test_the_own_hand_moves_along(house: House, phone: Phone, table: Table) -> None:
    cat = Phone(house.seat(table, 2), table)
    assert phone.play(1, "9C") == 303
    assert declare(cat, HAND).status_code == 303
    new = house.phone()
    house.accepts(new, offer(house, cat.client, table))
    assert "Your hand, only on this phone." in new.get(phone.url).text
    assert "Withdrawn" not in new.get(f"{phone.url}/log").text
    # It is the same person's: whoever gets the seat next reads nothing of it.
    new.post(f"{phone.url}/seat/leave")
    assert "Withdrawn, since somebody else sits there now:" in house.watcher(table).get(f"{phone.url}/log").text


def test_what_the_old_phone_enters_later_from_another_seat_stays_its_own(house: House, table: Table) -> None:
    ben, new = house.seat(table, 1), house.phone()
    house.accepts(new, offer(house, ben, table))
    desk = house.play.at(table.id).desk
    place = desk.lines[-1].seq
    assert desk.heir(house.device(ben), place - 1) == house.device(new)
    assert desk.heir(house.device(ben), place) == house.device(ben)


def test_a_dispute_moves_along(house: House, table: Table) -> None:
    ben, new = house.seat(table, 1), house.phone()
    sent = {"about": "match", "why": "score", "text": "", "play": "on", "op": "0" * 16, "seen": "0"}
    assert ben.post(f"/tables/{table.id}/disputes", data=sent).status_code == 303
    house.accepts(new, offer(house, ben, table))
    assert new.post(f"/tables/{table.id}/disputes/1/withdraw").status_code == 303
    assert not house.play.at(table.id).desk.open


def test_other_phones_hear_of_it(house: House, table: Table) -> None:
    ben = house.seat(table, 1)
    link = offer(house, ben, table)
    with house.hub.watch(table.id, house.device(ben)) as watch:
        house.accepts(house.phone(), link)
        assert watch.wait(0)


@pytest.mark.parametrize("path", ["move", "move/stop"])
def test_who_may_not_see_the_table_moves_nothing(house: House, table: Table, path: str) -> None:
    assert house.phone().post(f"/tables/{table.id}/{path}").status_code == 403
    assert house.phone().post(f"/tables/99/{path}").status_code == 404
    assert house.phone().get(f"/tables/{table.id}/move").status_code == 403
    assert house.seat(table, 1).delete(f"/tables/{table.id}/{path}").status_code == 405
    assert house.seat(table, 2).get(f"/tables/{table.id}/move/stop").status_code == 405


def test_in_german(house: House) -> None:
    host = house.phone("de")
    table = house.open_table(host)
    ben, new = house.seat(table, 1, house.phone("de")), house.phone("de")
    speaks_german(ben.get(f"/tables/{table.id}/share").text, "Auf ein anderes Handy umziehen")
    speaks_german(ben.get(f"/tables/{table.id}/move").text, "Platz von Ben")
    link = offer(house, ben, table)
    speaks_german(ben.get(f"/tables/{table.id}/move").text, "Doch nicht umziehen")
    speaks_german(house.opens(ben, link).text, "Dieses Handy hat den Platz selbst.")
    speaks_german(house.opens(host, link).text, "Der Gastgeber")
    speaks_german(house.opens(new, link).text, "Auf diesem Handy übernehmen")
    house.accepts(new, link)
    speaks_german(house.opens(house.phone("de"), link).text, "Dieser Link ist verbraucht")
    speaks_german(ben.get(f"/tables/{table.id}").text, "auf ein anderes Handy umgezogen")
    speaks_german(new.get(f"/tables/{table.id}/log").text, "Der Platz von Ben ist auf ein anderes Handy umgezogen")
