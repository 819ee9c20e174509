"""What a connection's handler reads of a request and sends of an answer, without a network."""

import json
import random
from http.client import parse_headers
from io import BytesIO
from types import SimpleNamespace
from typing import Never

import gevent
import pytest

from tests.web.server.connected import Socket, handler_of
from webapp.http.limits import MOST_HEAD_FIELDS
from webapp.server.handler import BadHead, Handler, read_fields

NAMES = ("Host", "cookie", "Content-Type", "COOKIE", "X-Long_Name", "Accept")
VALUES = ("", " a", "a: b", "\tx  y \t", "=;,\"'", "\u00e4\u00ff\u0085", "a\u00a0")


@pytest.fixture
def handler() -> Handler:
    return handler_of(Socket())


def answers(*comes: bytes) -> bytes:
    """Returns what a connection is answered on which these pieces come."""
    sock = Socket(*comes)
    handler_of(sock).handle()
    return b"".join(sock.pieces)


def test_an_answer_is_sent_when_it_comes() -> None:
    whole = answers(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
    assert whole.startswith(b"HTTP/1.1 200 OK\r\n")
    assert whole.endswith(b"\r\n\r\n5\r\nread:\r\n7\r\nnothing\r\n0\r\n\r\n")


def test_a_body_ends_where_its_length_says_whatever_its_sender_wants_to_speak_next() -> None:
    upgrades = (
        b"POST / HTTP/1.1\r\nHost: here\r\nConnection: upgrade\r\nUpgrade: websocket\r\nContent-Length: 4\r\n\r\n"
    )
    (_nothing, *said) = answers(upgrades + b"bodyrubbish\r\n").split(b"HTTP/1.1 ")
    assert said[0].endswith(b"4\r\nbody\r\n0\r\n\r\n")
    assert [one[:3] for one in said] == [b"200", b"400"]


def test_what_the_end_of_the_server_cuts_short_is_not_answered_as_if_it_had_broken() -> None:
    """What became of it is not known: whoever hears nothing sends it again under its key."""

    def cut(_environ: dict[str, object], _start: object) -> Never:
        raise gevent.GreenletExit

    sock = Socket(b"POST /join HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\nGET / HTTP/1.1\r\nHost: here\r\n\r\n")
    handler_of(sock, application=cut).handle()
    assert sock.pieces == []


def test_what_is_no_request_is_answered_and_nothing_of_it_noted(capfd: pytest.CaptureFixture[str]) -> None:
    for comes, status in ((b"rubbish\r\n", b"400"), (b"GET / HTTP/1.1\r\n: \r\n\r\n", b"400"), (b"", b"")):
        assert answers(comes)[9:12] == status
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("head", "status", "code"),
    [
        (b"Host: here\r\nTransfer-Encoding: chunked\r\n\r\n", 411, "no-length"),
        (b"A: a\r\n" * (MOST_HEAD_FIELDS + 1) + b"\r\n", 431, "large-head"),
        (b": \r\n\r\n", 400, "bad-request"),
    ],
)
def test_a_program_is_told_as_a_problem_what_is_wrong_with_a_head(head: bytes, status: int, code: str) -> None:
    fields, _empty, body = answers(b"POST /api/v1/join HTTP/1.1\r\n", head).partition(b"\r\n\r\n")
    assert fields.startswith(f"HTTP/1.1 {status} ".encode())
    assert b"\r\nContent-Type: application/problem+json\r\n" in fields
    assert fields.endswith(f"Content-Length: {len(body)}".encode())
    problem = json.loads(body)
    assert (problem["status"], problem["code"], problem["type"]) == (status, code, f"urn:sixfold:problem:{code}")
    assert problem["message"] == problem["detail"]
    of_page = answers(b"POST /join HTTP/1.1\r\n", head)
    assert of_page.startswith(f"HTTP/1.1 {status} ".encode())
    assert of_page.endswith(b"Content-Length: 0\r\n\r\n")


def test_a_program_is_told_that_its_address_is_too_long() -> None:
    answer = answers(b"GET /api/v1/tables/", *[b"1" * 1000] * 9, b" HTTP/1.1\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 414 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "long-address"


def test_who_hangs_up_within_a_head_is_told_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    class Gone(Socket):
        def recv_into(self, buffer: memoryview) -> int:
            if self.waits[1:]:
                raise ConnectionResetError
            return super().recv_into(buffer)

    sock = Gone(b"GET / HTTP/1.1\r\n")
    handler_of(sock).handle()
    assert sock.pieces == []
    assert capfd.readouterr() == ("", "")


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
    handler.headers, handler.command, handler.path, handler.request_version = found, "GET", "/", "HTTP/1.1"
    expected_of_environ: dict[str, str] = {}
    for name, value in known.items():
        key = f"HTTP_{name.upper().replace('-', '_')}"
        if "_" not in name and name != "Content-Type":
            before = expected_of_environ.get(key)
            between = "; " if key == "HTTP_COOKIE" else ","
            expected_of_environ[key] = value.strip() if before is None else before + between + value.strip()
    environ = handler.get_environ()
    assert {key: value for key, value in environ.items() if key.startswith("HTTP_")} == expected_of_environ
    assert found.typeheader == found.get("content-type")


def test_fields_end_with_an_empty_line() -> None:
    with pytest.raises(BadHead):
        read_fields(BytesIO(b"Host: localhost\r\n"))
