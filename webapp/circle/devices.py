"""Devices of a circle: the list, their players, the code to join and the page behind it, removing one."""

from functools import partial

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import current_or_new_device, once, or_404
from webapp.access.join_links import join_link
from webapp.access.joining import ended_page, go_in
from webapp.circle import acts
from webapp.circle.acts import Refused, changes_nothing, hold_new_player, hold_player, join_circle
from webapp.circle.visit import CircleVisit, if_there, visit_circle
from webapp.http.answers import Page
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NAME_INPUT
from webapp.journal.lines import Key
from webapp.services import services
from webapp.store.errors import InviteSpent
from webapp.store.models import Grant, Invite
from webapp.store.roles import RECOVERY, Role, Scope

bp = Blueprint("circle_devices", __name__, url_prefix="/circles/<int:circle_id>")


def devices_named(here: CircleVisit) -> list[tuple[Grant, str | None]]:
    """Returns the grants of the devices of a circle, the own one first, then the oldest.

    With each the name of the player for whom it stands, None for nobody.
    """
    store, circle_id = services().store, here.circle.id
    players = store.circle_players(circle_id, forgotten=False)
    rows = [
        (grant, players[grant.player_id].name if grant.player_id in players else None)
        for grant in store.grants(circle_id, Scope.CIRCLE)
    ]
    return sorted(rows, key=lambda row: row[0].device_id != here.device_id)


@bp.get("/phones")
def show(circle_id: int) -> str:
    here = visit_circle(circle_id)
    return here.page("circle/phones.html", rows=devices_named(here), device_id=here.device_id)


@bp.get("/phones/<int:number>/out")
def asking(circle_id: int, number: int) -> str:
    """Asks once more before a device is put out."""
    here, grant, name = _other(circle_id, number)
    return here.page("circle/put_out.html", grant=grant, name=name)


@bp.post("/phones/<int:number>/out")
def put_out(circle_id: int, number: int) -> Response:
    """Puts a device out; the code to join is a new one."""

    def let_go(key: Key | None) -> None:
        here, grant, _name = _other(circle_id, number)
        acts.put_out(here, grant, key)

    once(Scope.CIRCLE, circle_id, let_go)
    return redirect(url_for("circle_devices.show", circle_id=circle_id), 303)


def _other(circle_id: int, number: int) -> tuple[CircleVisit, Grant, str | None]:
    """Returns another device of the circle by the number of its grant; else ends the request with 404."""
    here = visit_circle(circle_id)
    others = (row for row in devices_named(here) if row[0].device_id != here.device_id)
    other = next((row for row in others if row[0].id == number), None)
    return here, *or_404(other, _("This phone belongs to the circle no longer."))


@bp.get("/phone")
def show_own(circle_id: int) -> str:
    """Asks for the player of this phone: first those it has played for."""
    return _page(visit_circle(circle_id), parse_integer(request.args.get("player", "")))


@bp.post("/phone")
def choose(circle_id: int) -> Response | Page:
    """Makes this phone stand for a player, or a new one; without one for nobody."""
    here, sent, new = visit_circle(circle_id), request.form.get("player", ""), request.form.get("new", "")
    player, is_new = parse_integer(sent), bool(new.strip())
    if sent and player is None and not is_new:
        abort(400)
    hold = partial(hold_new_player, name=new) if is_new else partial(hold_player, player=player)
    refused = if_there(lambda: hold(circle_id, here.device_id), code=400)
    if refused is not None:
        return _page(here, player, refused.said), refused.status
    names_somebody = sent or is_new
    return redirect(url_for("circles.show" if names_somebody else "circle_devices.show_own", circle_id=circle_id), 303)


def _page(here: CircleVisit, chosen: int | None, fault: str = "") -> str:
    store, circle_id = services().store, here.circle.id
    players, held = store.circle_players(circle_id, forgotten=False), store.held_players(circle_id)
    played = [player for player in store.seated_players(circle_id, here.device_id) if player in players]
    others = sorted((player for player in players if player != here.player_id), key=held.__contains__)
    return here.page(
        "circle/phone.html",
        own=players.get(here.player_id or 0),
        first=[players[player] for player in played if player not in held],
        players={player: players[player] for player in others},
        elsewhere={player for player, device in held.items() if device != here.device_id},
        new=request.form.get("new", "")[:LONGEST_NAME_INPUT],
        chosen=chosen,
        fault=fault,
    )


@bp.get("/share")
def share(circle_id: int) -> str:
    """Shows the QR and the code with which a device joins."""
    here = visit_circle(circle_id)
    link = join_link(services().store.invites(circle_id, Scope.CIRCLE)[Role.MEMBER])
    return here.page("circle/share.html", link=link)


def show_invite(invite: Invite) -> Response | Page:
    """Says which circle an invite opens; a phone for which it would change nothing goes there."""
    if changes_nothing(invite):
        return go_in(invite)
    return _invite_page(invite), 200


def take_invite(invite: Invite) -> Response | Page:
    """Admits the phone of the request, as the player in its form."""
    new, known = request.form.get("new", ""), request.form.get("who", "")
    try:
        refused = join_circle(invite, lambda: current_or_new_device().id, new or known, is_new=bool(new.strip()))
    except InviteSpent:
        return ended_page(invite)
    if refused is not None:
        return _invite_page(invite, refused), refused.status
    return go_in(invite)


def _invite_page(invite: Invite, refused: Refused | None = None) -> str:
    store, circle = services().store, services().store.circle(invite.owner)
    assert circle is not None  # a foreign key keeps every invite's circle
    asks_anew = invite.role == RECOVERY
    return render_template(
        "circle/join.html",
        circle=circle,
        players=store.circle_players(circle.id, forgotten=False),
        held=set() if asks_anew else store.held_players(circle.id).keys(),
        token=invite.token,
        asks_anew=asks_anew,
        fault="" if refused is None else refused.said,
        who=request.form.get("who", ""),
        new=request.form.get("new", "")[:LONGEST_NAME_INPUT],
    )
