"""Streams that the server writes straight to the sockets of the phones."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from tests.processes.streams import HOST, WATCHER, At, DirectStore, Listener, play
from tests.running import running
from webapp.http.limits import STREAMS_A_DEVICE

FIRST: dict[str, object] = {"type": "deal", "dealer": 0}
SECOND: dict[str, object] = {"type": "play", "seat": 1, "card": "QH"}
UNDO: dict[str, object] = {"type": "undo"}
Listen = Callable[..., Listener]
Enter = Callable[[dict[str, object], int], None]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, DirectStore]]:
    """The port of a server, and the store beside it."""
    instance = tmp_path_factory.mktemp("instance")
    direct = DirectStore(instance)
    with running(instance, SIXFOLD_LOG="quiet") as server:
        yield server.port, direct
    direct.store.close()


@pytest.fixture
def at(served: tuple[int, DirectStore]) -> Iterator[At]:
    """A table of its own for the test."""
    at = At(served[1], served[1].table())
    yield at
    at.close()


@pytest.fixture
def listen(served: tuple[int, DirectStore], at: At) -> Listen:
    """Opens the table on a phone."""
    return partial(at.phone, served[0])


@pytest.fixture
def enter(served: tuple[int, DirectStore], at: At) -> Enter:
    """Makes an entry as the host's phone."""
    return partial(play, served[0], at.table_id)


def test_the_whole_table_comes_first_and_then_every_change(listen: Listen, enter: Enter) -> None:
    host, watcher = listen(HOST), listen(WATCHER)
    assert "Transfer-Encoding: chunked" in watcher.until(": connected\n\nid: 0\n")
    host.until("Who deals first?")
    enter(FIRST, 0)
    for phone in (host, watcher):
        phone.until("id: 1\n")
        phone.until("Ben</b> leads")


def test_all_of_a_kind_get_the_same_bytes(listen: Listen, enter: Enter) -> None:
    phones = [listen(WATCHER) for _ in range(3)]
    for phone in phones:
        phone.until("id: 0\n")
    enter(FIRST, 0)
    for phone in phones:
        phone.until("id: 1\n")
    enter(SECOND, 1)
    said = {phone.until("id: 2\n") for phone in phones}
    assert len(said) == 1
    assert "Ben</b> leads" in said.pop()


def test_an_older_http_gets_no_chunks(listen: Listen, enter: Enter) -> None:
    phone = listen(WATCHER, version="HTTP/1.0")
    assert "chunked" not in phone.until("\r\n\r\n")
    assert phone.until("id: 0\n") == ": connected\n\n"
    enter(FIRST, 0)
    assert phone.until("id: 1\n").endswith("\n\n"), "between two messages stands nothing else"


def test_a_grant_that_ended_unheard_closes_the_stream(at: At, listen: Listen, enter: Enter) -> None:
    """As when somebody changes the database beside the server."""
    watcher, host = listen(WATCHER), listen(HOST)
    watcher.until("id: 0\n")
    at.direct.store.end_grant(at.table_id, at.direct.watcher)
    assert watcher.rest().endswith("event: gone\ndata: \n\n\r\n0\r\n\r\n")
    enter(FIRST, 0)
    host.until("id: 1\n")


def test_a_phone_that_takes_nothing_holds_nobody_up_and_gets_the_newest(listen: Listen, enter: Enter) -> None:
    slow, quick = listen(HOST, buffer=2048), listen(WATCHER)
    quick.until("id: 0\n")
    last = 40
    for seen in range(last):
        enter(FIRST if seen == 0 else UNDO if seen % 2 == 0 else SECOND, seen)
        quick.until(f"id: {seen + 1}\n")
    between = slow.until(f"id: {last}\n")
    assert between.count("\nid: ") < last / 2, "what was out of date was left out"
    enter(UNDO, last)
    slow.until(f"id: {last + 1}\n")


def test_who_hangs_up_is_seen_to_go(listen: Listen) -> None:
    host, watcher = listen(HOST), listen(WATCHER)
    host.until("2 <span")
    watcher.socket.close()
    host.until("1 <span")


def test_a_device_has_so_many_streams_and_no_more(listen: Listen) -> None:
    phones = [listen(WATCHER) for _ in range(STREAMS_A_DEVICE)]
    for phone in phones:
        phone.until("id: 0\n")
    one_more = listen(WATCHER)
    assert "429 TOO MANY REQUESTS" in one_more.until("\r\n\r\n")
    one_more.until("too many live pages open")
    listen(HOST).until("id: 0\n")
