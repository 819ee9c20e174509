"""Hall screen of an evening: what hangs on the wall. It is opened once and goes on by itself."""

from flask import Blueprint, Response, render_template, url_for

from webapp.access.device import require
from webapp.access.joining import JoinLink, join_link
from webapp.evening.follower import EveningTables
from webapp.evening.hall.screen_page import screen_of
from webapp.evening.keeper import EveningNow
from webapp.evening.stream import EveningPage, Tables, from_template, open_evening_stream
from webapp.evening.summary import EveningHead
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_evening
from webapp.services import services
from webapp.store.models import now as moment
from webapp.store.roles import Role, Scope

bp = Blueprint("evening_hall", __name__)
HALL = "/evenings/<int:evening_id>/hall"


@bp.get(HALL)
def show(evening_id: int) -> str:
    """Shows the screen to those who help to run the evening, and to who watches."""
    now, viewer = _visit(evening_id)
    stream = url_for("evening_hall.stream", evening_id=evening_id)
    context = _context(now, services().part(EveningTables).at(evening_id), viewer)
    return render_template("evening/hall.html", **context, stream=stream)


@bp.get(f"{HALL}/stream")
def stream(evening_id: int) -> Response:
    """Sends the screen now and after every change."""
    _now, viewer = _visit(evening_id)
    return open_evening_stream(evening_id, viewer, HALL_PAGE)


def _visit(evening_id: int) -> EveningVisit:
    here = visit_evening(evening_id)
    require(here.viewer.helps or here.viewer.role == Role.WATCHER)
    return here


def _context(now: EveningNow, tables: Tables, _viewer: EveningViewer) -> dict[str, object]:
    return {
        "evening": EveningHead.of(now.state),
        "evening_id": now.row.id,
        "screen": screen_of(now, tables, moment()),
        "door": _door(now),
    }


def _door(now: EveningNow) -> JoinLink | None:
    invite = services().store.invites(now.row.id, Scope.EVENING).get(Role.PLAYER)
    return None if invite is None or now.state.is_closed else join_link(invite)


HALL_PAGE = EveningPage("hall", _context, from_template("evening/_hall.html"), summed_up=True)
