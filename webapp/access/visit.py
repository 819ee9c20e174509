"""Visit of a table: its snapshot and the viewer of the request, after a check of the right to see it.

Looks at pages of long logs are counted here.
"""

from collections.abc import Callable, Mapping
from time import time
from typing import Any, NamedTuple, NoReturn, TypeVar

from flask import abort, current_app, request
from werkzeug.exceptions import NotFound

from webapp.access.device import grant_here, require, viewer_of
from webapp.games.common.refusals import refusal_said
from webapp.games.registry import looks
from webapp.http.answers import this_request
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import ENTRIES_A_LOOK, LONG_LOG, LOOKS_OF_ONE
from webapp.http.network import is_loopback, network_of, parse_ip
from webapp.http.rate_limiter import Rate
from webapp.http.rate_limits import LOOK_EVERY, LOOKS_AT_ONCE, NETWORK_LOOK_EVERY, NETWORK_LOOKS_AT_ONCE
from webapp.services import services
from webapp.store.errors import DoorClosed, HostsHere, NotAdmitted, SeatTaken, TooManyRequests
from webapp.store.grants import DeviceGrant
from webapp.store.models import Grant, SeatRequest, Table
from webapp.store.roles import Role, Scope
from webapp.table.lines.people import Scorekeeper
from webapp.table.newest_tables import UnknownTable
from webapp.table.permissions import not_ruling
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words import cards
from webapp.words.invite_words import door_closed, hosts_here, no_table_for_you, rules_here
from webapp.words.limits_reached import too_many_seat_requests


def admit(
    table_id: int, device_id: int, *, role: Role, seat: int | None = None, invited: bool = True
) -> Grant | SeatRequest:
    """Admits a device as "player", "scorekeeper" or "watcher", on a seat if one is given.

    `invited`: it has shown an invite; without one only a device that is in already may sit down.
    Returns what it may do from now on; a request where the host lets in: until the answer the device is what it was.
    Raises DoorClosed for a device that is not in yet, SeatTaken when somebody else sits there, NotAdmitted for one that
    rules, InviteSpent where no invite to keep the score stands, TooManyRequests.
    """
    done = services().store.join(table_id, device_id, role=role, seat=seat, invited=invited)
    if role == Role.SCOREKEEPER and isinstance(done, Grant):
        players = services().tables.at(table_id).table.players
        line = Scorekeeper(came=True) if done.seat is None else Scorekeeper(players[done.seat])
        services().tables.add(table_id, Viewer.of(done), line)
    return done


NOT_LET_IN: Mapping[type[Exception], tuple[int, Callable[[], str]]] = {
    SeatTaken: (409, lambda: _("Somebody has just taken this seat. Choose another one.")),
    HostsHere: (409, hosts_here),
    NotAdmitted: (409, rules_here),
    DoorClosed: (403, door_closed),
    TooManyRequests: (429, too_many_seat_requests),
}
"""Status and words of each refusal to admit a device."""
_NOBODY = {
    Scope.EVENING: _l("There is no evening here that this phone has joined."),
    Scope.CIRCLE: _l("There is no circle here that this phone belongs to."),
}


def grant_or_404(owner: int, scope: Scope) -> DeviceGrant:
    """Returns the active grant of this request's device; aborts with 404.

    The answer is the same where there is no such table, evening or circle, and where this device has no grant in it:
    nobody learns which there are. Only a device that has had a place at a table reads how it lost it.
    """
    held = grant_here(owner, scope)
    if held is None or held.role is None:
        not_here(owner, scope, None if held is None else held.device_id)
    return held


class PlaysElsewhere(NotFound):
    """404 for a device that had a place at a table of an evening which goes on for it: its number is `evening_id`."""

    def __init__(self, evening_id: int) -> None:
        super().__init__(no_table_for_you("replaced"))
        self.evening_id = evening_id


def not_here(owner: int, scope: Scope, device_id: int | None = None) -> NoReturn:
    """Ends the request with 404: this device has no grant in a scope, or there is nothing of that number."""
    lost = None
    if device_id is not None:
        lost = services().store.how_place_was_lost(owner, device_id) if scope is Scope.TABLE else None
        evening_id = _evening_of_former(owner, device_id) if lost is None and scope is Scope.TABLE else None
        if evening_id is not None:
            raise PlaysElsewhere(evening_id)
        if lost is None and _has_ruled(owner, scope, device_id):
            lost = "ruled"
    abort(404, description=_(_NOBODY[scope]) if lost is None and scope in _NOBODY else no_table_for_you(lost))


def _evening_of_former(table_id: int, device_id: int) -> int | None:
    """Returns the evening of a table at which this device had a seat, if it still stands for somebody there."""
    table = services().store.table(table_id)
    if table is None or table.evening_id is None:
        return None
    here = grant_here(table.evening_id, Scope.EVENING)
    grants = services().store.all_grants(table_id)
    if here is None or here.person is None or all(one.device_id != device_id or one.seat is None for one in grants):
        return None
    return table.evening_id


def _has_ruled(owner: int, scope: Scope, device_id: int) -> bool:
    """Tells whether this device was last a referee here, who left or was dismissed."""
    held = [grant for grant in services().store.all_grants(owner, scope) if grant.device_id == device_id]
    return bool(held) and held[-1].is_referee


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
    """Rate-limits pages of long logs, but for light ones. Raises `TooFast`."""
    if not is_light(current_app.view_functions[this_request().endpoint or ""]):
        count_fold(now, viewer)


def count_fold(now: Snapshot, viewer: Viewer) -> None:
    """Rate-limits work on the whole log, if it is long. Raises `TooFast`."""
    count_look(now.fold.seq, viewer.device_id)


def count_look(length: int, device_id: int | None) -> None:
    """Rate-limits work on a list of this length, if it is long. Raises `TooFast`."""
    if length <= LONG_LOG:
        return
    limiter, moment, cost = services().rate_limiter, time(), min(length / ENTRIES_A_LOOK, LOOKS_OF_ONE)
    limiter.count(f"device {device_id}", DEVICE, moment, cost)
    address = request.remote_addr or ""
    if parse_ip(address) is not None and not is_loopback(address):
        limiter.count(f"network {network_of(address)}", NETWORK, moment, cost)


LIVE = ("tables", "api")
"""Blueprints whose readers are known by their stream, or are programs."""


class Visit(NamedTuple):
    """Snapshot of a table, and the viewer of the request."""

    now: Snapshot
    viewer: Viewer

    @property
    def table(self) -> Table:
        """Returns the table's row."""
        return self.now.table

    @property
    def device_id(self) -> int:
        """Returns the device of a viewer who may see the table."""
        device_id = self.viewer.device_id
        assert device_id is not None  # a grant has a device
        return device_id


def visit(table_id: int) -> Visit:
    """Returns the table for a viewer who may see it; aborts with 404."""
    viewer = viewer_of(table_id)
    if not viewer.may_see:
        not_here(table_id, Scope.TABLE, viewer.device_id)
    return open_table(table_id, viewer)


def game_or_404(name: str) -> str:
    """Returns the name of a game that is offered; ends the request where there is none of this name."""
    if name not in looks():
        abort(404, description=_("There is no game of this name here."))
    return name


def visit_to_rule(table_id: int) -> Visit:
    """Returns the table for who rules, or proposes a ruling to all; aborts with 403, or with 404 for others."""
    here = visit_to_take_part(table_id)
    if (barred := not_ruling(here.now, here.viewer)) is not None:
        abort(403, description=refusal_said(barred, here.table.players).said)
    return here


def visit_as_host(table_id: int) -> Visit:
    """Returns the table for its host; aborts with 403, or with 404 for who may not see it."""
    here = visit(table_id)
    require(here.viewer.is_host)
    return here


def visit_to_enter(table_id: int) -> Visit:
    """Returns the table for a viewer who makes entries; aborts with 403, or with 404 as `visit`."""
    here = visit(table_id)
    require(here.viewer.may_enter)
    return here


def visit_to_take_part(table_id: int) -> Visit:
    """Returns the table for a viewer who enters or rules there; aborts with 403, or with 404 as `visit`."""
    here = visit(table_id)
    require(here.viewer.takes_part)
    return here


def open_table(table_id: int, viewer: Viewer) -> Visit:
    """Returns the table for a viewer whose right to see it has been looked at; 404 where there is no such table.

    Raises `TooFast` for too many pages of a long log.
    """
    try:
        now = services().tables.at(table_id)
    except UnknownTable:
        not_here(table_id, Scope.TABLE, viewer.device_id)
    count_page(now, viewer)
    cards.set_deck(now.table.choices)
    here = this_request()
    if viewer.device_id is not None and here.method == "GET" and here.blueprint not in LIVE:
        services().hub.reads(table_id, viewer.device_id)
    return Visit(now, viewer)
