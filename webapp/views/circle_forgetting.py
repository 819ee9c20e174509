"""Forgetting a player of a circle: what will happen is said first, and it cannot be undone."""

import time

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.club.circle.circle_visit import CircleVisit, visit_circle
from webapp.club.circle.player_forgetting import forget
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.rate_limits import FORGET_EVERY, FORGETS_AT_ONCE
from webapp.seats.device import viewer_of
from webapp.services import services
from webapp.store.circle_models import CirclePlayer
from webapp.store.forgotten_player import KeptNames, StillPlaying
from webapp.store.models import Table
from webapp.table.pace import Rate

bp = Blueprint("circle_forgetting", __name__, url_prefix="/circles/<int:circle_id>/players")
Page = tuple[str, int]


@bp.get("/forget")
def show(circle_id: int) -> str:
    """Says what becomes of a player who is forgotten."""
    here = visit_circle(circle_id)
    return _page(here, _player(here, request.args.get("player", "")))


@bp.post("/forget")
def make(circle_id: int) -> Response | Page:
    """Forgets a player, for good; not while a table or an evening with the player goes on."""
    here = visit_circle(circle_id)
    player = _player(here, request.form.get("player", ""))
    # The file of the database is written anew each time.
    services().pace.count(f"forgets {here.device_id}", Rate(FORGETS_AT_ONCE, FORGET_EVERY), time.time())
    try:
        kept = forget(circle_id, player.id, here.device_id)
    except LookupError:  # by another phone
        abort(400)
    except StillPlaying as sits:
        return _page(here, player, sits), 409
    if kept.number:
        return render_template("circles/forgotten.html", circle=here.circle, kept=kept), 200
    return redirect(url_for("circle_players.show", circle_id=circle_id), 303)


def _player(here: CircleVisit, sent: str) -> CirclePlayer:
    player = services().store.circle_players(here.circle.id, forgotten=False).get(parse_integer(sent) or 0)
    if player is None:
        abort(400)
    return player


def _page(here: CircleVisit, player: CirclePlayer, sits: StillPlaying | None = None) -> str:
    return render_template(
        "circles/forget.html",
        circle=here.circle,
        player=player,
        kept=_kept(here, player),
        is_own=player.id == here.player_id,
        why="" if sits is None else _why(player.name, sits),
        table=None if sits is None or sits.table_id is None else _opened(sits.table_id),
    )


def _kept(here: CircleVisit, player: CirclePlayer) -> KeptNames:
    try:
        return services().store.names_kept(here.circle.id, player.id, here.device_id)
    except LookupError:  # another phone has forgotten the player meanwhile
        abort(400)


def _why(name: str, sits: StillPlaying) -> str:
    if sits.table_id is None:
        return _("%(name)s is on the list of an evening that is not over.", name=name)
    return _("%(name)s sits at a table that is not over.", name=name)


def _opened(table_id: int) -> Table | None:
    """Returns a table that this phone may look at."""
    return services().store.table(table_id) if viewer_of(table_id).may_see else None
