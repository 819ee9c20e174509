"""Proxies in front of the server: whether a device speaks https, and from which address it comes."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.config import Config
from webapp.http.network import is_loopback

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


def init_app(app: Flask, config: Config) -> None:
    """Trusts the headers of as many proxies as are configured, and none that a client sends itself."""
    if config.public_url.startswith("https://"):
        served = _https(app.wsgi_app, urlsplit(config.public_url).netloc)
        app.wsgi_app = served  # type: ignore[method-assign, assignment]
    if config.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=config.proxies, x_proto=config.proxies, x_host=0
        )


def _https(app: Wsgi, public: str) -> Wsgi:
    """Under its public address the server is reached by https alone, whether or not the proxy says so.

    A proxy on this machine may name only itself. A device in the local network that uses another host name still
    speaks plain http: a cookie for https would be lost there.
    """

    def served(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "")
        if host == public or is_loopback(_host_name(host)):
            environ["wsgi.url_scheme"] = "https"
        return app(environ, start_response)

    return served


def _host_name(host: str) -> str:
    """Returns a `Host` header without its port; nothing for one that cannot be read."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
