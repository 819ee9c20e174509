"""Invites by typed codes, with budgets of wrong ones (docs/security.md). Links cannot be guessed: no limit."""

import hashlib
from collections.abc import Iterator

from flask import request

from webapp.http.network import network_of, site_of
from webapp.http.rate_limits import (
    KNOWN_AFTER,
    WRONG_CODES_A_DEVICE,
    WRONG_CODES_A_KNOWN_DEVICE,
    WRONG_CODES_A_NETWORK,
    WRONG_CODES_A_SITE,
    WRONG_CODES_COUNT_FOR,
    WRONG_CODES_OF_KNOWN_DEVICES,
    WRONG_CODES_OF_NETWORKS_COUNT_FOR,
    WRONG_CODES_OF_STRANGERS,
    WRONG_CODES_OF_THE_HOUSE_COUNT_FOR,
)
from webapp.seats.device import current_device
from webapp.services import services
from webapp.store import Store
from webapp.store.code_attempts import CodeBudget
from webapp.store.invites import AnyInvite
from webapp.store.join_codes import PRINTED_CODE_LENGTH
from webapp.store.models import now


def invite_of_code(code: str) -> AnyInvite | None:
    """Returns the valid invite of this code as it is stored, None where there is none. Raises TooManyWrongCodes.

    It lets in to a table, to an evening or to a circle.
    """
    device, store = current_device(), services().store
    budgets = budgets_of(store, code, request.remote_addr or "", None if device is None else device.id)
    return store.try_code(code, budgets)


def budgets_of(store: Store, code: str, address: str, device_id: int | None) -> list[CodeBudget]:
    """Returns what an attempt counts in, where it is wrong: those of who makes it from where, and of everybody."""
    budgets = [*_of_address(address, device_id)]
    if len(code) == PRINTED_CODE_LENGTH:  # nobody guesses one so long: a lost host types it whatever strangers do
        return budgets
    known = device_id is not None and store.has_been_here_since(device_id, now() - KNOWN_AFTER)
    return [*budgets, *(_of_known(device_id) if known else _of_strangers())]


def _of_address(address: str, device_id: int | None) -> Iterator[CodeBudget]:
    """Yields what may be typed here: by this device, and by all in its network."""
    network, site = network_of(address), site_of(address)
    at_network = f"{network} {'' if device_id is None else device_id}"
    yield CodeBudget(_hash(at_network), WRONG_CODES_A_DEVICE, WRONG_CODES_COUNT_FOR)
    yield CodeBudget(_hash(network), WRONG_CODES_A_NETWORK, WRONG_CODES_OF_NETWORKS_COUNT_FOR)
    if site != network:
        yield CodeBudget(_hash(site), WRONG_CODES_A_SITE, WRONG_CODES_OF_NETWORKS_COUNT_FOR)


def _of_strangers() -> Iterator[CodeBudget]:
    """Yields what may be typed from all networks together."""
    yield _of_house("strangers", WRONG_CODES_OF_STRANGERS)


def _of_known(device_id: int | None) -> Iterator[CodeBudget]:
    """Yields the same for devices that have been here before, and the share of this one in it."""
    yield _of_house("known", WRONG_CODES_OF_KNOWN_DEVICES)
    yield _of_house(f"device {device_id}", WRONG_CODES_A_KNOWN_DEVICE, of_all=False)


def _of_house(who: str, most: int, *, of_all: bool = True) -> CodeBudget:
    return CodeBudget(_hash(who), most, WRONG_CODES_OF_THE_HOUSE_COUNT_FOR, firm=True, of_all=of_all)


def _hash(who: str) -> str:
    return hashlib.sha256(f"tries {who}".encode()).hexdigest()
