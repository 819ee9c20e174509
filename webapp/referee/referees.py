"""Referees of a table: letting one go. The host is asked once more, and waits while a case is open."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import require
from webapp.access.visit import Visit, visit
from webapp.http.language import gettext as _
from webapp.pages.table_page import page_of
from webapp.referee.asking.request_page import shown_change
from webapp.referee.desk.desk_page import open_cases
from webapp.services import services
from webapp.store.models import Grant
from webapp.store.roles import Role, Scope
from webapp.table.lines.house import Dismissed
from webapp.table.snapshot import desk_line

bp = Blueprint("referees", __name__, url_prefix="/tables/<int:table_id>/referees/<int:grant_id>")


@bp.get("/dismiss")
def dismissal(table_id: int, grant_id: int) -> str:
    """Asks for confirmation and says what stays; or says why it is not possible now."""
    here, grant = _asked(table_id, grant_id)
    return _page(here, grant)


@bp.post("/dismiss")
def dismiss(table_id: int, grant_id: int) -> Response | tuple[str, int]:
    """Ends a referee's grant: the own at once, that of another by the host once confirmed.

    409 while a case is open: nobody sends away who is to rule on it. Where requests wait, that is confirmed as well.
    """
    here, grant = _asked(table_id, grant_id)
    own = grant.device_id == here.viewer.device_id
    if not own and _is_of_evening(here, grant):
        return _page(here, grant), 409
    if not own and open_cases(here.now, here.viewer):
        return _page(here, grant), 409
    if not own and request.form.get("sure") != ("waiting" if here.now.desk.waiting else "yes"):
        return _page(here, grant), 422
    line = desk_line(here.now, here.viewer, Dismissed(grant.name or ""))
    services().store.dismiss(table_id, grant.device_id, line)
    services().play.refresh(table_id)
    if own and grant.role == Role.REFEREE:
        return redirect(url_for("home.index"), 303)  # without another grant the device may not see the table any more
    return redirect(url_for("seats.share", table_id=table_id, role=Role.REFEREE), 303)


def _asked(table_id: int, grant_id: int) -> tuple[Visit, Grant]:
    here = visit(table_id)
    grant = next((grant for grant in here.now.people.grants if grant.id == grant_id and grant.name is not None), None)
    if grant is None:
        abort(404, description=_("Nobody of this kind rules at this table any more."))
    require(here.viewer.is_host or grant.device_id == here.viewer.device_id)
    return here, grant


def _is_of_evening(here: Visit, grant: Grant) -> bool:
    """Tells whether this referee was appointed for the whole evening: the host of its table cannot dismiss them."""
    if here.table.evening_id is None:
        return False
    held = services().store.grants(here.table.evening_id, Scope.EVENING)
    return any(one.device_id == grant.device_id and one.is_referee for one in held)


def _page(here: Visit, grant: Grant) -> str:
    cases = [(case.title, case.url) for case in open_cases(here.now, here.viewer)]
    shown = {
        "name": grant.name,
        "number": grant.id,
        "cases": cases,
        "requests": [shown_change(here.now, here.viewer, change) for change in here.now.desk.waiting],
        "of_evening": _is_of_evening(here, grant),
    }
    return render_template("access/dismiss.html", page=page_of(here.now, here.viewer), referee=shown)
