"""Pages of a table whose log is long: each is work that everybody waits for, so a device and a network ask for so many.

At a table as people play it nothing is counted.
"""

from time import time

from flask import request

from webapp.http.limits import ENTRIES_A_LOOK, LONG_LOG
from webapp.http.network import is_loopback, network_of, parse_ip
from webapp.http.rate_limits import LOOK_EVERY, LOOKS_AT_ONCE, NETWORK_LOOK_EVERY, NETWORK_LOOKS_AT_ONCE
from webapp.services import services
from webapp.table.pace import Rate
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

LIGHT = frozenset({"tables.show", "tables.make", "tables.stream", "api.table", "api.enter", "api.stream"})
"""Addresses that cost the same however long the log is."""
DEVICE = Rate(LOOKS_AT_ONCE, LOOK_EVERY)
NETWORK = Rate(NETWORK_LOOKS_AT_ONCE, NETWORK_LOOK_EVERY)


def count_page(now: Snapshot, viewer: Viewer) -> None:
    """Counts the page of this request, where the log is long. Raises `TooFast`."""
    if request.endpoint not in LIGHT:
        count_fold(now, viewer)


def count_fold(now: Snapshot, viewer: Viewer) -> None:
    """Counts what goes through the whole log, where that is long. Raises `TooFast`."""
    if now.fold.seq <= LONG_LOG:
        return
    pace, moment, cost = services().pace, time(), now.fold.seq / ENTRIES_A_LOOK
    pace.count(f"device {viewer.device_id}", DEVICE, moment, cost)
    address = request.remote_addr or ""
    if parse_ip(address) is not None and not is_loopback(address):
        pace.count(f"network {network_of(address)}", NETWORK, moment, cost)
