"""Pages of the invites of circles: what a link or a code opens, and taking it."""

from flask import render_template
from werkzeug.wrappers import Response

from webapp.access.device import current_or_new_device
from webapp.access.joining import Page, ended_page, go_in
from webapp.circle.tables import circle_here
from webapp.services import services
from webapp.store import InviteSpent
from webapp.store.models import Invite
from webapp.store.roles import RECOVERY, Role


def show(invite: Invite) -> Response | Page:
    """Says which circle an invite opens; a phone for which it would change nothing goes there."""
    if _is_in_already(invite):
        return go_in(invite)
    circle = services().store.circle(invite.owner)
    assert circle is not None  # a foreign key keeps every invite's circle
    names = [player.name for player in services().store.circle_players(circle.id, forgotten=False).values()]
    asks_anew = invite.role == RECOVERY
    page = {"circle": circle, "names": names, "token": invite.token, "asks_anew": asks_anew}
    return render_template("circle/join.html", **page), 200


def take(invite: Invite) -> Response | Page:
    """Lets the phone of the request in."""
    if _is_in_already(invite):
        return go_in(invite)
    try:
        services().store.join_circle(invite.id, current_or_new_device().id)
    except InviteSpent:
        return ended_page(invite)
    return go_in(invite)


def _is_in_already(invite: Invite) -> bool:
    """Tells whether an invite would change nothing; the code that is kept asks all phones anew who they are."""
    return invite.role == Role.MEMBER and circle_here(invite.owner) is not None
