"""Moving what a phone is at an evening to another one, by the link that the first one shows: once, for ten minutes."""

from flask import render_template
from werkzeug.wrappers import Response

from webapp.club.evening.evening_visit import EveningVisit, evening_viewer, open_evening_page
from webapp.club.evening.joining.evening_answers import Page, ended_invite_page, has_place, to_evening
from webapp.club.evening.keeper import EveningKeeper, EveningNow
from webapp.http.language import gettext as _
from webapp.seats.device import current_or_new_device
from webapp.services import services
from webapp.store import InviteSpent
from webapp.store.evening_models import EveningGrant, EveningInvite
from webapp.store.evening_roles import EveningRole
from webapp.words.invite_words import own_link


def show(invite: EveningInvite) -> Response | Page:
    """Shows what this phone would take over, or why it cannot."""
    here = open_evening_page(invite.evening_id, evening_viewer(invite.evening_id))
    grant = _offered(here.now, invite)
    if grant is None:
        return ended_invite_page(invite)
    why = _barred(here, grant)
    return _page(here, invite, grant, why), 409 if why else 200


def take(invite: EveningInvite) -> Response | Page:
    """Moves it to this phone, with its seats at the tables of the evening."""
    here = open_evening_page(invite.evening_id, evening_viewer(invite.evening_id))
    grant = _offered(here.now, invite)
    if grant is None:
        return ended_invite_page(invite)
    if why := _barred(here, grant):
        return _page(here, invite, grant, why), 409
    try:
        services().store.hand_over(invite.evening_id, invite.id, current_or_new_device().id)
    except InviteSpent:
        return ended_invite_page(invite)
    services().part(EveningKeeper).refresh(invite.evening_id)
    for table in services().store.tables_of_evening(invite.evening_id):
        services().play.refresh(table.id)
    return to_evening(invite.evening_id)


def place_said(now: EveningNow, grant: EveningGrant) -> str:
    """Returns what a phone is at an evening, in words."""
    said = {
        EveningRole.ORGANISER: _("The organiser’s place"),
        EveningRole.DEPUTY: _("The deputy’s place"),
        EveningRole.REFEREE: _("The referee’s place"),
        EveningRole.WATCHER: _("A place to watch"),
    }
    if grant.person is None:
        return said.get(grant.role, _("A place without a seat"))
    name = now.state.name(grant.person)
    return f"{name}, {said[grant.role]}" if grant.role in said and grant.runs else name


def _offered(now: EveningNow, invite: EveningInvite) -> EveningGrant | None:
    return next((grant for grant in now.grants if grant.device_id == invite.device_id), None)


def _barred(here: EveningVisit, grant: EveningGrant) -> str:
    if here.viewer.device_id is not None and here.viewer.device_id == grant.device_id:
        return own_link()
    if has_place(here.viewer):
        return _("This phone has a place at this evening itself. Read the link with a phone that has none.")
    return ""


def _page(here: EveningVisit, invite: EveningInvite, grant: EveningGrant, why: str) -> str:
    return render_template(
        "evenings/moved.html",
        evening=here.now.state,
        evening_id=here.now.row.id,
        place=place_said(here.now, grant),
        token=invite.token,
        why=why,
    )
