"""Who sends a record: a device that has a table here may send long ones; one at a time from a device and a network."""

from dataclasses import dataclass

from flask import request

from rules_core.record import MAX_BYTES
from webapp.http.limits import LARGEST_UNKNOWN_UPLOAD
from webapp.http.network import is_loopback, network_of, parse_ip
from webapp.seats.device import current_device
from webapp.services import services


@dataclass(frozen=True)
class Sender:
    """The device of an upload. `is_known`: it has a table here; `names` are those of its turns."""

    is_known: bool
    names: tuple[str, ...]

    @property
    def largest(self) -> int:
        """The bytes of the longest record that it may send."""
        return MAX_BYTES if self.is_known else LARGEST_UNKNOWN_UPLOAD


def sender() -> Sender:
    """Returns who sends this request. This machine itself is no network: a proxy that names none seems to be it."""
    device, address = current_device(), request.remote_addr or ""
    names = [] if device is None else [f"device {device.id}"]
    if parse_ip(address) is not None and not is_loopback(address):
        names.append(f"network {network_of(address)}")
    return Sender(device is not None and bool(services().store.tables_of(device.id, limit=1)), tuple(names))
