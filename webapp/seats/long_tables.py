"""Long work for one phone: pages of a long log, or of a circle with many matches, are counted by device and network.

Everybody waits for it, so a device and a network ask for so much. At a table as people play it nothing is counted.
"""

from collections.abc import Callable
from time import time
from typing import Any, TypeVar

from flask import current_app, request

from webapp.http.limits import ENTRIES_A_LOOK, LONG_LOG, LOOKS_OF_ONE
from webapp.http.network import is_loopback, network_of, parse_ip
from webapp.http.rate_limits import LOOK_EVERY, LOOKS_AT_ONCE, NETWORK_LOOK_EVERY, NETWORK_LOOKS_AT_ONCE
from webapp.services import services
from webapp.table.pace import Rate
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

V = TypeVar("V", bound=Callable[..., Any])
DEVICE = Rate(LOOKS_AT_ONCE, LOOK_EVERY)
NETWORK = Rate(NETWORK_LOOKS_AT_ONCE, NETWORK_LOOK_EVERY)
_IS_LIGHT = "costs_the_same_however_long_the_log_is"


def light(view: V) -> V:
    """Marks a view that costs the same however long the log is: its requests are not counted."""
    setattr(view, _IS_LIGHT, True)
    return view


def is_light(view: Callable[..., Any]) -> bool:
    """Tells whether a view is marked so."""
    return hasattr(view, _IS_LIGHT)


def count_page(now: Snapshot, viewer: Viewer) -> None:
    """Counts the page of this request, where the log is long and the page is not light. Raises `TooFast`."""
    if not is_light(current_app.view_functions[request.endpoint or ""]):
        count_fold(now, viewer)


def count_fold(now: Snapshot, viewer: Viewer) -> None:
    """Counts what goes through the whole log, where that is long. Raises `TooFast`."""
    count_look(now.fold.seq, viewer.device_id)


def count_look(length: int, device_id: int | None) -> None:
    """Counts what goes through so many entries or matches, where these are many. Raises `TooFast`."""
    if length <= LONG_LOG:
        return
    pace, moment, cost = services().pace, time(), min(length / ENTRIES_A_LOOK, LOOKS_OF_ONE)
    pace.count(f"device {device_id}", DEVICE, moment, cost)
    address = request.remote_addr or ""
    if parse_ip(address) is not None and not is_loopback(address):
        pace.count(f"network {network_of(address)}", NETWORK, moment, cost)
