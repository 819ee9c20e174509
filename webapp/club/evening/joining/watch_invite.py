"""Invite to watch an evening: the screen on the wall of the hall, for one."""

from flask import render_template
from werkzeug.wrappers import Response

from webapp.club.evening.evening_visit import evening_viewer, open_evening_page
from webapp.club.evening.joining.check_in_lines import watch
from webapp.club.evening.joining.evening_answers import Page, to_evening
from webapp.seats.device import current_or_new_device
from webapp.store.evening_models import EveningInvite


def show(invite: EveningInvite) -> Response | Page:
    """Shows what there is to watch; who is at the evening goes there."""
    here = open_evening_page(invite.evening_id, evening_viewer(invite.evening_id))
    if here.viewer.may_see:
        return to_evening(invite.evening_id)
    page = render_template(
        "evenings/watch.html", evening=here.now.state, evening_id=here.now.row.id, token=invite.token
    )
    return page, 200


def take(invite: EveningInvite) -> Response | Page:
    """Lets this phone watch."""
    here = open_evening_page(invite.evening_id, evening_viewer(invite.evening_id))
    watch(here.now, here.viewer, current_or_new_device().id)
    return to_evening(invite.evening_id)
