"""New phones: each leaves a row in the database, and whoever drops the cookie is a new one every time."""

import time
from collections import OrderedDict, deque
from ipaddress import ip_address
from math import ceil
from threading import Lock

from webapp.http.limits import NETWORKS_KEPT
from webapp.http.network import home
from webapp.http.rate_limits import NEW_DEVICES_A_NETWORK, NEW_DEVICES_COUNT_FOR


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
            while len(self._came) > NETWORKS_KEPT:
                self._came.popitem(last=False)
            while came and came[0] <= now - NEW_DEVICES_COUNT_FOR:
                came.popleft()
            if len(came) >= NEW_DEVICES_A_NETWORK:
                return ceil(came[0] + NEW_DEVICES_COUNT_FOR - now)
            came.append(now)
        return 0


def _is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return True  # a socket of this machine has no address
