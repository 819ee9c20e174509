"""Which connections are closed where there are too many of them."""

import pytest

from tests.cases import each
from webapp.config import Config
from webapp.http.network import is_proxy
from webapp.server import connections as module
from webapp.server.connections import Connection, Connections


class Socket:
    def shutdown(self, how: int) -> None:
        """Takes it."""


def a_connection(network: str = "192.0.2.1") -> Connection:
    return Connection(Socket(), network)  # type: ignore[arg-type]


def all_scarce(closing: int) -> bool:
    return closing == 0


@pytest.fixture
def plenty() -> Connections:
    return Connections(lambda _closing: False)


def test_where_there_is_room_nobody_is_dropped(plenty: Connections) -> None:
    several = [a_connection() for _ in range(10)]
    for connection in several:
        plenty.wait_for_request(connection)
    assert not any(connection.dropped for connection in several)


def test_silent_ones_go_before_idle_ones_and_the_oldest_first() -> None:
    room = [True]
    connections = Connections(lambda closing: not room[0] and closing == 0)
    idle, old, young, newest = several = [a_connection() for _ in range(4)]
    connections.wait_for_next(idle)
    for connection in (old, young):
        connections.wait_for_request(connection)
    room[0] = False
    connections.wait_for_request(newest)
    assert [connection.dropped for connection in several] == [False, True, False, False]
    connections.wait_for_request(young)
    assert not young.dropped, "the one before it has not been closed yet"
    connections.forget(old)
    connections.resume(young)
    connections.wait_for_request(newest)
    assert [connection.dropped for connection in several] == [True, True, False, False]


def test_who_has_just_come_may_say_something_and_who_has_had_an_answer_goes() -> None:
    connections, only = Connections(all_scarce), a_connection()
    connections.wait_for_request(only)
    assert not only.dropped
    connections.wait_for_next(only)
    assert only.dropped


def test_who_is_being_answered_stays() -> None:
    connections = Connections(all_scarce)
    answered, newest = a_connection(), a_connection()
    connections.wait_for_request(answered)
    connections.resume(answered)
    connections.wait_for_request(newest)
    assert not answered.dropped


def test_each_network_has_its_own_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SILENT_A_NETWORK", 2)
    connections = Connections(lambda _closing: False)
    here = [a_connection() for _ in range(3)]
    there = [a_connection("192.0.2.2") for _ in range(2)]
    uncounted = [a_connection("") for _ in range(9)]
    for connection in (*there, *here, *uncounted):
        connections.wait_for_request(connection)
    assert [connection.dropped for connection in here] == [True, False, False]
    assert not any(connection.dropped for connection in (*there, *uncounted))
    for connection in (*here, *there, *uncounted):
        connections.forget(connection)
    again = [a_connection() for _ in range(2)]
    for connection in again:
        connections.wait_for_request(connection)
    assert not any(connection.dropped for connection in again), "those that are gone are not counted"


@each(
    "settings address counted",
    [
        ({}, "127.0.0.1", True),
        ({"SIXFOLD_PROXIES": "1"}, "127.0.0.1", False),
        ({"SIXFOLD_PROXIES": "1"}, "::1", False),
        ({"SIXFOLD_PROXIES": "1"}, "192.0.2.1", True),
        ({"SIXFOLD_TRUSTED_PROXIES": "192.0.2.0/24"}, "192.0.2.1", False),
        ({"SIXFOLD_TRUSTED_PROXIES": "192.0.2.0/24"}, "127.0.0.1", True),
    ],
)
def test_those_behind_a_proxy_are_not_counted_together(settings: dict[str, str], address: str, counted: bool) -> None:
    assert is_proxy(Config.from_env(settings), address) is not counted
