"""Callers of the API: devices by their bearer token. Cookies do not count, so that no other site can use them."""

from dataclasses import replace
from typing import NamedTuple

from flask import g, request

from webapp.api.problems import Problem
from webapp.seats.device import current_device, current_or_new_device, viewer_of
from webapp.seats.long_tables import count_page
from webapp.services import services
from webapp.store.seat_requests import is_waiting
from webapp.table.newest_tables import UnknownTable
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

CHALLENGE = 'Bearer realm="Sixfold"'
HEADER = "Authorization"


class Caller(NamedTuple):
    """A device that asks through the API, and its token."""

    device_id: int
    token: str


def caller_or_new_device(key: str = "") -> Caller:
    """Returns the caller; without a token a new device with a token. Raises `Problem` 401 for an unknown token.

    The same secret `key` sent twice within a minute makes the same device: a repeat after a lost answer.
    """
    device = current_device()
    if device is not None:
        return Caller(device.id, _bearer_token())
    if HEADER in request.headers:
        raise unauthorized()
    return Caller(current_or_new_device(key).id, g.device_token)


def visit_by_token(table_id: int) -> tuple[Snapshot, Viewer]:
    """Returns a table and the caller as its viewer. Raises `Problem` 401; 403 where it waits; else 404."""
    viewer = viewer_of(table_id)
    if viewer.device_id is None:
        raise unauthorized()
    if not viewer.may_see:
        raise _not_let_in(table_id, viewer.device_id)
    try:
        now = services().play.at(table_id)
    except UnknownTable:
        raise Problem(404, "no-table") from None
    count_page(now, viewer)
    return now, replace(viewer, is_program=True)


def unauthorized() -> Problem:
    """Returns the problem of a request without a token, or with an unknown one."""
    if HEADER in request.headers:
        return Problem(401, "unknown-token", headers={"WWW-Authenticate": f'{CHALLENGE}, error="invalid_token"'})
    return Problem(401, "unauthorized", headers={"WWW-Authenticate": CHALLENGE})


def _not_let_in(table_id: int, device_id: int) -> Problem:
    """Returns the same for a table that is not there and one where the caller has neither a place nor asked for one."""
    asked = services().store.seat_request_of(table_id, device_id)
    if asked is None:
        return Problem(404, "no-table")
    return Problem(403, "waiting", more={"word": asked.word}) if is_waiting(asked) else Problem(403, "turned-away")


def _bearer_token() -> str:
    given = request.authorization
    return (given.token or "") if given is not None else ""
