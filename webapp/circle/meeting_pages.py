"""Pages of invitations to evenings of a circle: for its phones, and behind the link that needs no circle."""

import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from hmac import compare_digest

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access import join_links, joining
from webapp.access.device import current_device, current_or_new_device, new_form_key, or_404, sent_form_key
from webapp.access.new_tables import Opener
from webapp.circle import meetings
from webapp.circle.acts import Refused
from webapp.circle.visit import CircleVisit, circle_here, visit_circle
from webapp.evening.lines import EveningRefusal
from webapp.evening.organising.evenings import open_evening, usual_plan
from webapp.games.common.names import game_about
from webapp.games.registry import looks
from webapp.http.answers import Page
from webapp.http.durations import CALENDAR_BACK
from webapp.http.language import gettext as _
from webapp.http.limits import FEED_KEY_LENGTH, LONGEST_NOTE
from webapp.services import services
from webapp.store.circle_models import Circle, CircleMeeting
from webapp.store.errors import TooManyOpened
from webapp.store.evening_models import Evening
from webapp.store.models import Invite, utc_now
from webapp.store.roles import MEETING, Role, Scope
from webapp.table import forms
from webapp.table.forms import op_in
from webapp.words.limits_reached import too_many_opened
from webapp.words.phrases import NO_INVITATION

bp = Blueprint("circle_meetings", __name__)
ALL = "/circles/<int:circle_id>/meetings"
ONE = f"{ALL}/<int:meeting_id>"
FIELDS = ("starts_at", "place", "word", "game")


@bp.get(f"{ALL}/new")
def new(circle_id: int) -> str:
    return _form(visit_circle(circle_id), dict.fromkeys(FIELDS, ""), op=new_form_key())


@bp.post(ALL)
def create(circle_id: int) -> Response | Page:
    """Invites to an evening and leads to its link; a form that was sent twice has done it once."""
    here, typed = visit_circle(circle_id), _typed()
    op = op_in(request.form)
    made = meetings.make_meeting(circle_id, typed, sent_form_key(op))
    if isinstance(made, Refused):
        return _form(here, typed, made.faults, op=op), made.status
    return _to(made)


@bp.get(ONE)
def show(circle_id: int, meeting_id: int) -> str:
    """Shows an invitation to phones of the circle: its link, its answers, the evening opened from it."""
    here = visit_circle(circle_id)
    return _shown(here, _meeting(here, meeting_id))


@bp.get(f"{ONE}/edit")
def edit(circle_id: int, meeting_id: int) -> str:
    """Shows the form to change an invitation."""
    here = visit_circle(circle_id)
    row = _meeting(here, meeting_id)
    local = row.starts_at.astimezone().strftime("%Y-%m-%dT%H:%M")
    return _form(here, {"starts_at": local, "place": row.place, "word": row.word, "game": row.game}, row=row)


@bp.post(ONE)
def change(circle_id: int, meeting_id: int) -> Response | Page:
    """Changes an invitation: its page and calendar file have the changes."""
    here, typed = visit_circle(circle_id), _typed()
    row = _meeting(here, meeting_id)
    done = meetings.change_meeting(row, typed)
    return (_form(here, typed, done.faults, row=row), done.status) if isinstance(done, Refused) else _to(done)


@bp.post(f"{ONE}/off")
def call_off(circle_id: int, meeting_id: int) -> Response | Page:
    """Calls an evening off, or says that it takes place after all."""
    here = visit_circle(circle_id)
    row = _meeting(here, meeting_id)
    done = meetings.call_off(row, off=forms.choice(request.form, "off") == "yes")
    return (_shown(here, row, done.said), done.status) if isinstance(done, Refused) else _to(done)


@bp.post(f"{ONE}/answer")
def answer(circle_id: int, meeting_id: int) -> Response | Page:
    """Notes the answer of this phone's player, or of a named one."""
    here = visit_circle(circle_id)
    row = _meeting(here, meeting_id)
    own = services().store.circle_players(circle_id).get(here.player_id or 0)
    name = request.form.get("name") or (own.name if own else "")
    done = meetings.answer_meeting(row, here.device_id, name, request.form.get("says", ""), _guests())
    if isinstance(done, Refused):
        return _shown(here, row, done.said), done.status
    return redirect(url_for("circles.show", circle_id=circle_id), 303)


@bp.get(f"{ONE}/evening.ics")
def calendar(circle_id: int, meeting_id: int) -> Response:
    here = visit_circle(circle_id)
    return _calendar(here.circle, _meeting(here, meeting_id))


@bp.get(f"{ONE}/evening")
def choose_evening(circle_id: int, meeting_id: int) -> str:
    """Asks which kind of evening is opened with the people who come."""
    here = visit_circle(circle_id)
    row = _meeting(here, meeting_id)
    return here.page("evening/choose.html", games={game: game_about(game) for game in looks()}, meeting=row)


@bp.post(f"{ONE}/evening")
def open_now(circle_id: int, meeting_id: int) -> Response | Page:
    """Opens an evening with the people who come on its list, and its tables in the circle."""
    here = visit_circle(circle_id)
    row = _meeting(here, meeting_id)
    key, game = op_in(request.form), forms.choice(request.form, "game", ("", *looks()))
    try:
        opened = open_of_meeting(here, row, game, lambda: Opener(here.device_id, sent_form_key(key)))
    except TooManyOpened as problem:
        return _shown(here, row, too_many_opened(problem)), 429
    if isinstance(opened, Refused):
        return _shown(here, row, opened.said), opened.status
    return redirect(url_for("evenings.show", evening_id=opened.id), 303)


def open_of_meeting(here: CircleVisit, row: CircleMeeting, game: str, by: Callable[[], Opener]) -> Evening | Refused:
    """Opens an evening with the people who come on its list, and its tables in the circle; a tournament of a game.

    The same key opens the same. Raises TooManyOpened.
    """
    names = meetings.meeting_of(row, here.device_id).coming
    opened = open_evening(usual_plan(game or None), here.circle.name, names, by, here.circle.id)
    if isinstance(opened, EveningRefusal):
        why = _("The evening does not take these names as they stand. Open it and type them.")
        return Refused(why, is_form=True)
    return opened


# Behind the link


def show_invite(invite: Invite) -> Response | Page:
    """Shows the invitation to everybody who has its link."""
    return _invitation(invite), 200


def take(invite: Invite) -> Response | Page:
    """Notes an answer to the invitation."""
    row = _of_invite(invite)
    name = request.form.get("name", "").strip() or request.form.get("who", "")
    device = current_or_new_device()
    done = meetings.answer_meeting(row, device.id, name, request.form.get("says", ""), _guests())
    if isinstance(done, Refused):
        return _invitation(invite, done.said), done.status
    return join_links.remember_link(redirect(url_for("invites.show"), 303), invite.token)


@bp.get("/circles/<int:circle_id>/calendar/<key>.ics")
def feed(circle_id: int, key: str) -> Response:
    """Returns all invitations of a circle to a calendar that subscribes: the link is enough, without a cookie."""
    store = services().store
    circle = store.circle(circle_id)
    if circle is None or not compare_digest(key, feed_key(circle_id)):
        abort(404)
    rows = store.meetings_to_come([circle_id], utc_now() - CALENDAR_BACK)
    return _sent([(row, _url(row)) for row in rows], circle)


@bp.app_template_global()
def calendar_feed(circle: Circle) -> str:
    """Returns the address of the calendar of a circle; it changes when a phone is put out."""
    path = url_for("circle_meetings.feed", circle_id=circle.id, key=feed_key(circle.id))
    return join_links.server_address() + path


def feed_key(circle_id: int) -> str:
    """Returns a key that only phones of the circle know, derived from the invite that they may pass on."""
    invite = services().store.invites(circle_id, Scope.CIRCLE)[Role.MEMBER]
    return sha256(f"calendar {invite.token}".encode()).hexdigest()[:FEED_KEY_LENGTH]


@bp.get("/join/<link>/evening.ics")
def linked_calendar(link: str) -> Response:
    invite = joining.invite_of(link)
    if invite is None or invite.role != MEETING:
        abort(404)
    return _calendar(_circle_of(invite), _of_invite(invite))


def _invitation(invite: Invite, fault: str = "") -> str:
    row, device = _of_invite(invite), current_device()
    held = circle_here(invite.owner)
    meeting = meetings.meeting_of(row, device.id if device else None, held.player_id if held else None)
    players = services().store.circle_players(invite.owner, forgotten=False)
    own = players.get((held.player_id if held else None) or 0)
    return render_template(
        "circle/invitation.html",
        circle=_circle_of(invite),
        meeting=meeting,
        players=players,
        token=invite.token,
        who=request.form.get("who") or (meeting.own.name if meeting.own else own.name if own else ""),
        name=request.form.get("name", ""),
        guests=request.form.get("guests") or ", ".join(meeting.own.guests if meeting.own else ()),
        fault=fault,
        belongs=held is not None,
        games_here=looks(),
    )


def _of_invite(invite: Invite) -> CircleMeeting:
    row = services().store.meeting(invite.owner, invite.number or 0)
    assert row is not None  # its invite names it
    return row


def _circle_of(invite: Invite) -> Circle:
    circle = services().store.circle(invite.owner)
    assert circle is not None  # a foreign key keeps every invite's circle
    return circle


# Parts


def _meeting(here: CircleVisit, meeting_id: int) -> CircleMeeting:
    found = services().store.meeting(here.circle.id, meeting_id)
    return or_404(found, _(NO_INVITATION))


def _typed() -> dict[str, str]:
    return {name: request.form.get(name, "")[: 2 * LONGEST_NOTE] for name in FIELDS}


def _guests() -> list[str]:
    return re.split(r"[,;\n]", request.form.get("guests", "")[: 2 * LONGEST_NOTE])


def _to(row: CircleMeeting) -> Response:
    return redirect(url_for("circle_meetings.show", circle_id=row.circle_id, meeting_id=row.id), 303)


def _form(
    here: CircleVisit,
    typed: Mapping[str, str],
    faults: Mapping[str, str] | None = None,
    *,
    op: str = "",
    row: CircleMeeting | None = None,
) -> str:
    return here.page("circle/meeting_form.html", typed=typed, faults=faults or {}, op=op, row=row, games=looks())


def _shown(here: CircleVisit, row: CircleMeeting, problem: str = "") -> str:
    invite = services().store.meeting_invite(row)
    return here.page(
        "circle/meeting.html",
        meeting=meetings.meeting_of(row, here.device_id, here.player_id),
        own=services().store.circle_players(here.circle.id).get(here.player_id or 0),
        link=join_links.join_link(invite) if invite is not None else None,
        op=new_form_key(),
        problem=problem,
        games_here=looks(),
    )


def _calendar(circle: Circle, row: CircleMeeting) -> Response:
    return _sent([(row, _url(row))], circle, "CANCEL" if row.called_off else "PUBLISH")


def _url(row: CircleMeeting) -> str:
    invite = services().store.meeting_invite(row)
    return "" if invite is None else join_links.server_address() + url_for("invites.read", link=invite.token)


def _sent(rows: list[tuple[CircleMeeting, str]], circle: Circle, method: str = "PUBLISH") -> Response:
    answer = Response(meetings.calendar_file(rows, circle, method), mimetype="text/calendar")
    answer.headers["Content-Disposition"] = 'inline; filename="evening.ics"'
    return answer
