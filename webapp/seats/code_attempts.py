"""Typed codes: whoever types many wrong ones has to wait. Links carry too much to be guessed, and never wait."""

import hashlib

from flask import request

from webapp.http.network import home
from webapp.seats.device import current_device
from webapp.services import services
from webapp.store.models import Invite

FREE = 10
"""Wrong codes of one phone at one address within ten minutes; phones that nobody knows yet count as one."""
FREE_TOGETHER = 60
"""Wrong codes of all phones at one address: whoever drops the cookie is a new phone each time."""


def try_code(code: str) -> Invite | None:
    """Returns the standing invite of this code as it is stored, or None. Raises TriedTooOften."""
    device, network = current_device(), home(request.remote_addr or "")
    phone = f"{network} {'' if device is None else device.id}"
    return services().store.try_code(code, {_hash(network): FREE_TOGETHER, _hash(phone): FREE})


def _hash(who: str) -> str:
    return hashlib.sha256(f"tries {who}".encode()).hexdigest()
