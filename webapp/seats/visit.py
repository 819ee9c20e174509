"""Coming to a table: which one it is, and whether this phone may look at it."""

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
    """A table as of now, and what the asking phone is there."""

    now: Snapshot
    viewer: Viewer

    @property
    def table(self) -> Table:
        """The table's header."""
        return self.now.table


def find_table(table_id: int) -> Visit:
    """Returns the table and what the asking phone is there; 404 where there is no such table. Asks for no right."""
    try:
        now = services().play.at(table_id)
    except UnknownTable:
        abort(404, description=_("There is no table at this address."))
    deck.set_deck(now.table.choices)
    return Visit(now, viewer_of(table_id))


def visit(table_id: int) -> Visit:
    """Returns the table for a phone that may look at it, or ends the request: 404, or 403 where it was not let in."""
    here = find_table(table_id)
    require(here.viewer.may_see)
    return here
