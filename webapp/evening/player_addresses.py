"""Acts of a player at an evening: sits down, goes, comes back, changes the phone."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import require
from webapp.evening import lines as kinds
from webapp.evening.acts import act
from webapp.evening.follower import EveningTables
from webapp.evening.joining.answers import sit_down
from webapp.evening.keeper import EveningKeeper, LineRefused
from webapp.evening.people.people_page import end_device_grant
from webapp.evening.player import PLAYER_PAGE, player_page
from webapp.evening.refusal_words import said, status
from webapp.evening.state import Sitting
from webapp.evening.stream import open_evening_stream
from webapp.evening.visit import EveningVisit, visit_evening
from webapp.services import services
from webapp.table import forms

bp = Blueprint("evening_player", __name__, url_prefix="/evenings/<int:evening_id>")
PRESENCES = {"here": kinds.Back, "away": kinds.Away, "left": kinds.Left}


@bp.get("/me")
def show(evening_id: int) -> str:
    """Shows where this phone's player sits, when, the last result and the place."""
    here = _player(evening_id)
    return player_page(here.now, services().part(EveningTables).at(evening_id), here.viewer)


@bp.get("/me/stream")
def stream(evening_id: int) -> Response:
    """Streams the page: sends it again after each change."""
    return open_evening_stream(evening_id, visit_evening(evening_id).viewer, PLAYER_PAGE)


@bp.get("/me/more")
def more(evening_id: int) -> str:
    return _page(visit_evening(evening_id))


@bp.post("/me/read")
def read(evening_id: int) -> Response:
    """Marks the news of this phone as read: announcements, and corrections of its results."""
    here = _player(evening_id)
    lines = forms.integer(request.form, "lines", most=here.now.state.seq)
    services().store.read_evening(evening_id, here.viewer.device_id or 0, lines)
    services().part(EveningKeeper).refresh(evening_id)
    return _back(evening_id)


@bp.post("/me/presence")
def presence(evening_id: int) -> Response | tuple[str, int]:
    """Leaves, or comes back."""
    here, wanted = _player(evening_id), forms.choice(request.form, "is", PRESENCES)
    done = act(here.now, here.viewer, PRESENCES[wanted](here.viewer.person or 0))
    if isinstance(done, LineRefused):
        return _page(here, said(done.refusal)), status(done.refusal)
    return _back(evening_id)


@bp.post("/me/seat")
def sit(evening_id: int) -> Response:
    """Sits this phone down where its player sits in this round, and leads to that table."""
    here = _player(evening_id)
    table_id = sit_down(here.now, here.viewer.person or 0, here.viewer.device_id or 0)
    return _back(evening_id) if table_id is None else redirect(url_for("tables.show", table_id=table_id), 303)


@bp.post("/me/free")
def free(evening_id: int) -> Response:
    """Ends the own device grant: this phone stands for nobody on the list any more."""
    here = _player(evening_id)
    end_device_grant(here.now, here.viewer, here.viewer.person or 0)
    return redirect(url_for("home.index"), 303)


def _player(evening_id: int) -> EveningVisit:
    here = visit_evening(evening_id)
    require(here.viewer.person is not None)
    return here


def _back(evening_id: int) -> Response:
    return redirect(url_for("evenings.show", evening_id=evening_id), 303)


def _page(here: EveningVisit, problem: str = "") -> str:
    require(here.viewer.person is not None)
    return here.page(
        "evening/player_more.html",
        me=here.now.state.people[here.viewer.person or 0],
        others=_others(here),
        problem=problem,
    )


def _others(here: EveningVisit) -> list[Sitting]:
    """Returns the tables of this round where this player does not sit and may look, where the evening allows it."""
    state = here.now.state
    if not state.plan.may_look or state.round is None:
        return []
    sittings = state.round.sittings.values()
    return [one for one in sittings if one.table is not None and here.viewer.person not in one.people]
