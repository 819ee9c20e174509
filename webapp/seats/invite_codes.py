"""Invites by typed codes, with a limit on wrong ones. Links cannot be guessed and are not limited."""

import hashlib

from flask import request

from webapp.http.network import network_of
from webapp.http.rate_limits import WRONG_CODES_A_DEVICE, WRONG_CODES_A_NETWORK
from webapp.seats.device import current_device
from webapp.services import services
from webapp.store.models import Invite


def invite_of_code(code: str) -> Invite | None:
    """Returns the valid invite of this code as it is stored, None where there is none. Raises TooManyWrongCodes."""
    device, network = current_device(), network_of(request.remote_addr or "")
    at_network = f"{network} {'' if device is None else device.id}"
    return services().store.try_code(
        code, {_hash(network): WRONG_CODES_A_NETWORK, _hash(at_network): WRONG_CODES_A_DEVICE}
    )


def _hash(who: str) -> str:
    return hashlib.sha256(f"tries {who}".encode()).hexdigest()
