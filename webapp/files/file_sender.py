"""Who sends a file: a device that has a table here may send long ones; one at a time from a device and a network."""

from dataclasses import dataclass

from flask import request

from rules_core.record import MAX_BYTES
from webapp.http.limits import LARGEST_UNKNOWN_UPLOAD, UPLOAD_ENVELOPE
from webapp.http.network import network_of_device
from webapp.http.rate_limits import UPLOAD_REST
from webapp.seats.device import current_device
from webapp.services import services


@dataclass(frozen=True)
class Sender:
    """The device of a file. `is_known`: it has a table here; `names`: of its turns; `length`: of what it sends."""

    is_known: bool
    names: tuple[str, ...]
    length: int = 0

    @property
    def rest(self) -> float:
        """The seconds until it may send the next one: none after a match as people play it."""
        return UPLOAD_REST * min(1.0, max(0, self.length - LARGEST_UNKNOWN_UPLOAD - UPLOAD_ENVELOPE) / MAX_BYTES)


def sender() -> Sender:
    """Returns who sends this request."""
    device, network = current_device(), network_of_device(request.remote_addr)
    names = [] if device is None else [f"device {device.id}"]
    if network is not None:
        names.append(f"network {network}")
    is_known = device is not None and bool(services().store.tables_of(device.id, limit=1))
    return Sender(is_known, tuple(names), request.content_length or 0)
