"""What a connection's handler reads of a request and sends of an answer, without a network."""

import random
from collections.abc import Iterator
from http.client import parse_headers
from io import BytesIO
from types import SimpleNamespace

import pytest

from webapp.server.handler import BadHead, Handler, read_fields

NAMES = ("Host", "cookie", "Content-Type", "COOKIE", "X-Long_Name", "Accept")
VALUES = ("", " a", "a: b", "\tx  y \t", "=;,\"'", "\u00e4\u00ff\u0085", "a\u00a0")


class Sent:
    """A socket that keeps what it is to send, piece by piece."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def settimeout(self, seconds: float | None) -> None:
        pass

    def sendall(self, data: bytes | bytearray) -> None:
        self.pieces.append(bytes(data))


@pytest.fixture
def handler() -> Handler:
    """A handler that is about to answer."""
    made = Handler.__new__(Handler)
    made.socket, made.request_version, made._held = Sent(), "HTTP/1.1", None
    return made


def answer(handler: Handler, body: Iterator[bytes] | list[bytes]) -> list[bytes]:
    """Returns the pieces in which an answer is sent."""
    handler.result = body
    handler.start_response("200 OK", [("Content-Type", "text/plain"), ("Date", "today")])
    for piece in body:
        handler.write(piece)
    pieces: list[bytes] = handler.socket.pieces
    return pieces


def test_the_head_and_the_beginning_of_the_body_are_sent_in_one(handler: Handler) -> None:
    (whole,) = answer(handler, [b"body"])
    assert whole.startswith(b"HTTP/1.1 200 OK\r\n")
    assert whole.endswith(b"Content-Length: 4\r\n\r\nbody")
    assert handler.response_length == len(whole)


def test_what_comes_later_is_sent_when_it_comes(handler: Handler) -> None:
    first, *later = answer(handler, iter([b"one", b"two"]))
    assert first.endswith(b"\r\n\r\n3\r\none\r\n")
    assert later == [b"3\r\ntwo\r\n"]


def test_an_answer_that_cannot_begin_swallows_nothing_that_follows(
    handler: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError

    monkeypatch.setattr(handler, "finalize_headers", fail)
    with pytest.raises(RuntimeError):
        answer(handler, [b"body"])
    handler._sendall(b"an error")
    assert handler.socket.pieces == [b"an error"]


def test_requests_that_are_not_noted_are_put_into_no_words(monkeypatch: pytest.MonkeyPatch, handler: Handler) -> None:
    lines: list[str] = []
    monkeypatch.setattr(handler, "format_request", lambda: "a line")
    for notes in (False, True):
        handler.server = SimpleNamespace(notes_requests=notes, log=SimpleNamespace(write=lines.append))
        handler.log_request()
    assert lines == ["a line\n"]


@pytest.mark.parametrize("seed", range(20))
def test_fields_are_read_as_the_standard_library_reads_them(seed: int, handler: Handler) -> None:
    chance = random.Random(seed)
    fields = [f"{chance.choice(NAMES)}:{chance.choice(VALUES)}\r\n" for _ in range(chance.randrange(9))]
    head = "".join([*fields, "\r\n"]).encode("latin-1")
    found, known = read_fields(BytesIO(head + b"a body")), parse_headers(BytesIO(head))
    for name in (*NAMES, "Absent"):
        expected = [value.strip(" \t") for value in known.get_all(name, [])]
        assert found.get_all(name) == expected
        assert found.get(name.upper(), "none") == (expected[0] if expected else "none")
    handler.headers = found
    expected_of_environ = [
        (f"HTTP_{name.upper().replace('-', '_')}", value.strip())
        for name, value in known.items()
        if "_" not in name and name != "Content-Type"
    ]
    assert list(handler._headers()) == expected_of_environ
    assert found.typeheader == found.get("content-type")


def test_fields_end_with_an_empty_line() -> None:
    with pytest.raises(BadHead):
        read_fields(BytesIO(b"Host: localhost\r\n"))
