"""What the browser is told about our pages, and whose posts are taken."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.cases import each
from tests.web.support.site import Site, build_app
from webapp.access.device import COOKIE
from webapp.http.security import API, SAFE_METHODS

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; media-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
FOREIGN = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": ""},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://localhost:8067"},
    {"Origin": "https://localhost"},
    {},
]
OURS = [
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://localhost"},
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, fresh_database: Path) -> Flask:
    """Has an address that says itself how long its answer keeps."""
    app = build_app(tmp_path_factory.mktemp("built"), fresh_database)

    @app.get("/probe")
    def probe() -> tuple[str, dict[str, str]]:
        return "", {"Cache-Control": "no-cache, no-transform"}

    return app


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    """A known phone whose browser says nothing about where a request comes from, unless the test does."""
    phone = app.test_client()
    phone.set_cookie(COOKIE, "token")
    return phone


@pytest.mark.parametrize("path", ["/", "/settings", "/no/such/page", "/tables/1"])
def test_every_page_carries_the_headers(phone: FlaskClient, path: str) -> None:
    headers = phone.get(path).headers
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Permissions-Policy"] == "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
    assert headers["Cache-Control"] == "no-store"
    assert {"cookie", "accept-language", "hx-request"} <= {part.strip().lower() for part in headers["Vary"].split(",")}


@pytest.mark.parametrize("name", ["app.css", "app.js", "fonts/besley-latin-wght-normal.woff2"])
def test_what_is_only_part_of_a_page_carries_no_policy_of_pages(phone: FlaskClient, name: str) -> None:
    headers = phone.get(f"/static/{name}", buffered=True).headers
    assert not {"Content-Security-Policy", "Permissions-Policy", "Content-Disposition"} & set(headers.keys())
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize("name", ["icon.svg", "app.webmanifest", "htmx-LICENSE.txt", "none.css"])
def test_what_can_be_opened_as_a_page_carries_them(phone: FlaskClient, name: str) -> None:
    assert phone.get(f"/static/{name}", buffered=True).headers["Content-Security-Policy"] == POLICY


def test_a_view_may_say_how_long_its_answer_keeps(phone: FlaskClient) -> None:
    assert phone.get("/probe").headers["Cache-Control"] == "no-cache, no-transform"


def _unsafe(app: Flask) -> list[tuple[str, str]]:
    def path(rule: Rule) -> str:
        values: dict[str, object] = {name: "KQ7M3XP" if name == "code" else 1 for name in rule.arguments}
        with app.test_request_context():
            built = rule.build(values)
        assert built is not None
        return built[1]

    rules = [rule for rule in app.url_map.iter_rules() if not rule.rule.startswith(API)]
    return [(method, path(rule)) for rule in rules for method in (rule.methods or set()) - SAFE_METHODS]


@each("number, headers", enumerate(FOREIGN))
def test_a_foreign_post_is_refused_everywhere(
    app: Flask, phone: FlaskClient, number: int, headers: dict[str, str]
) -> None:
    """Every third address for each of them, other ones in turn: whatever is asked for, one place refuses it."""
    routes = sorted(_unsafe(app))[number % 3 :: 3]
    assert routes
    for method, path in [*routes, ("POST", "/no/such/page"), ("DELETE", "/")]:
        answer = phone.open(path, method=method, headers=headers)
        assert answer.status_code == 403, (method, path)
        assert "another site" in answer.text
        assert not answer.headers.getlist("Set-Cookie")


@pytest.mark.parametrize("headers", OURS)
def test_our_own_post_is_taken(phone: FlaskClient, headers: dict[str, str]) -> None:
    assert phone.post("/settings", headers=headers).status_code == 303


def test_a_phone_on_the_lan_is_known_by_its_origin(app: Flask, phone: FlaskClient) -> None:
    app.config["TRUSTED_HOSTS"] = ["192.168.1.7"]
    lan = "http://192.168.1.7:8066"
    phone.set_cookie(COOKIE, "token", domain="192.168.1.7")
    assert phone.post("/settings", base_url=lan, headers={"Origin": lan}).status_code == 303
    assert phone.post("/settings", base_url=lan, headers={"Origin": "http://192.168.1.8:8066"}).status_code == 403
    assert phone.post("/settings", base_url=lan).status_code == 403


def test_without_any_cookie_a_post_without_origin_acts_for_nobody(app: Flask) -> None:
    assert app.test_client().post("/settings").status_code == 303


def test_looking_is_free_from_anywhere(phone: FlaskClient) -> None:
    assert phone.get("/settings", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


@each("method", ["GET", "POST"])
@each("host", ["evil.example", "localhost.evil.example", "", "a b", "[::1"])
def test_a_host_that_is_not_ours_is_refused(phone: FlaskClient, method: str, host: str) -> None:
    answer = phone.open("/settings", method=method, headers={"Host": host, "Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 400
    assert host not in answer.text or not host
    assert answer.headers["Content-Security-Policy"] == POLICY


def test_a_form_of_very_many_parts_is_not_read(site: Site) -> None:
    phone = site.phone()
    form = {f"part{number}": "x" for number in range(200)}
    answer = phone.post("/settings", data=form, content_type="multipart/form-data")
    assert answer.status_code == 413
