"""Visit of a table: its snapshot and the viewer of the request, after a check of the right to see it."""

from typing import NamedTuple, NoReturn

from flask import abort, request

from webapp.seats.device import require, viewer_of
from webapp.seats.long_tables import count_page
from webapp.services import services
from webapp.store.models import Table
from webapp.table.newest_tables import UnknownTable
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words import deck
from webapp.words.invite_words import no_table_for_you

LIVE = ("tables", "api")
"""What serves pages that tell by a stream of their own who has them open, and programs."""


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
    """Returns the table for a viewer who may see it; else ends the request with 404."""
    viewer = viewer_of(table_id)
    if not viewer.may_see:
        not_here(table_id, viewer)
    return open_table(table_id, viewer)


def visit_as_host(table_id: int) -> Visit:
    """Returns the table for its host; else ends the request with 403, or 404 for who may not see it."""
    here = visit(table_id)
    require(here.viewer.is_host)
    return here


def visit_to_enter(table_id: int) -> Visit:
    """Returns the table for a viewer who makes entries; else ends the request with 403, or 404 as `visit`."""
    here = visit(table_id)
    require(here.viewer.may_enter)
    return here


def visit_to_take_part(table_id: int) -> Visit:
    """Returns the table for a viewer who enters or rules there; else ends the request with 403, or 404 as `visit`."""
    here = visit(table_id)
    require(here.viewer.takes_part)
    return here


def open_table(table_id: int, viewer: Viewer) -> Visit:
    """Returns the table for a viewer whose right to see it has been looked at; 404 where there is no such table.

    Raises `TooFast` for too many pages of a long log.
    """
    try:
        now = services().play.at(table_id)
    except UnknownTable:
        not_here(table_id, viewer)
    count_page(now, viewer)
    deck.set_deck(now.table.choices)
    if viewer.device_id is not None and request.method == "GET" and request.blueprint not in LIVE:
        services().hub.reads(table_id, viewer.device_id)
    return Visit(now, viewer)


def not_here(table_id: int, viewer: Viewer) -> NoReturn:
    """Ends the request with 404, the same where there is no such table and where this device has no place at it.

    Nobody learns from it which tables there are: nothing is read of the table itself. Only a device that has had a
    place there reads how it lost it.
    """
    lost = None if viewer.device_id is None else services().store.how_place_was_lost(table_id, viewer.device_id)
    abort(404, description=no_table_for_you(lost))
