"""Visit of a table: its snapshot and the viewer of the request, after a check of the right to see it."""

from typing import NamedTuple

from flask import abort

from webapp.http.language import gettext as _
from webapp.seats.device import require, viewer_of
from webapp.services import services
from webapp.store.models import Table
from webapp.table.play import UnknownTable
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words import deck


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


def find_table(table_id: int) -> Visit:
    """Returns the table and the viewer of the request; 404 where there is no such table. Checks no right."""
    try:
        now = services().play.at(table_id)
    except UnknownTable:
        abort(404, description=_("There is no table at this address."))
    deck.set_deck(now.table.choices)
    return Visit(now, viewer_of(table_id))


def visit(table_id: int) -> Visit:
    """Returns the table for a viewer who may see it; else ends the request: 404, or 403."""
    here = find_table(table_id)
    require(here.viewer.may_see)
    return here


def visit_as_host(table_id: int) -> Visit:
    """Returns the table for its host, or ends the request with 404 or 403."""
    here = visit(table_id)
    require(here.viewer.is_host)
    return here


def visit_to_take_part(table_id: int) -> Visit:
    """Returns the table for a viewer who enters or rules there, or ends the request with 404 or 403."""
    here = find_table(table_id)
    require(here.viewer.takes_part)
    return here
