"""Every failure ends on a page that helps, in the reader's language, without a word of Python."""

import re
from pathlib import Path

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.cases import each
from tests.web.support.site import Site, build_app
from webapp.http.security import HEADERS
from webapp.services import services_in
from webapp.site.faults import PAGES
from webapp.store.engines import StoreBusy


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, fresh_database: Path) -> Flask:
    """Has addresses that fail in each way; unlike in other tests a fault is answered, not raised."""
    app = build_app(tmp_path_factory.mktemp("built"), fresh_database)
    app.testing = False

    @app.get("/fail/<int:code>")
    def fail(code: int) -> str:
        abort(code)

    @app.get("/fail/reason")
    def reason() -> str:
        abort(404, description="There is no table <7>.")

    @app.get("/fail/fault")
    def fault() -> str:
        raise RuntimeError("secret")

    @app.get("/fail/busy")
    def busy() -> str:
        raise StoreBusy("disk I/O error")

    return app


@pytest.fixture
def phone(site: Site) -> FlaskClient:
    return site.phone()


def _assert_helps(answer: TestResponse, code: int) -> None:
    page = PAGES[code]
    assert answer.status_code == code
    assert answer.mimetype == "text/html"
    assert all(str(text) in answer.text for text in page)
    assert 'href="/"' in answer.text
    assert "Traceback" not in answer.text
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


@each("code", sorted(PAGES))
def test_each_failure_has_its_page(phone: FlaskClient, app: Flask, code: int) -> None:
    with app.test_request_context():
        _assert_helps(phone.get(f"/fail/{code}"), code)


@pytest.mark.parametrize(("code", "shown"), [(406, 400), (409, 400), (418, 400), (422, 400), (501, 500)])
def test_other_failures_have_a_page_too(phone: FlaskClient, app: Flask, code: int, shown: int) -> None:
    answer = phone.get(f"/fail/{code}")
    assert answer.status_code == code
    with app.test_request_context():
        assert str(PAGES[shown].title) in answer.text


def test_a_fault_of_ours_is_noted_and_not_shown(
    phone: FlaskClient, app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    answer = phone.get("/fail/fault")
    with app.test_request_context():
        _assert_helps(answer, 500)
    assert "secret" not in answer.text
    assert "RuntimeError: secret" in caplog.text


def test_a_fault_in_the_page_itself_is_answered(
    phone: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> dict[str, object]:
        raise RuntimeError("secret")

    monkeypatch.setitem(app.template_context_processors, None, [broken])
    answer = phone.get("/fail/fault")
    assert answer.status_code == 500
    assert "secret" not in answer.text


def test_a_busy_database_asks_to_try_again(phone: FlaskClient, app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    services_in(app).store.outage.end()  # a fault that was logged a short time ago is not logged again
    answer = phone.get("/fail/busy")
    with app.test_request_context():
        _assert_helps(answer, 503)
    assert answer.headers["Retry-After"] == "2"
    assert "I/O" not in answer.text
    assert "disk I/O error" in caplog.text


def test_what_a_view_says_stands_in_the_place_of_the_usual_reason(phone: FlaskClient) -> None:
    assert "There is no table &lt;7&gt;." in phone.get("/fail/reason").text


def test_an_unknown_path_is_a_page(phone: FlaskClient, app: Flask) -> None:
    with app.test_request_context():
        _assert_helps(phone.get("/no/such/page"), 404)


def test_a_wrong_method_is_a_page_that_names_the_right_one(phone: FlaskClient) -> None:
    answer = phone.delete("/settings")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]


def test_too_large_a_form_is_not_read(phone: FlaskClient) -> None:
    assert phone.post("/settings", data={"lang": "x" * 70_000}).status_code == 413


def test_a_body_that_is_no_form_is_not_read(phone: FlaskClient) -> None:
    assert phone.post("/settings", json={"lang": "de"}).status_code == 415
    assert phone.post("/settings", data=b"lang=de", content_type="text/plain").status_code == 415


@each("path", ["/no/such/page", "/fail/fault", "/fail/busy"])
def test_htmx_gets_a_note_over_the_page_it_is_on(phone: FlaskClient, path: str) -> None:
    answer = phone.get(path, headers={"HX-Request": "true"})
    assert answer.status_code >= 400
    assert (answer.headers["HX-Retarget"], answer.headers["HX-Reswap"]) == ("#toast", "innerHTML")
    assert 'role="alert"' in answer.text
    assert "<html" not in answer.text
    assert len(answer.text) < 500


def test_a_reason_is_text_in_a_note_too(phone: FlaskClient) -> None:
    assert "&lt;7&gt;" in phone.get("/fail/reason", headers={"HX-Request": "true"}).text


@each("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "BREW"])
@each("path", ["/", "/settings", "/no/such", "/tables/1", "/static/", "/static/../models.py", "//x"])
def test_no_method_on_any_path_is_a_fault(phone: FlaskClient, method: str, path: str) -> None:
    answer = phone.open(path, method=method)
    assert answer.status_code < 500
    assert not re.search(r"Traceback|File &#34;", answer.text)
