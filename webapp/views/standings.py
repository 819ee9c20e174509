"""Standing of an evening: the page, and files for spreadsheets."""

from flask import Blueprint, Response, make_response, render_template, url_for

from webapp.club.evening.evening_csv import penalties_csv, seatings_csv, standing_csv
from webapp.club.evening.evening_head import EveningHead
from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.evening_visit import visit_evening, visit_to_help
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.seatings_page import seated_rounds
from webapp.club.evening.standing_page import sees_hidden, standing_page
from webapp.club.evening.stream import EveningPage, Tables, from_template, open_evening_stream

bp = Blueprint("evening_standing", __name__)
STANDING = "/evenings/<int:evening_id>/standing"
CSV = "text/csv; charset=utf-8; header=present"


@bp.get(STANDING)
def show(evening_id: int) -> str:
    """Shows the standing as far as this device may see it."""
    now, viewer = visit_evening(evening_id)
    stream = url_for("evening_standing.stream", evening_id=evening_id)
    return render_template("evenings/standing.html", **_context(now, viewer), stream=stream)


@bp.get(f"{STANDING}/stream")
def stream(evening_id: int) -> Response:
    """Sends the standing now and after every change."""
    _now, viewer = visit_evening(evening_id)
    return open_evening_stream(evening_id, viewer, STANDING_PAGE)


@bp.get(f"{STANDING}.csv")
def standing_file(evening_id: int) -> Response:
    """Sends the standing for a spreadsheet."""
    now, viewer = visit_evening(evening_id)
    return _file(now, standing_csv(now, sees_all=sees_hidden(viewer)), "standing")


@bp.get("/evenings/<int:evening_id>/seatings")
def seatings(evening_id: int) -> str:
    """Shows who sat where in each round, to be printed."""
    now, viewer = visit_evening(evening_id)
    rounds = seated_rounds(now, sees_all=sees_hidden(viewer))
    return render_template("evenings/seatings.html", evening=now.state, evening_id=evening_id, rounds=rounds)


@bp.get("/evenings/<int:evening_id>/seatings.csv")
def seatings_file(evening_id: int) -> Response:
    """Sends who sat where, with the results that are in."""
    now, viewer = visit_evening(evening_id)
    return _file(now, seatings_csv(now, sees_all=sees_hidden(viewer)), "seatings")


@bp.get("/evenings/<int:evening_id>/penalties.csv")
def penalties_file(evening_id: int) -> Response:
    """Sends every penalty to those who help to run the evening."""
    now, _viewer = visit_to_help(evening_id)
    return _file(now, penalties_csv(now), "penalties")


def _context(now: EveningNow, viewer: EveningViewer) -> dict[str, object]:
    return {
        "evening": EveningHead.of(now.state),
        "evening_id": now.row.id,
        "page_of_standing": standing_page(now, viewer),
        "viewer": viewer,
    }


def _live(now: EveningNow, _tables: Tables, viewer: EveningViewer) -> dict[str, object]:
    return _context(now, viewer)


STANDING_PAGE = EveningPage("standing", _live, from_template("evenings/_standing.html"))


def _file(now: EveningNow, data: bytes, what: str) -> Response:
    answer = make_response(data)
    day = now.row.created_at.astimezone().date().isoformat()
    answer.headers["Content-Type"] = CSV
    answer.headers["Content-Disposition"] = f'attachment; filename="evening-{day}-{what}.csv"'
    return answer
