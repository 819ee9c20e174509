"""Which melds the tapped cards are: a question to the rules, which changes nothing (DEEP-9 to DEEP-11)."""

from flask import Blueprint, abort, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from webapp.http.page_or_fragment import page_or_fragment
from webapp.live.page import context
from webapp.seats.device import require
from webapp.seats.visit import find_table

bp = Blueprint("melds", __name__)


@bp.get("/tables/<int:table_id>/melds")
def show(table_id: int) -> Response:
    """Shows the table with the melds named that were tapped; htmx gets the list of them alone."""
    now, viewer = find_table(table_id)
    require(viewer.may_enter)
    if now.table.game != "deep-six":
        abort(404, description=_("Melds are laid in Deep Six only."))
    here = context(now, viewer)
    return page_or_fragment("tables/table.html", "games/deep_six/_melds.html", 200, **{**here, "typed": request.args})
