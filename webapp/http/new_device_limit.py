"""Limits new devices per network address and hour: each adds a row to the database."""

import time
from collections import OrderedDict, deque
from math import ceil
from threading import Lock

from webapp.http.limits import NETWORKS_KEPT
from webapp.http.network import site_of_device
from webapp.http.rate_limits import NEW_DEVICES_A_NETWORK, NEW_DEVICES_COUNT_FOR


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
            added, now = self._added.setdefault(site, deque()), time.monotonic()
            self._added.move_to_end(site)
            while len(self._added) > NETWORKS_KEPT:
                self._added.popitem(last=False)
            while added and added[0] <= now - NEW_DEVICES_COUNT_FOR:
                added.popleft()
            if len(added) >= NEW_DEVICES_A_NETWORK:
                return ceil(added[0] + NEW_DEVICES_COUNT_FOR - now)
            added.append(now)
        return 0
