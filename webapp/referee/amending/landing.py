"""Where somebody goes once a correction is made: back to the page that it began on, a case first of all."""

import re

from flask import url_for

from webapp.http.back_link import back_link
from webapp.referee.cases.subject import subject_of
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

_CASE = re.compile(r"/(?:(revoke|dispute)s/([0-9]{1,9})|(contradiction))$")


def landing(now: Snapshot, viewer: Viewer) -> str:
    """Returns the page that the address names as `back`; without one the table.

    From a case that is no more a referee goes on to the desk, everybody else to the table.
    """
    back = back_link()
    if not back:
        return url_for("tables.show", table_id=now.table.id)
    case = _CASE.search(back)
    if case is not None and subject_of(now, viewer, case[3] or f"{case[1]}-{case[2]}") is None:
        return url_for("desk.show" if viewer.is_referee else "tables.show", table_id=now.table.id)
    return back
