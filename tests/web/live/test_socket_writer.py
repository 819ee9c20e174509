"""One phone's socket: nobody waits for it, the newest wins, and what is under way is finished first."""

import socket
from collections.abc import Iterator

import gevent
import pytest
from gevent.socket import socketpair

from tests.running import PATIENCE
from webapp.http import answers
from webapp.live import socket_writer
from webapp.live.socket_writer import SocketWriter, send_now_to_all, send_to_all

OLD, NEWER, NEWEST = (answers.state_event(seq, letter * 300_000) for seq, letter in ((1, "a"), (2, "b"), (3, "c")))


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The server's end and the phone's, which takes little at a time."""
    here, there = socketpair()
    there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with gevent.Timeout(PATIENCE):
        yield here, there
    here.close()
    there.close()


@pytest.fixture
def opened(pair: tuple[socket.socket, socket.socket]) -> Iterator[tuple[SocketWriter, gevent.Greenlet]]:
    """A wire whose answer has begun, and the greenlet that waits for its end."""
    line = SocketWriter(pair[0], chunked=False)
    listening = gevent.spawn(line.listen)
    gevent.sleep()
    yield line, listening
    line.close()
    listening.kill()


def read(sock: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += sock.recv(size - len(data))
    return data


def test_what_is_sent_before_the_head_waits_for_it(pair: tuple[socket.socket, socket.socket]) -> None:
    line = SocketWriter(pair[0], chunked=True)
    line.send(answers.state_event(1, "old"))
    line.send(answers.state_event(2, "new"))
    listening = gevent.spawn(line.listen)
    whole = answers.state_event(2, "new").chunk
    assert read(pair[1], len(whole)) == whole
    line.close()
    listening.kill()


def test_what_is_under_way_is_finished_and_then_the_newest(
    pair: tuple[socket.socket, socket.socket], opened: tuple[SocketWriter, gevent.Greenlet]
) -> None:
    line, _listening = opened
    for message in (OLD, NEWER, NEWEST):
        line.send(message)
    send_now_to_all([line], answers.HEARTBEAT)  # a phone that is behind does without it
    assert read(pair[1], len(OLD.plain)) == OLD.plain
    assert read(pair[1], len(NEWEST.plain)) == NEWEST.plain
    send_now_to_all([line], answers.HEARTBEAT)
    assert read(pair[1], len(answers.HEARTBEAT.plain)) == answers.HEARTBEAT.plain


def test_of_many_each_gets_what_it_takes_and_nobody_waits_for_another(
    pair: tuple[socket.socket, socket.socket], opened: tuple[SocketWriter, gevent.Greenlet]
) -> None:
    """One takes little, one has gone unheard, one is quick and speaks another HTTP, and one has not begun."""
    slow, _listening = opened
    pairs = [socketpair() for _ in range(3)]
    gone, quick, later = (SocketWriter(here, chunked=number == 1) for number, (here, _there) in enumerate(pairs))
    _, at_quick, at_later = (there for _here, there in pairs)
    listening = [gevent.spawn(line.listen) for line in (gone, quick)]
    gevent.sleep()
    pairs[0][1].close()
    send_to_all([slow], OLD)
    for message in (answers.state_event(2, "one"), answers.state_event(3, "two")):
        send_to_all([gone, slow, quick, later], message)
        assert read(at_quick, len(message.chunk)) == message.chunk
    assert read(pair[1], len(OLD.plain + message.plain)) == OLD.plain + message.plain
    listening.append(gevent.spawn(later.listen))
    assert read(at_later, len(message.plain)) == message.plain
    assert not gone.is_ready
    for greenlet in listening:
        greenlet.kill()
    for one in (sock for both in pairs for sock in both):
        one.close()


def test_a_last_word_comes_after_what_is_under_way_and_ends_the_answer(
    pair: tuple[socket.socket, socket.socket], opened: tuple[SocketWriter, gevent.Greenlet]
) -> None:
    line, listening = opened
    line.send(OLD)
    line.end(answers.GONE)
    line.send(NEWEST)
    assert not listening.dead
    assert read(pair[1], len(OLD.plain) + len(answers.GONE.plain)) == OLD.plain + answers.GONE.plain
    listening.join()


def test_a_phone_that_takes_nothing_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
    pair: tuple[socket.socket, socket.socket],
    opened: tuple[SocketWriter, gevent.Greenlet],
) -> None:
    monkeypatch.setattr(socket_writer, "SLOW_SOCKET_WAIT", 0.01)
    line, listening = opened
    line.send(OLD)
    listening.join()
    line.send(NEWEST)
    taken = b""
    while piece := pair[1].recv(65536):
        taken += piece
    assert OLD.plain.startswith(taken)
    assert len(taken) < len(OLD.plain)


def test_a_phone_that_hangs_up_ends_the_wait(
    pair: tuple[socket.socket, socket.socket], opened: tuple[SocketWriter, gevent.Greenlet]
) -> None:
    line, listening = opened
    pair[1].close()
    listening.join()
    line.send(NEWEST)
