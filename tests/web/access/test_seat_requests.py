"""Seats that the host gives: a phone waits with its word, the host answers, and one seat has one phone."""

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import Barrier, Thread

import pytest
from flask.testing import FlaskClient

from tests.web.support.site import Site
from webapp.store import Store, seat_requests
from webapp.store import seat_requests as waiting
from webapp.store.errors import DoorClosed, NotAdmitted, RequestGone, SeatTaken, TooManyRequests
from webapp.store.models import DeskLine, Grant, SeatRequest, Table, utc_now
from webapp.store.seat_requests import ANIMALS, new_word

WORD = re.compile(r"\b[A-Z]{3,9} [1-9][0-9]\b")


@pytest.fixture
def table(site: Site, host: FlaskClient) -> Table:
    """A table of Ann, Ben and Cat whose seats the host gives."""
    return site.open_table(host, seats="approved")


def ask(site: Site, table: Table, seat: int = 2, phone: FlaskClient | None = None) -> tuple[FlaskClient, SeatRequest]:
    """Returns a phone that waits for a seat, a new one if none is given, and its request."""
    phone = phone or site.phone()
    asked = site.store.join(table.id, site.device(phone), role="player", seat=seat)
    assert isinstance(asked, SeatRequest)
    site.tables.refresh(table.id)
    return phone, asked


def seats(site: Site, table: Table) -> dict[int, int]:
    """Returns which device sits where."""
    return {grant.seat: grant.device_id for grant in site.store.grants(table.id) if grant.seat is not None}


def test_words_can_be_read_aloud_and_tell_phones_apart() -> None:
    words: list[str] = []
    for _ in range(waiting.MOST_SEAT_REQUESTS):
        words.append(new_word(words))
    assert all(WORD.fullmatch(word) for word in words)
    assert len({word.split()[0] for word in words}) == waiting.MOST_SEAT_REQUESTS, "no animal twice"
    assert new_word([f"{animal} 10" for animal in ANIMALS]).split()[0] in seat_requests.ANIMALS


def test_a_phone_waits_and_the_host_reads_its_word(site: Site, host: FlaskClient, table: Table) -> None:
    phone, asked = ask(site, table)
    page = phone.get(f"/tables/{table.id}/request")
    assert (page.status_code, asked.word in page.text) == (200, True)
    said = f"A phone that shows <b>{asked.word}</b> wants the seat of Cat."
    for path in ("", "/share"):
        assert said in host.get(f"/tables/{table.id}{path}").text
        assert phone.get(f"/tables/{table.id}{path}").status_code == 404, "it sees nothing before"
    assert asked.word not in site.seat(table, 0).get(f"/tables/{table.id}").text, "only the host answers"


def test_the_host_lets_it_in(site: Site, host: FlaskClient, table: Table) -> None:
    phone, asked = ask(site, table)
    answer = host.post(f"/tables/{table.id}/requests/{asked.word}/let-in", data={"back": f"/tables/{table.id}"})
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}")
    assert seats(site, table) == {2: site.device(phone)}
    there = phone.get(f"/tables/{table.id}/request")
    assert (there.status_code, there.location) == (303, f"/tables/{table.id}")
    part = phone.get(f"/tables/{table.id}/request", headers={"HX-Request": "true"})
    assert part.headers["HX-Redirect"] == f"/tables/{table.id}"
    assert "The host let a phone in on the seat of Cat" in host.get(f"/tables/{table.id}/log").text
    assert asked.word not in host.get(f"/tables/{table.id}").text


def test_the_host_refuses(site: Site, host: FlaskClient, table: Table) -> None:
    phone, asked = ask(site, table)
    answer = host.post(f"/tables/{table.id}/requests/{asked.word}/refuse")
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/share")
    assert "Not let in" in phone.get(f"/tables/{table.id}/request").text
    assert phone.get(f"/tables/{table.id}").status_code == 404
    assert asked.word not in host.get(f"/tables/{table.id}/share").text
    _, again = ask(site, table, 1, phone)
    assert again.word in phone.get(f"/tables/{table.id}/request").text


def test_a_phone_asks_no_longer(site: Site, host: FlaskClient, table: Table) -> None:
    phone, asked = ask(site, table)
    answer = phone.post(f"/tables/{table.id}/request/withdraw")
    assert (answer.status_code, answer.location) == (303, "/")
    assert phone.get(f"/tables/{table.id}/request").status_code == 404
    late = host.post(f"/tables/{table.id}/requests/{asked.word}/let-in")
    assert (late.status_code, "This phone waits no longer" in late.text) == (409, True)
    assert seats(site, table) == {}


def test_another_wish_replaces_the_one_before(site: Site, host: FlaskClient, table: Table) -> None:
    phone, asked = ask(site, table)
    _, other = ask(site, table, 1, phone)
    assert other.seat == 1
    assert other.word != asked.word
    assert ask(site, table, 1, phone)[1].word == other.word
    assert host.post(f"/tables/{table.id}/requests/{asked.word}/let-in").status_code == 409, "a late tap"
    assert host.post(f"/tables/{table.id}/requests/{other.word}/refuse").status_code == 303


def test_who_is_in_asks_as_well_and_the_host_does_not(site: Site, host: FlaskClient, table: Table) -> None:
    ben = site.seat(table, 1)
    answer = ben.post(f"/tables/{table.id}/seat", data={"seat": "2"})
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/request")
    assert seats(site, table) == {1: site.device(ben)}
    assert "This phone waits for the seat of Cat" in ben.get(f"/tables/{table.id}/share").text
    assert "Ask for it: Ann" in ben.get(f"/tables/{table.id}/share").text
    (asked,) = site.store.seat_requests(table.id)
    assert host.post(f"/tables/{table.id}/seat", data={"seat": "0"}).location == f"/tables/{table.id}/share"
    host.post(f"/tables/{table.id}/requests/{asked.word}/let-in")
    assert seats(site, table) == {0: site.device(host), 2: site.device(ben)}


def test_ones_own_seat_is_not_asked_for(site: Site, table: Table) -> None:
    ben = site.seat(table, 1)
    assert ben.post(f"/tables/{table.id}/seat", data={"seat": "1"}).location == f"/tables/{table.id}/share"


def test_a_seat_that_was_taken_meanwhile(site: Site, host: FlaskClient, table: Table) -> None:
    _, asked = ask(site, table)
    site.seat(table, 2)
    late = host.post(f"/tables/{table.id}/requests/{asked.word}/let-in")
    assert (late.status_code, "Somebody sits on this seat by now" in late.text) == (409, True)
    with pytest.raises(SeatTaken):
        ask(site, table, 2)


@pytest.mark.parametrize("taken", ["the other phone is let in", "the host sits there"])
def test_two_phones_for_one_seat(site: Site, host: FlaskClient, table: Table, taken: str) -> None:
    _, first = ask(site, table)
    late, second = ask(site, table)
    if taken == "the host sits there":
        host.post(f"/tables/{table.id}/seat", data={"seat": "2"})
    else:
        host.post(f"/tables/{table.id}/requests/{first.word}/let-in")
    assert second.word not in host.get(f"/tables/{table.id}").text, "only a seat that is free can be given"
    assert "Not let in" in late.get(f"/tables/{table.id}/request").text


def test_nobody_waits_longer_than_half_an_hour(
    site: Site, host: FlaskClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, asked = ask(site, table)
    monkeypatch.setattr(waiting, "utc_now", lambda: utc_now() + waiting.SEAT_REQUEST_LASTS + timedelta(seconds=1))
    site.tables.refresh(table.id)
    assert "Nobody has answered" in phone.get(f"/tables/{table.id}/request").text
    for path in ("", "/share"):
        assert asked.word not in host.get(f"/tables/{table.id}{path}").text
    assert host.post(f"/tables/{table.id}/requests/{asked.word}/let-in").status_code == 409


def test_so_many_wait_and_no_more(site: Site, host: FlaskClient, table: Table) -> None:
    for _ in range(waiting.MOST_SEAT_REQUESTS):
        ask(site, table)
    with pytest.raises(TooManyRequests):
        ask(site, table)
    ben = site.seat(table, 1)
    full = ben.post(f"/tables/{table.id}/seat", data={"seat": "0"})
    assert (full.status_code, "The host answers them first" in full.text) == (429, True)
    assert full.headers["Retry-After"] == "5"
    assert "19 more phones wait for a seat" in host.get(f"/tables/{table.id}").text


def test_who_rules_asks_for_no_seat(site: Site, table: Table) -> None:
    referee = site.referee(table)
    with pytest.raises(NotAdmitted):
        ask(site, table, 2, referee)
    assert referee.post(f"/tables/{table.id}/seat", data={"seat": "2"}).status_code == 409


@pytest.mark.parametrize("answer", ["let-in", "refuse"])
def test_only_the_host_answers(site: Site, table: Table, answer: str) -> None:
    phone, asked = ask(site, table)
    watcher = site.watcher(table)
    for other in (phone, watcher, site.seat(table, 0), site.phone(), site.referee(table)):
        assert other.post(f"/tables/{table.id}/requests/{asked.word}/{answer}").status_code == site.denied(table, other)
    stranger = site.phone()
    elsewhere = site.open_table(stranger)
    assert stranger.post(f"/tables/{elsewhere.id}/requests/{asked.word}/{answer}").status_code == 409
    assert [request.id for request in site.store.seat_requests(table.id)] == [asked.id]


def test_who_is_here_already_is_led_from_the_request_to_the_table(host: FlaskClient, table: Table) -> None:
    assert host.get(f"/tables/{table.id}/request").location == f"/tables/{table.id}"


def test_a_watcher_needs_no_leave_and_a_closed_door_lets_nobody_new_in(site: Site, table: Table) -> None:
    store, stranger = site.store, site.device(site.phone())
    assert isinstance(store.join(table.id, stranger, role="watcher"), Grant)
    closed = site.open_table(site.phone(), door="closed")
    for role, seat in (("player", 1), ("watcher", None)):
        with pytest.raises(DoorClosed):
            store.join(closed.id, site.device(site.phone()), role=role, seat=seat)
    inside = site.device(site.watcher(closed))
    assert isinstance(store.join(closed.id, inside, role="player", seat=1), Grant), "whoever is in may sit down"


def test_the_waiting_page_in_german(site: Site, table: Table) -> None:
    phone, asked = ask(site, table, 2, site.phone("de"))
    page = phone.get(f"/tables/{table.id}/request").text
    assert asked.word in page
    assert "lässt das Handy, das es zeigt, auf den Platz von Cat" in page


# Two phones and one seat


def _at_once(*does: Callable[[], object]) -> list[object]:
    """Does all of it at the same moment, each in a thread of its own, and returns what came of it."""
    start = Barrier(len(does))
    found: list[object] = []

    def one(do: Callable[[], object]) -> None:
        start.wait()
        try:
            found.append(do())
        except (RequestGone, SeatTaken, TooManyRequests) as error:
            found.append(error)

    threads = [Thread(target=one, args=(do,)) for do in does]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.fixture
def open_table(store: Store) -> Table:
    host = store.add_device("the host").id
    return store.create_table(
        game="sixes-and-sevens", players=["Ann", "Ben", "Cat"], options={}, device_id=host, seats="free"
    )


def test_one_seat_is_never_held_by_two_phones(store: Store, open_table: Table) -> None:
    for seat in (0, 1, 2):
        racers = [store.add_device(f"{seat}-{number}").id for number in range(4)]
        found = _at_once(*(partial(store.join, open_table.id, one, role="player", seat=seat) for one in racers))
        assert sum(isinstance(one, Grant) for one in found) == 1
        assert sum(isinstance(one, SeatTaken) for one in found) == 3
    assert len(store.grants(open_table.id)) == 4


def test_one_seat_is_never_given_to_two_phones(site: Site, table: Table) -> None:
    (_, first), (_, second) = ask(site, table), ask(site, table)
    lines = [DeskLine(table_id=table.id, seq=0, kind="let-in", body={"name": "Cat"}) for _ in range(2)]
    answers = _at_once(
        lambda: site.store.approve_request(table.id, first.word, lines[0]),
        lambda: site.store.approve_request(table.id, second.word, lines[1]),
    )
    assert sorted(type(one).__name__ for one in answers) == ["Grant", "RequestGone"]
    assert len(seats(site, table)) == 1
    assert len(site.store.desk(table.id)) == 1, "what did not happen is not noted"
