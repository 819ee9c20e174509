"""Network addresses: public URL, names of this machine, a device's network and its new devices, trusted proxies."""

import ipaddress
import socket
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import ceil
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

import ifaddr
from flask import Flask

from webapp.config import HOST_NAME, Config, Network
from webapp.http.limits import NETWORKS_KEPT
from webapp.http.newest import keep_newest
from webapp.http.rate_limits import NEW_DEVICES_A_NETWORK, NEW_DEVICES_COUNT_FOR


def public_url(config: Config) -> str:
    """Returns the address that devices in the same network reach, without a slash at its end."""
    if config.public_url:
        return config.public_url
    host = config.host if _one_address(config.host) else lan_address()
    return f"{'https' if config.https else 'http'}://{f'[{host}]' if ':' in host else host}:{config.port}"


def plain_url(config: Config) -> str:
    """Returns the same address over plain http, where a server with a certificate of its own says how to trust that."""
    return f"http://{urlsplit(public_url(config)).netloc}"


def trusted_hosts(config: Config) -> list[str]:
    """Returns every host name under which a request is answered: for Flask's TRUSTED_HOSTS.

    Werkzeug cannot compare IPv6 addresses there, so there are none in it.
    """
    own = {"localhost", "127.0.0.1", *own_addresses(), *machine_names()}
    own.update(config.trusted_hosts)
    if public := urlsplit(config.public_url).hostname:
        own.add(public)
    return sorted(own)


def machine_names() -> list[str]:
    """Returns the host names of this machine in its network, the usual one first."""
    machine = socket.gethostname().lower()
    names = [name for name in (machine, f"{machine.partition('.')[0]}.local") if HOST_NAME.fullmatch(name)]
    return names or ["localhost"]


def lan_address() -> str:
    """Returns the IPv4 address that others in the network most likely reach; the loopback address if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing: it only asks which interface leads outside.
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
            if not is_loopback(found):
                return found
        except OSError:
            pass
    return min(own_addresses(), key=_nearness)


def parse_ip(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(address)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Tells whether an address or a host name is this machine itself.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("192.168.1.7")
    (True, True, True, False)
    """
    ip = parse_ip(host)
    return host == "localhost" if ip is None else ip.is_loopback


def own_addresses() -> list[str]:
    """Returns the IPv4 addresses of this machine."""
    return [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str)] or ["127.0.0.1"]


def _nearness(address: str) -> tuple[bool, bool, bool]:
    ip = ipaddress.ip_address(address)
    return ip.is_loopback, ip.is_link_local, not ip.is_private


def _one_address(host: str) -> bool:
    return host == "localhost" or not ipaddress.ip_address(host).is_unspecified


def network_of(address: str) -> str:
    """Returns the network of an address: one home has a single IPv4 address, and of IPv6 a whole /64."""
    return _network_of(address, 64)


def network_of_device(address: str | None) -> str | None:
    """Returns the network from which a request comes, None where that is this machine itself.

    A proxy that names no addresses seems to be that, too, and so does a socket of this machine, which has no address.
    """
    if address is None or parse_ip(address) is None or is_loopback(address):
        return None
    return network_of(address)


def site_of_device(address: str | None) -> str | None:
    network = network_of_device(address)
    return network and site_of(address or "")


def site_of(address: str) -> str:
    """Returns the network of one customer at most: of IPv6 a /48, which holds 65,536 networks; of IPv4 the address."""
    return _network_of(address, 48)


@lru_cache(NETWORKS_KEPT)
def _network_of(address: str, length: int) -> str:
    ip = parse_ip(address)
    if ip is None:
        return address
    if ip.version == 4:
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network((ip, length), strict=False))


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
    """Trusts these proxies for the address of a client, through at most this many in a row.

    A client that reaches the server without them may send any header, and is known by its own address alone.
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
    address, passed = environ.get("REMOTE_ADDR", ""), 0
    # The last proxy appends its client; anything before that may be forged.
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


class NewDeviceLimit:
    """Times of new devices by network address. Each process counts on its own."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._added: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, address: str) -> int:
        """Counts a new device, or returns how many seconds are left until its network may add the next one.

        This machine itself is not limited.
        """
        site = site_of_device(address)
        if site is None:
            return 0
        with self._lock:
            added, now = self._added.get(site, deque()), time.monotonic()
            keep_newest(self._added, site, added, NETWORKS_KEPT)
            while added and added[0] <= now - NEW_DEVICES_COUNT_FOR:
                added.popleft()
            if len(added) >= NEW_DEVICES_A_NETWORK:
                return ceil(added[0] + NEW_DEVICES_COUNT_FOR - now)
            added.append(now)
        return 0
