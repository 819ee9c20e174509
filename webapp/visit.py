"""Coming to a table: which one it is, and whether this phone may look at it."""

from typing import NamedTuple

from flask import abort
from flask_babel import gettext as _

from webapp.access import Viewer, require, viewer_of
from webapp.models import Table
from webapp.rooms import rooms


class Visit(NamedTuple):
    """A table and what the asking phone is there."""

    table: Table
    viewer: Viewer


def visit(table_id: int) -> Visit:
    """Returns the table, or ends the request: 404 where there is none, 403 for a phone that was not let in."""
    table = rooms().store.table(table_id)
    if table is None:
        abort(404, description=_("There is no table at this address."))
    viewer = viewer_of(table_id)
    require(viewer.may_see)
    return Visit(table, viewer)
