"""Check-in: a phone says for whom on the list of an evening it stands."""

from typing import NamedTuple

from flask import request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import current_device, current_or_new_device
from webapp.access.joining import go_in, go_on
from webapp.evening.joining.identity_requests import (
    Listing,
    ask_for,
    be_listed,
    listings,
    matches,
    over_page,
    stand_for,
    to_evening,
    watch,
)
from webapp.evening.joining.running_table import join_page, joinable_tables
from webapp.evening.keeper import EveningNow
from webapp.evening.lines import EveningRefusal
from webapp.evening.refusal_words import said, status
from webapp.evening.typed_people import not_listed_said
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_by_invite
from webapp.http.answers import Page, wants_fragment
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NAME_INPUT
from webapp.pages.table_page import form_key
from webapp.store.errors import PersonTaken
from webapp.store.models import Invite, Table
from webapp.table.forms import NotAnEvent
from webapp.table.player_names import fault_of, tidy
from webapp.words.invite_words import fault_said
from webapp.words.phrases import NAME_JUST_TAKEN

NEW = "new"
WATCH = "watch"
TABLE = "table-"


class NameChoice(NamedTuple):
    """A choice for a typed name: its value, its words, and the label of the main key."""

    value: str
    title: str
    text: str
    does: str


def show(invite: Invite) -> Response | Page:
    """Asks who this phone is; one that is somebody already goes on to the evening."""
    here = visit_by_invite(invite.owner)
    if (answer := _elsewhere(here)) is not None:
        return answer
    return _page(invite, here, tidy(request.args.get("name", "")), request.args.get("as", "")), 200


def take(invite: Invite) -> Response | Page:
    """Lets this phone be whom it chose, or asks for it."""
    here = visit_by_invite(invite.owner)
    chosen, name = request.form.get("as", ""), tidy(request.form.get("name", ""))
    if chosen.startswith(TABLE):
        return join_page(here, chosen.removeprefix(TABLE), invite.token)
    if (answer := _elsewhere(here)) is not None:
        return answer
    if chosen == WATCH:
        watch(here.now, here.viewer, current_or_new_device(_key()).id)
        return go_in(invite)
    if not chosen:  # the name alone: now the list says who may be meant
        fault = fault_of(name)
        return _page(invite, here, name, "", fault and fault_said(fault, name)), 422 if fault else 200
    return _choose(invite, here, name, chosen)


def _choose(invite: Invite, here: EveningVisit, name: str, chosen: str) -> Response | Page:
    number = parse_integer(chosen)
    if chosen != NEW and (number is None or number not in here.now.state.people):
        return _page(invite, here, name, "", said(EveningRefusal("nobody"))), 422
    device_id = current_or_new_device(_key()).id
    try:
        done = _done(here, device_id, number, name)
    except PersonTaken:
        return _page(invite, here, name, "", _(NAME_JUST_TAKEN)), 409
    if isinstance(done, EveningRefusal):
        return _page(invite, here, name, chosen, not_listed_said(done, name)), status(done)
    if done is None:
        return go_on(url_for("evening_identity_requests.show", evening_id=invite.owner))
    return go_in(invite)


def _done(here: EveningVisit, device_id: int, number: int | None, name: str) -> int | EveningRefusal | None:
    """Returns the person for whom this phone stands now, None where it waits for an answer."""
    now, viewer, key = here.now, here.viewer, _key()
    if number is None:
        if now.state.plan.door or viewer.runs:
            return be_listed(now, viewer, device_id, name, key)
        return ask_for(now, viewer, device_id, name, None, key)
    if now.device_of(number) is None:
        return stand_for(now, viewer, device_id, number, key)
    return ask_for(now, viewer, device_id, now.state.name(number), number, key)


def _key() -> str:
    try:
        return form_key()
    except NotAnEvent:
        return request.form.get("op", "")


def _elsewhere(here: EveningVisit) -> Response | Page | None:
    if here.now.state.is_closed:
        return over_page(here.now)
    if any(asked.device_id == here.viewer.device_id for asked in here.now.state.requests.values()):
        return go_on(url_for("evening_identity_requests.show", evening_id=here.now.row.id))
    if here.viewer.is_referee or (here.viewer.person is not None and not _tables()):
        return to_evening(here.now.row.id)
    return None


def _tables() -> list[Table]:
    device = current_device()
    return [] if device is None else joinable_tables(device.id)


def _page(invite: Invite, here: EveningVisit, name: str, chosen: str, problem: str | None = None) -> str:
    now = here.now
    choices = [] if here.viewer.person is not None else _choices(invite, now, here.viewer, name)
    if chosen not in {one.value for one in choices}:
        chosen = _meant(name, choices)
    return here.page(
        "evening/check_in.html",
        me=None if here.viewer.person is None else now.state.name(here.viewer.person),
        number=invite.number,
        token=invite.token,
        name=name[:LONGEST_NAME_INPUT],
        choices=choices,
        chosen=next((one for one in choices if one.value == chosen), None),
        named=wants_fragment(),
        runs=here.viewer.runs,
        tables=_tables(),
        problem=problem,
    )


def _choices(invite: Invite, now: EveningNow, viewer: EveningViewer, name: str) -> list[NameChoice]:
    here = now.state.running
    sitting = None if here is None or invite.number is None else here.sittings.get(invite.number)
    first = [] if sitting is None else listings(now, list(sitting.people))
    found = [*first, *(one for one in matches(now, name) if one.number not in {other.number for other in first})]
    made = [_choice(one) for one in found]
    if name and not any(one.name.casefold() == name.casefold() and not one.has_device for one in found):
        made.append(_new(now, viewer, name, bool(found)))
    elif name:
        made.append(_new(now, viewer, name, True))
    return made


def _choice(one: Listing) -> NameChoice:
    if one.has_device:
        text = _("Has a phone. That phone or the organiser has to agree.")
        return NameChoice(str(one.number), one.name, text, _("Ask to be %(name)s", name=one.name))
    text = _("No phone yet")
    if one.table is not None:
        text = _("Table %(number)s in this round, no phone yet", number=one.table)
    return NameChoice(str(one.number), one.name, text, _("I am on the list: %(name)s", name=one.name))


def _new(now: EveningNow, viewer: EveningViewer, name: str, others: bool) -> NameChoice:
    opened = now.state.plan.door or viewer.runs
    taken = now.state.named(name) is not None
    if opened and taken:
        text = _("Another %(name)s: add a letter to the name above.", name=name)
    elif opened:
        text = _("%(name)s goes on the list.", name=name)
    else:
        text = _("The organiser puts the name on the list.")
    title = _("Somebody else") if others else _("Not on the list yet")
    return NameChoice(NEW, title, text, _("Put %(name)s on the list", name=name) if opened else _("Ask to join"))


def _meant(name: str, choices: list[NameChoice]) -> str:
    """The choice that stands for itself: the very name that was typed, or a new one where nobody is like it."""
    same = [one for one in choices if one.value != NEW and one.title.casefold() == name.casefold()]
    if same:
        return same[0].value
    return NEW if len(choices) == 1 and choices[0].value == NEW else ""
