"""What stands between the phones and this server: whether they speak https, and which address they come from."""

from collections.abc import Callable, Iterable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.config import Config

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


def init_app(app: Flask, config: Config) -> None:
    """Believes as many proxies as there are; what a phone itself claims to be counts for nothing."""
    if config.public_url.startswith("https://"):
        served = _https(app.wsgi_app, urlsplit(config.public_url).netloc)
        app.wsgi_app = served  # type: ignore[method-assign, assignment]
    if config.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=config.proxies, x_proto=config.proxies, x_host=0
        )


def _https(app: Wsgi, public: str) -> Wsgi:
    """Under its public address the server is reached by https alone, whether or not the proxy says so.

    A proxy on this machine may name only itself. Who comes from the house's own network by another name still comes
    by plain http: a cookie for https would be lost there.
    """

    def served(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "")
        if host == public or _is_loopback(host):
            environ["wsgi.url_scheme"] = "https"
        return app(environ, start_response)

    return served


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(urlsplit(f"//{host}").hostname or "").is_loopback
    except ValueError:
        return host.partition(":")[0] == "localhost"
