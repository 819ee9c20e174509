"""Pages of the invites of circles: the page behind a link or a code, and accepting it."""

from flask import render_template, request
from werkzeug.wrappers import Response

from webapp.access.device import current_or_new_device
from webapp.access.joining import Page, ended_page, go_in
from webapp.circle.acts import Refused, changes_nothing, join_circle
from webapp.http.limits import LONGEST_NAME_INPUT
from webapp.services import services
from webapp.store.errors import InviteSpent
from webapp.store.models import Invite
from webapp.store.roles import RECOVERY


def show(invite: Invite) -> Response | Page:
    """Says which circle an invite opens; a phone for which it would change nothing goes there."""
    if changes_nothing(invite):
        return go_in(invite)
    return _page(invite), 200


def take(invite: Invite) -> Response | Page:
    """Admits the phone of the request, as the player in its form."""
    new, known = request.form.get("new", ""), request.form.get("who", "")
    try:
        refused = join_circle(invite, lambda: current_or_new_device().id, new or known, is_new=bool(new.strip()))
    except InviteSpent:
        return ended_page(invite)
    if refused is not None:
        return _page(invite, refused), refused.status
    return go_in(invite)


def _page(invite: Invite, refused: Refused | None = None) -> str:
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
