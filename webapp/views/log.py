"""The log of a table: everything that was entered, taken back, corrected, disputed and ruled, by whom and when."""

from flask import Blueprint, abort, render_template, request

from webapp.i18n import gettext as _
from webapp.log_page import LogPage
from webapp.table_page import page_of
from webapp.typed import whole
from webapp.visit import visit

bp = Blueprint("log", __name__, url_prefix="/tables/<int(max=9007199254740991):table_id>")


@bp.get("/log")
def show(table_id: int) -> str:
    """Shows a page of the log, of all hands or of the one that is asked for."""
    now, viewer = visit(table_id)
    log = LogPage(now, viewer, _asked("hand"), _asked("page") or 1)
    if not log.has():
        abort(404, description=_("The log has no such page, and no entry of such a hand."))
    return render_template("log/show.html", page=page_of(now, viewer), log=log.context())


def _asked(name: str) -> int | None:
    """A number of the address, None where it is left out; what is no number is no page."""
    if name not in request.args:
        return None
    number = whole(request.args[name])
    return -1 if number is None else number
