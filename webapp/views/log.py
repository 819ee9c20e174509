"""Log of a table: everything that was entered, taken back, corrected, disputed and ruled, by whom and when."""

from flask import Blueprint, abort, render_template, request

from webapp.history.log.log_page import LogPage
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.pages.table_page import page_of
from webapp.seats.visit import visit

bp = Blueprint("log", __name__, url_prefix="/tables/<int:table_id>")
NONE = -1
"""What an address asks for that holds no number: no page and no hand has it."""


@bp.get("/log")
def show(table_id: int) -> str:
    """Shows a page of the log, of all hands or of the one that is asked for."""
    now, viewer = visit(table_id)
    log = LogPage(now, viewer, _asked("hand"), _asked("page", 1) or 0)
    if not log.has():
        abort(404, description=_("The log has no such page, and no entry of such a hand."))
    return render_template("log/show.html", page=page_of(now, viewer), log=log.context())


def _asked(name: str, otherwise: int | None = None) -> int | None:
    """Returns a number of the address; `otherwise` where it names none."""
    if name not in request.args:
        return otherwise
    number = parse_integer(request.args[name])
    return NONE if number is None else number
