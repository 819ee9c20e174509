"""Uploads that are too large, too many at once, too much work, or not sent as a form of ours."""

import json
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient

from rules_core import record
from tests.web.support.api_client import ApiClient, host_of, problem
from tests.web.support.german_pages import speaks_german
from tests.web.support.hall import Hall
from tests.web.support.records import DEAL, a_record, play, send
from tests.web.support.site import Site
from webapp.files.frames import FileAnswer, FileRequest
from webapp.files.kinds import ReaderEnded, TookTooLong
from webapp.files.upload_reader import READER, UploadReader
from webapp.http.limits import (
    LARGEST_COMPRESSED,
    LARGEST_UNKNOWN_UPLOAD,
    MOST_FORM_PARTS,
    MOST_UNKNOWN_EVENTS,
    UPLOAD_ENVELOPE,
)
from webapp.http.rate_limits import UPLOAD_REST
from webapp.services import services_in

CLUBS = [DEAL, play(1, "7C"), play(2, "2H"), play(0, "9C")]


@pytest.fixture
def phone(site: Site) -> FlaskClient:
    return site.phone()


@pytest.fixture
def known(site: Site) -> FlaskClient:
    """A phone that has a table."""
    phone = site.phone()
    site.open_table(phone)
    return phone


@pytest.fixture
def reader(app: Flask, monkeypatch: pytest.MonkeyPatch) -> UploadReader:
    """What reads records, with nobody waiting for it."""
    monkeypatch.setattr("webapp.files.upload_reader.UPLOAD_WAIT", 0)
    return services_in(app).part(UploadReader)


def sent_whole(phone: FlaskClient, text: bytes, **headers: str) -> Any:
    # Plain bytes: the test's client would leave a file open.
    body = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n' + text + b"\r\n--x--\r\n"
    return phone.post("/records", data=body, content_type="multipart/form-data; boundary=x", headers=headers)


def test_a_large_record_is_taken_here_and_nowhere_else(phone: FlaskClient) -> None:
    large = json.dumps(a_record(*CLUBS)) + " " * 100_000
    assert send(phone, large).status_code == 200
    assert phone.post("/join", data={"code": large}).status_code == 413


def test_what_is_too_large_is_not_read(known: FlaskClient) -> None:
    answer = sent_whole(known, b" " * (record.MAX_BYTES + UPLOAD_ENVELOPE))
    assert answer.status_code == 413
    assert "longer than 4 MB" in answer.text
    assert "<textarea" in answer.text


def test_a_stranger_sends_less(site: Site, known: FlaskClient) -> None:
    """Whoever has a table may send the longest record that a table here can have."""
    long = json.dumps(a_record(*CLUBS)) + " " * LARGEST_UNKNOWN_UPLOAD
    assert send(known, long).status_code == 200
    refused = send(site.phone(), long)
    assert refused.status_code == 413
    assert "It is longer than 256 kB" in refused.text
    unread = sent_whole(site.phone("de"), b" " * (LARGEST_UNKNOWN_UPLOAD + UPLOAD_ENVELOPE))
    assert unread.status_code == 413
    speaks_german(unread.text, "länger als 256 kB")


@pytest.mark.parametrize(
    "has",
    [
        lambda site, device: Hall(services_in(site.app), organiser=device),
        lambda site, device: site.store.open_circle("Thursdays", device_id=device),
    ],
    ids=["an evening", "a circle"],
)
def test_who_has_an_evening_or_a_circle_alone_is_no_stranger(site: Site, has: Callable[[Site, int], object]) -> None:
    phone, other = site.phone(), site.phone()
    long = json.dumps(a_record(*CLUBS)) + " " * LARGEST_UNKNOWN_UPLOAD
    has(site, site.device(phone))
    assert send(phone, long).status_code == 200
    assert send(other, long).status_code == 413


def test_a_program_without_a_table_sends_less(app: Flask) -> None:
    long = a_record(*CLUBS, x="x" * LARGEST_UNKNOWN_UPLOAD)
    answer = ApiClient(app).post("/records", long)
    assert problem(answer) == (413, "too-large")
    assert "256 kB" in answer.json["message"]  # type: ignore[index]
    assert host_of(app).post("/records", long).status_code == 201


def test_entries_of_a_stranger_are_fewer(known: FlaskClient, site: Site) -> None:
    many = a_record(DEAL, *[{"type": "adjust", "points": [0, 0, 0], "reason": "x"}] * MOST_UNKNOWN_EVENTS)
    assert "at most 1500 entries" in send(site.phone(), many).text
    assert send(known, many).status_code == 200


def test_corrections_of_a_stranger_are_fewer(known: FlaskClient, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.history.records.reader.MOST_UNKNOWN_REFOLDED", 20)
    corrected = a_record(*CLUBS, *[{"type": "amend", "changes": [{"target": 0, "with": [DEAL]}]}] * 6)
    assert "more entries again than can be checked" in send(site.phone(), corrected).text
    assert send(known, corrected).status_code == 200


def test_of_two_at_once_the_second_waits_or_comes_again(phone: FlaskClient, reader: UploadReader) -> None:
    with reader.turns.of(READER):
        answer = send(phone, a_record(*CLUBS))
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")
    assert "Something else is still being read here" in answer.text
    assert "7C" in answer.text
    assert send(phone, a_record(*CLUBS)).status_code == 200


def test_one_device_and_one_network_send_one_at_a_time(site: Site, known: FlaskClient, reader: UploadReader) -> None:
    """Nobody but them is kept waiting by their slow line."""
    near, far = site.phone(), site.phone()
    near.environ_base["REMOTE_ADDR"], far.environ_base["REMOTE_ADDR"] = "192.0.2.7", "192.0.2.8"
    with reader.turns.of(f"device {site.device(known)}", "network 192.0.2.7"):
        assert [send(phone, a_record()).status_code for phone in (known, near, far)] == [429, 429, 200]
        assert near.post("/api/v1/records", json=a_record()).json["code"] == "busy"  # type: ignore[index]
    assert [send(phone, a_record()).status_code for phone in (known, near, far)] == [200] * 3


def test_after_a_long_record_its_sender_rests(site: Site, known: FlaskClient, reader: UploadReader) -> None:
    """Others go on meanwhile, and so does whoever sends a match that people have played."""
    rested: list[tuple[Any, ...]] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("webapp.files.upload_reader.Timer", lambda *given: rested.append(given) or Mock())
        assert [send(known, a_record()).status_code for _ in range(2)] == [200, 200]
        assert rested == []
        assert [sent_whole(known, b" " * (record.MAX_BYTES // 2)).status_code for _ in range(2)] == [422, 429]
        assert send(site.phone(), a_record()).status_code == 200
    ((seconds, wakes, who),) = rested
    assert seconds == pytest.approx(UPLOAD_REST / 2, rel=0.2)
    wakes(*who)
    assert send(known, a_record()).status_code == 200


def test_what_a_fault_quotes_can_be_shown(phone: FlaskClient) -> None:
    """Half of a character cannot; a number may be wider than others read."""
    for text in ('{"\\ud800":1,"\\ud800":2}', json.dumps(a_record({"type": "ruling", "event": 10**40, "text": ""}))):
        assert send(phone, text).status_code == 422
        answer = phone.post("/api/v1/records", data=text, content_type="application/json")
        assert problem(answer)[0] in (400, 422)


def test_a_long_page_is_sent_as_it_is(known: FlaskClient) -> None:
    """To compress it takes time in which nobody else is answered."""
    adjust = {"type": "adjust", "points": [0, 0, 0], "reason": "x" * 450}
    for number, encoding in ((1, "gzip"), (LARGEST_COMPRESSED // 450, None)):
        text = json.dumps(a_record(DEAL, *[adjust] * number)).encode()
        answer = sent_whole(known, text, **{"Accept-Encoding": "gzip"})
        assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, encoding)


UNREAD = ((TookTooLong, 422, "so long that it was given up"), (ReaderEnded, 503, "Send this one again"))


@pytest.mark.parametrize(("fault", "status", "said"), UNREAD)
def test_a_record_that_is_not_read_is_answered(
    phone: FlaskClient,
    reader: UploadReader,
    monkeypatch: pytest.MonkeyPatch,
    fault: type[Exception],
    status: int,
    said: str,
) -> None:
    def fails(_asked: FileRequest) -> FileAnswer:
        raise fault

    monkeypatch.setattr(reader, "read", fails)
    answer = send(phone, a_record(*CLUBS))
    assert answer.status_code == status
    assert said in answer.text
    told = phone.post("/api/v1/records", json=a_record(*CLUBS))
    assert told.status_code == status
    assert said in told.json["message"]  # type: ignore[index]


def test_a_form_of_many_fields_is_no_record(phone: FlaskClient) -> None:
    fields = {f"f{number}": "" for number in range(MOST_FORM_PARTS + 1)}
    assert phone.post("/records", data=fields, content_type="multipart/form-data").status_code == 422
