"""A match of a circle: what it came to, the note that its people write to it, and its picture."""

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from webapp.club.circle.circle_page import match_rows
from webapp.club.circle.circle_visit import CircleVisit, visit_circle
from webapp.club.circle.match_picture import kept_picture
from webapp.games.registry import looks
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NOTE
from webapp.seats.device import viewer_of
from webapp.services import services
from webapp.store.circle_models import CircleMatch
from webapp.table.player_names import is_readable, tidy

bp = Blueprint("circle_matches", __name__, url_prefix="/circles/<int:circle_id>/matches/<int:match_id>")
Page = tuple[str, int]


@bp.get("")
def show(circle_id: int, match_id: int) -> str:
    """Shows a match, with its note to be written and changed."""
    return _page(*_match(circle_id, match_id))


@bp.post("/note")
def note(circle_id: int, match_id: int) -> Redirect | Page:
    """Writes the note; an empty one goes. One that somebody has changed meanwhile stays, and is shown beside."""
    here, row = _match(circle_id, match_id)
    typed, before = request.form.get("note"), request.form.get("before", "")
    if typed is None:
        abort(400)
    text = tidy(typed)
    if len(text) > LONGEST_NOTE or (text and not is_readable(text)):
        fault = _("At most %(most)s letters, all of them to be read.", most=LONGEST_NOTE)
        return _page(here, row, typed[: 2 * LONGEST_NOTE], fault), 422
    try:
        done = services().store.write_note(circle_id, match_id, text, before=before)
    except LookupError:  # the match goes on again
        abort(404, description=_no_match())
    if not done:
        why = _("Somebody has changed the note meanwhile. Saved again, this one takes its place.")
        return _page(here, row, text, why), 409
    return redirect(url_for("circle_matches.show", circle_id=circle_id, match_id=match_id), 303)


@bp.get("/result.png")
def picture(circle_id: int, match_id: int) -> Response:
    """Returns the result as a picture to send, from what is kept of the match."""
    _here, row = _match(circle_id, match_id)
    players = services().store.circle_players(circle_id)
    drawn = kept_picture(row, [players[player].name for player in row.players]) if row.game in looks() else None
    if drawn is None:
        abort(404, description=_no_match())
    answer = Response(drawn, mimetype="image/png")
    answer.headers["Content-Disposition"] = 'inline; filename="sixfold.png"'
    return answer


def _match(circle_id: int, match_id: int) -> tuple[CircleVisit, CircleMatch]:
    here = visit_circle(circle_id)
    row = services().store.circle_match(circle_id, match_id)
    if row is None:
        abort(404, description=_no_match())
    return here, row


def _no_match() -> str:
    return _("No finished match of this circle has this number.")


def _page(here: CircleVisit, row: CircleMatch, typed: str | None = None, fault: str = "") -> str:
    store = services().store
    notes, players = store.circle_notes(here.circle.id), store.circle_players(here.circle.id)
    viewer = viewer_of(row.table_id)
    own = {row.table_id} if viewer.may_see else set()
    (shown,) = match_rows([row], players, own, notes)
    return render_template(
        "circles/match.html",
        circle=here.circle,
        row=shown,
        typed=shown.note if typed is None else typed,
        fault=fault,
        enters=viewer.may_enter,
    )
