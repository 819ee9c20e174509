"""Cookies over https and over plain http, and what a proxy is believed."""

from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request
from sqlalchemy import URL

from tests.web.support.new_tables import USUAL
from tests.web.support.site import Site
from webapp import create_app
from webapp.access.device import COOKIE, DEVICE
from webapp.config import Config
from webapp.http.durations import DEVICE_COOKIE_LASTS

PUBLIC = "https://cards.example.org"
NAMED = (ip_network("10.7.0.0/16"),)


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"public_url": PUBLIC}


@pytest.fixture
def served(database: URL | None, tmp_path: Path, settings: dict[str, Any]) -> Iterator[Flask]:
    app = create_app(Config(instance=tmp_path, log="quiet", server=database, **settings))
    app.testing = True
    app.add_url_rule("/where", view_func=lambda: f"{request.scheme} {request.remote_addr}")
    yield app
    app.extensions["sixfold"].store.close()


def _opens(app: Flask, host: str, **headers: str) -> str:
    """The cookie that a phone gets which opens a table by this name, over plain http as the proxy speaks it."""
    phone = Site(app).phone()
    return phone.post("/tables", data=USUAL, base_url=f"http://{host}", headers=headers).headers["Set-Cookie"]


def test_over_https_the_device_is_bound_to_this_host(site: Site) -> None:
    phone = site.phone()
    given = phone.post("/tables", data=USUAL, base_url="https://localhost").headers["Set-Cookie"]
    parts = {part.partition("=")[0]: part.partition("=")[2] for part in given.split("; ")}
    assert len(parts["__Host-sixfold"]) == 43
    assert (parts["Path"], parts["Max-Age"], parts["SameSite"]) == ("/", str(DEVICE_COOKIE_LASTS), "Lax")
    assert {"Secure", "HttpOnly"} <= set(parts)
    assert "Domain" not in parts


def test_a_phone_that_comes_over_https_is_a_new_one(site: Site) -> None:
    phone = site.phone()
    opened = phone.post("/tables", data=USUAL).location
    token = phone.get_cookie(COOKIE)
    assert token is not None
    phone.set_cookie(COOKIE, token.value, secure=True)
    assert phone.get(opened, base_url="https://localhost").status_code == 404
    phone.set_cookie(DEVICE.over_https, token.value)
    assert phone.get(opened, base_url="https://localhost").status_code == 200


@pytest.mark.parametrize("host", ["cards.example.org", "localhost:8066", "127.0.0.1:8066"])
def test_a_public_address_by_https_means_https(served: Flask, host: str) -> None:
    assert _opens(served, host).startswith("__Host-sixfold=")


def test_a_form_of_the_public_address_is_ours_also_for_an_old_browser(served: Flask) -> None:
    phone = served.test_client()
    for origin, status in ((PUBLIC, 303), ("http://cards.example.org", 403), ("https://evil.example", 403)):
        answer = phone.post("/settings", base_url="http://cards.example.org", headers={"Origin": origin})
        assert answer.status_code == status


def test_in_the_house_it_is_reached_by_http_as_before(served: Flask) -> None:
    served.config["TRUSTED_HOSTS"] = ["192.168.1.7"]
    assert _opens(served, "192.168.1.7:8066").startswith(f"{COOKIE}=")


@pytest.mark.parametrize("settings", [{}])
def test_nobody_believes_what_a_phone_says_of_itself(served: Flask) -> None:
    said = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "localhost"}
    assert served.test_client().get("/where", headers=said).text == "http 127.0.0.1"


@pytest.mark.parametrize(
    ("settings", "peer", "said", "believed"),
    [
        ({"proxies": 1}, "192.0.2.9", "6.6.6.6", "http 192.0.2.9"),
        ({"proxies": 1}, "10.7.0.9", "6.6.6.6", "http 10.7.0.9"),
        ({"proxies": 1}, "::ffff:127.0.0.1", "6.6.6.6", "https 6.6.6.6"),
        ({"trusted_proxies": NAMED}, "127.0.0.1", "6.6.6.6", "http 127.0.0.1"),
        ({"trusted_proxies": NAMED}, "10.7.0.9", "6.6.6.6", "https 6.6.6.6"),
        ({"trusted_proxies": NAMED}, "10.7.0.9", "6.6.6.6, 10.7.0.8", "https 10.7.0.8"),
        ({"trusted_proxies": NAMED, "proxies": 2}, "10.7.0.9", "1.1.1.1, 6.6.6.6, 10.7.0.8", "https 6.6.6.6"),
        ({"trusted_proxies": NAMED, "proxies": 2}, "10.7.0.9", "6.6.6.6, 192.0.2.5", "https 192.0.2.5"),
        ({"trusted_proxies": NAMED}, "10.7.0.9", "a stranger", "https 10.7.0.9"),
        ({"trusted_proxies": NAMED}, "10.7.0.9", "", "https 10.7.0.9"),
    ],
)
def test_only_named_proxies_are_believed(served: Flask, peer: str, said: str, believed: str) -> None:
    """Whoever reaches the server itself counts by the own address, whatever it claims."""
    headers = {"X-Forwarded-For": said, "X-Forwarded-Proto": "https"}
    answer = served.test_client().get("/where", headers=headers, environ_overrides={"REMOTE_ADDR": peer})
    assert answer.text == believed


@pytest.mark.parametrize("settings", [{"proxies": 1}])
def test_one_proxy_is_believed_as_to_scheme_and_address(served: Flask) -> None:
    said = {"X-Forwarded-For": "6.6.6.6, 192.0.2.1", "X-Forwarded-Proto": "https"}
    assert served.test_client().get("/where", headers=said).text == "https 192.0.2.1"
    assert _opens(served, "localhost", **said).startswith("__Host-sixfold=")
    assert _opens(served, "localhost", **{"X-Forwarded-Proto": "http"}).startswith(f"{COOKIE}=")
