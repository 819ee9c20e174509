"""Pages of the invites of circles: what a link or a code opens, and taking it."""

from flask import redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.access.device import current_or_new_device
from webapp.access.joining import TOKEN
from webapp.circle.tables import circle_here
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store import InviteSpent
from webapp.store.circle_models import CircleInvite, CircleInviteRole

Page = tuple[str, int]


def circle_invite_of(token: str) -> CircleInvite | None:
    """Returns the invite of a circle with this token, valid or not."""
    return services().store.circle_invite_of(token) if TOKEN.fullmatch(token) else None


def show(invite: CircleInvite) -> Response | Page:
    """Says which circle an invite opens; a phone for which it would change nothing goes there."""
    if _is_in_already(invite):
        return _to_circle(invite)
    circle = services().store.circle(invite.circle_id)
    if circle is None or not invite.is_valid:
        return _ended_page()
    names = [player.name for player in services().store.circle_players(circle.id, forgotten=False).values()]
    asks_anew = invite.role == CircleInviteRole.RECOVERY
    page = {"circle": circle, "names": names, "token": invite.token, "asks_anew": asks_anew}
    return render_template("circle/join.html", **page), 200


def take(invite: CircleInvite) -> Response | Page:
    """Lets the phone of the request in."""
    if _is_in_already(invite):
        return _to_circle(invite)
    if not invite.is_valid:
        return _ended_page()
    try:
        services().store.join_circle(invite.id, current_or_new_device().id)
    except InviteSpent:
        return _ended_page()
    return _to_circle(invite)


def _is_in_already(invite: CircleInvite) -> bool:
    """Tells whether an invite would change nothing; the code that is kept asks all phones anew who they are."""
    return invite.role == CircleInviteRole.MEMBER and circle_here(invite.circle_id) is not None


def _to_circle(invite: CircleInvite) -> Response:
    return redirect(url_for("circles.show", circle_id=invite.circle_id), 303)


def _ended_page() -> Page:
    why = _("This code lets nobody into the circle any more. A phone that belongs to it shows the newest one.")
    return render_template("site/invites/over.html", why=why), 410
