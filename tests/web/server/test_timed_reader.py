"""How long a request may take to come, by a clock of the test."""

import socket
from io import BufferedReader

import pytest

from webapp.http.durations import BODY_WAIT, LEAST_RATE
from webapp.server import connections as timed_reader
from webapp.server.connections import Connection, Connections, TimedReader


class Trickle:
    """A socket that gives so many bytes at a time, and takes its time for it."""

    def __init__(self, clock: list[float], size: int, seconds: float) -> None:
        self._clock, self._size, self._seconds = clock, size, seconds
        self._patience: float | None = None

    def settimeout(self, seconds: float | None) -> None:
        self._patience = seconds

    def recv_into(self, buffer: memoryview) -> int:
        assert self._patience is not None
        self._clock[0] += self._seconds
        if self._seconds > self._patience:
            raise TimeoutError
        return min(self._size, len(buffer))

    def shutdown(self, how: int) -> None:
        assert how == socket.SHUT_RD


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(timed_reader, "monotonic", lambda: now[0])
    return now


def opened(trickle: Trickle) -> tuple[TimedReader, BufferedReader]:
    connections = Connections(lambda _closing: False)
    reader = TimedReader(trickle, Connection(trickle, "here"), connections)  # type: ignore[arg-type]
    return reader, BufferedReader(reader, 4096)


def test_all_of_a_head_comes_within_its_time(clock: list[float]) -> None:
    reader, file = opened(Trickle(clock, 1, 2.0))
    reader.expect_head(15)
    assert len(file.read(7)) == 7
    with pytest.raises(TimeoutError):
        file.read(1)
    assert reader.late
    with pytest.raises(TimeoutError):  # nor does what comes later count
        file.read(1)


@pytest.mark.parametrize("size", [64 * 1024, 4 * 2**20])
def test_a_body_that_comes_fast_enough_is_read_however_long_it_is(clock: list[float], size: int) -> None:
    reader, file = opened(Trickle(clock, LEAST_RATE * 4, 4.0))
    reader.expect_body()
    assert len(file.read(size)) == size
    assert clock[0] >= size / LEAST_RATE


def test_a_body_that_comes_more_slowly_is_given_up(clock: list[float]) -> None:
    reader, file = opened(Trickle(clock, LEAST_RATE // 2, 1.0))
    reader.expect_body()
    with pytest.raises(TimeoutError):
        file.read(2**20)
    assert clock[0] <= 2 * BODY_WAIT + 1


def test_what_is_here_already_is_read_after_the_deadline(clock: list[float]) -> None:
    """A process that was busy until then has not looked."""
    reader, file = opened(Trickle(clock, 100, 0.0))
    reader.expect_head(15)
    clock[0] = 20
    assert len(file.read(50)) == 50
