"""Proxies in front of the server: whether a device speaks https, and from which address it comes."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

from flask import Flask

from webapp.config import Config, Network
from webapp.http.network import is_loopback, parse_ip

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


def init_app(app: Flask, config: Config) -> None:
    """Trusts the headers of the proxies that are configured, and none that a client sends itself."""
    if config.public_url.startswith("https://"):
        served = _https(app.wsgi_app, urlsplit(config.public_url).netloc)
        app.wsgi_app = served  # type: ignore[method-assign, assignment]
    if config.believed_proxies:
        behind = _behind_proxies(app.wsgi_app, config.believed_proxies, max(1, config.proxies))
        app.wsgi_app = behind  # type: ignore[method-assign, assignment]
    if config.proxies and not config.trusted_proxies:
        app.logger.warning(
            "SIXFOLD_PROXIES without SIXFOLD_TRUSTED_PROXIES: only proxies on this machine are believed. "
            "Name the addresses of those elsewhere."
        )


def is_proxy(config: Config, address: str) -> bool:
    """Tells whether a connection from this address is that of a proxy, behind which many devices are."""
    return _is_one_of(address, config.believed_proxies)


def origin(config: Config, environ: dict[str, Any]) -> str:
    """Returns the address that a request comes from, before the application has had a look at it."""
    return _origin(environ, config.believed_proxies, max(1, config.proxies))[0]


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


def _behind_proxies(app: Wsgi, proxies: Sequence[Network], most: int) -> Wsgi:
    """Believes what these proxies say of where a request comes from; at most so many stand in a row.

    Whoever reaches the server without them may send any header, and is only known by the own address.
    """

    def served(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if _is_one_of(environ.get("REMOTE_ADDR", ""), proxies):
            environ["REMOTE_ADDR"], passed = _origin(environ, proxies, most)
            said = _listed(environ, "HTTP_X_FORWARDED_PROTO")[-max(1, passed) :]
            if said and said[0] in ("http", "https"):
                environ["wsgi.url_scheme"] = said[0]
        return app(environ, start_response)

    return served


def _origin(environ: dict[str, Any], proxies: Sequence[Network], most: int) -> tuple[str, int]:
    """Returns the address that a request comes from, and how many proxies it has passed that are believed."""
    address, passed = environ.get("REMOTE_ADDR", ""), 0
    # The last proxy adds its client at the end; what stands before that may have been sent by anybody.
    for said in reversed(_listed(environ, "HTTP_X_FORWARDED_FOR")[-most:]):
        if not _is_one_of(address, proxies) or parse_ip(said) is None:
            break
        address, passed = said, passed + 1
    return address, passed


def _listed(environ: dict[str, Any], header: str) -> list[str]:
    return [part.strip() for part in environ.get(header, "").split(",") if part.strip()]


def _is_one_of(address: str, networks: Sequence[Network]) -> bool:
    ip = parse_ip(address)
    if ip is not None and ip.version == 6:
        ip = ip.ipv4_mapped or ip  # as a socket for both versions names an IPv4 address
    return ip is not None and any(ip in network for network in networks)


def _host_name(host: str) -> str:
    """Returns a `Host` header without its port; nothing for one that cannot be read."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
