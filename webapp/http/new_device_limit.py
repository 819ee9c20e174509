"""New phones: each leaves a row in the database, and whoever drops the cookie is a new one every time."""

import time
from collections import OrderedDict, deque
from ipaddress import ip_address
from math import ceil
from threading import Lock

from webapp.http.network import home

MOST = 2_000
"""New phones from one address within an hour: a hall full of them, behind one router."""
HOUR = 3600.0
ADDRESSES = 10_000
"""How many addresses are remembered, the newest."""


class NewDeviceLimit:
    """When phones came that nobody knew, by their address. Each process counts on its own."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._came: OrderedDict[str, deque[float]] = OrderedDict()

    def come(self, address: str) -> int:
        """Notes a new phone, or returns how many seconds are left until this address may send the next one.

        This machine itself may send as many as it likes: a proxy that names no addresses seems to be that, too.
        """
        if _is_here(address):
            return 0
        address = home(address)
        with self._lock:
            came, now = self._came.setdefault(address, deque()), time.monotonic()
            self._came.move_to_end(address)
            while len(self._came) > ADDRESSES:
                self._came.popitem(last=False)
            while came and came[0] <= now - HOUR:
                came.popleft()
            if len(came) >= MOST:
                return ceil(came[0] + HOUR - now)
            came.append(now)
        return 0


def _is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return True  # a socket of this machine has no address
