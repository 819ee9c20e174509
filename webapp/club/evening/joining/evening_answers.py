"""Answers after an invite of an evening was read: on to the evening, or a page that says why it lets nobody in."""

from flask import make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.keeper import EveningNow
from webapp.http.language import gettext as _
from webapp.http.page_or_fragment import wants_fragment
from webapp.services import services
from webapp.store.evening_models import EveningInvite
from webapp.store.evening_roles import CARD, MOVE, EveningRole

Page = tuple[str, int]


def go_on(url: str) -> Response:
    """Leads to another page, also where only a part of the page was asked for."""
    if not wants_fragment():
        return redirect(url, 303)
    answer = make_response("", 200)
    answer.headers["HX-Redirect"] = url
    return answer


def to_evening(evening_id: int) -> Response:
    """Leads to the evening."""
    return go_on(url_for("evenings.show", evening_id=evening_id))


def over_page(now: EveningNow) -> Page:
    """Returns the page that says that the evening is over."""
    return sentence_page(now, _("The evening is over."), 410)


def sentence_page(now: EveningNow, why: str, status: int) -> Page:
    """Returns a page that says one sentence about an evening, and where to go."""
    return render_template("evenings/sentence.html", evening=now.state, evening_id=now.row.id, why=why), status


def ended_invite_page(invite: EveningInvite) -> Page:
    """Returns the page that says why an invite of an evening lets nobody in any more."""
    return render_template("invites/over.html", why=_why_ended(invite)), 410


def _why_ended(invite: EveningInvite) -> str:
    if invite.role == CARD:
        number = invite.number or 0
        if number in services().store.table_cards(invite.evening_id):
            return _("This card has ended: a newer card of table %(number)s was printed. Read that one.", number=number)
        return _("This card has ended.")
    if invite.role == MOVE:
        return _("This link is spent or older than ten minutes. The phone that has the place makes a new one.")
    if invite.role in (EveningRole.DEPUTY, EveningRole.REFEREE):
        return _("This invitation is spent: it was for one phone, once. Whoever runs the evening can make a new one.")
    if invite.role == EveningRole.ORGANISER:
        return _("This recovery code is spent. Whoever runs the evening now has the one that counts.")
    return _("This code lets nobody in any more. The one on the wall or at the entrance is newer.")


def has_place(viewer: EveningViewer) -> bool:
    """Tells whether a device is more at an evening than somebody who watches."""
    return viewer.person is not None or viewer.helps
