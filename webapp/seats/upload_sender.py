"""Who sends a record: a device that has a table here may send long ones; one at a time from a device and a network."""

from dataclasses import dataclass

from flask import request

from rules_core.record import MAX_BYTES
from webapp.http.limits import LARGEST_UNKNOWN_UPLOAD, UPLOAD_ENVELOPE
from webapp.http.network import is_loopback, network_of, parse_ip
from webapp.http.rate_limits import UPLOAD_REST
from webapp.seats.device import current_device
from webapp.services import services


@dataclass(frozen=True)
class Sender:
    """The device of an upload. `is_known`: it has a table here; `names`: of its turns; `length`: of what it sends."""

    is_known: bool
    names: tuple[str, ...]
    length: int = 0

    @property
    def largest(self) -> int:
        """The bytes of the longest record that it may send."""
        return MAX_BYTES if self.is_known else LARGEST_UNKNOWN_UPLOAD

    @property
    def rest(self) -> float:
        """The seconds until it may send the next one: none after a match as people play it."""
        read = self.length if self.length <= self.largest + UPLOAD_ENVELOPE else 0
        return UPLOAD_REST * max(0, read - LARGEST_UNKNOWN_UPLOAD - UPLOAD_ENVELOPE) / MAX_BYTES


def sender() -> Sender:
    """Returns who sends this request. This machine itself is no network: a proxy that names none seems to be it."""
    device, address = current_device(), request.remote_addr or ""
    names = [] if device is None else [f"device {device.id}"]
    if parse_ip(address) is not None and not is_loopback(address):
        names.append(f"network {network_of(address)}")
    is_known = device is not None and bool(services().store.tables_of(device.id, limit=1))
    return Sender(is_known, tuple(names), request.content_length or 0)
