"""Uploads that are too large, too many at once, or not sent as a form of ours."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.support.records import DEAL, a_record, play, send
from tests.web.support.site import Site
from webapp.history.records import upload as records_in
from webapp.history.records.upload_lock import turn
from webapp.views.records import LARGEST_UPLOAD

CLUBS = [DEAL, play(1, "7C"), play(2, "2H"), play(0, "9C")]


@pytest.fixture
def phone(site: Site) -> FlaskClient:
    return site.phone()


def test_a_large_record_is_taken_here_and_nowhere_else(phone: FlaskClient) -> None:
    large = json.dumps(a_record(*CLUBS)) + " " * 100_000
    assert send(phone, large).status_code == 200
    assert phone.post("/join", data={"code": large}).status_code == 413


def test_what_is_too_large_is_not_read(phone: FlaskClient) -> None:
    # Plain bytes: the test's client would leave a file open.
    body = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n' + b" " * LARGEST_UPLOAD + b"\r\n--x--\r\n"
    answer = phone.post("/records", data=body, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413
    assert "longer than 4 MB" in answer.text
    assert "<textarea" in answer.text


def test_of_two_at_once_the_second_waits_or_comes_again(phone: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.history.records.upload_lock.UPLOAD_WAIT", 0)
    with turn():
        answer = send(phone, a_record(*CLUBS))
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")
    assert "Another record is being read" in answer.text
    assert "7C" in answer.text
    assert send(phone, a_record(*CLUBS)).status_code == 200


def test_others_go_on_while_a_long_record_is_read(phone: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    paused: list[float] = []
    monkeypatch.setattr("webapp.history.records.upload.time.sleep", paused.append)
    tally = [{"type": "deal"}, {"type": "tally", "tricks": [17, 0, 0]}]
    raw = a_record(*tally * 3)
    monkeypatch.setattr(records_in, "EVENTS_A_TURN", 2)
    assert send(phone, raw).status_code == 200
    assert len(paused) == 3


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(phone: FlaskClient, method: str) -> None:
    call: Callable[..., Any] = getattr(phone, method)
    assert call("/records").status_code == 405


def test_another_site_may_not_send(phone: FlaskClient) -> None:
    answer = phone.post("/records", data={"text": "{}"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
