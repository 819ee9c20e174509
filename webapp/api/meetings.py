"""Invitations to evenings of circles for programs."""

from typing import Annotated, Literal

import msgspec
from flask import Response, url_for
from msgspec import Meta, Struct
from msgspec.structs import asdict

from rules_core.games import GAMES
from webapp.access.join_links import join_link
from webapp.access.new_tables import Opener
from webapp.api.bodies import Caller, caller_or_new_device, invite_of_typed, json_response, key_of_body
from webapp.api.circles import CIRCLE, done, visit_circle_by_token
from webapp.api.endpoints import LOCATION, ApiBlueprint, Body, Count, Id, Moment, Seq, Token, WithHeaders, body
from webapp.api.problems import Problem, need
from webapp.circle import meetings
from webapp.circle.meeting_pages import open_of_meeting
from webapp.circle.visit import CircleVisit
from webapp.games.registry import looks
from webapp.services import services
from webapp.store.circle_models import CircleMeeting
from webapp.store.roles import MEETING, Scope

Says = Literal["yes", "maybe", "no"]
When = Annotated[str, Meta(description="With its zone, or by the clock of the house.")]


class InviteTo(Body, frozen=True):
    """When and where an evening is, a word, and the name of a game, if any was said."""

    starts_at: When
    place: str = ""
    word: str = ""
    game: str = ""


class CallOff(Body, frozen=True):
    """Whether an evening is called off."""

    off: bool


class AnswerAs(Body, frozen=True):
    """An answer, its person, and the guests; without a name the token's player."""

    says: str
    name: str = ""
    guests: tuple[str, ...] = ()


class AnswerByCode(AnswerAs, frozen=True):
    """The same with the code of an invitation."""

    code: str = msgspec.field(name="code", default="")


class Said(Struct, frozen=True):
    """A person's answer; `player` is the number of a player of the circle."""

    name: str
    says: Says
    guests: list[str]
    player: int | None


class Meeting(Struct, frozen=True):
    """An evening to come: `sequence` counts its changes; `url` is for those who are invited."""

    id: Id
    starts_at: Moment
    place: str
    word: str
    game: str
    sequence: Count
    called_off: bool
    url: str
    code: str | None
    answers: list[Said]


class Meetings(Struct, frozen=True):
    """The evenings to come, the next one first."""

    meetings: list[Meeting]


class Answered(Struct, frozen=True):
    """How many come now, guests included; the token may change its answer."""

    coming: Seq
    token: Token


class OpenIt(Body, frozen=True):
    """The game of a tournament; none: an open evening."""

    game: Annotated[str, Meta(extra_json_schema={"enum": ["", *GAMES]})] = ""


class EveningOpened(Struct, frozen=True):
    """A new evening, which the token runs."""

    id: Id


bp = ApiBlueprint("api_meetings", __name__)
ALL, ONE = f"{CIRCLE}/meetings", f"{CIRCLE}/meetings/<int:number>"


@bp.address(f"GET {ALL}", "readMeetings", {200: Meetings})
def index(circle_id: int) -> Response:
    """The evenings to come of a circle, with their answers."""
    found = meetings.meetings_of([visit_circle_by_token(circle_id)])
    return json_response(Meetings([_told(meeting) for meeting in found]))


@bp.address(f"POST {ALL}", "inviteToMeeting", {201: Meeting}, InviteTo, once=True)
def invite(circle_id: int) -> Response:
    """Invites to an evening."""
    here, sent = visit_circle_by_token(circle_id), body(InviteTo)
    op = key_of_body()
    row = done(lambda: meetings.make_meeting(circle_id, asdict(sent), op))
    return _as_seen(here, row, 201)


@bp.address(f"POST {ONE}", "changeMeeting", {200: Meeting}, InviteTo)
def change(circle_id: int, number: int) -> Response:
    """Changes an invitation."""
    here, sent = visit_circle_by_token(circle_id), body(InviteTo)
    return _as_seen(here, done(lambda: meetings.change_meeting(_meeting(here, number), asdict(sent))))


@bp.address(f"POST {ONE}/off", "callMeetingOff", {200: Meeting}, CallOff)
def call_off(circle_id: int, number: int) -> Response:
    """Calls an evening off, or says that it takes place after all."""
    here, sent = visit_circle_by_token(circle_id), body(CallOff)
    return _as_seen(here, done(lambda: meetings.call_off(_meeting(here, number), off=sent.off)))


@bp.address(f"POST {ONE}/answer", "answerMeeting", {200: Answered}, AnswerAs)
def answer(circle_id: int, number: int) -> Response:
    """Notes the answer of the token's player, or of a named person."""
    here, sent = visit_circle_by_token(circle_id), body(AnswerAs)
    own = services().store.circle_players(circle_id).get(here.player_id or 0)
    name = sent.name or (own.name if own else "")
    return _answered(_meeting(here, number), caller_or_new_device(), sent, name)


@bp.address(f"POST {ONE}/evening", "openEveningOf", {201: WithHeaders(EveningOpened, LOCATION)}, OpenIt, once=True)
def open_evening(circle_id: int, number: int) -> Response:
    """Opens an evening with the people who come on its list."""
    here = visit_circle_by_token(circle_id)
    row, game = _meeting(here, number), body(OpenIt).game
    if game not in ("", *looks()):
        raise Problem(400)
    op = key_of_body()
    opened = done(lambda: open_of_meeting(here, row, game, lambda: Opener(here.device_id, op)))
    where = url_for("api_evenings.show", evening_id=opened.id)
    return json_response(EveningOpened(opened.id), 201, Location=where)


@bp.address("POST /circles/invited", "answerInvitation", {200: Answered}, AnswerByCode, fails=[404], needs_token=None)
def answer_by_code() -> Response:
    """Notes the same by the code of an invitation."""
    sent = body(AnswerByCode)
    found = invite_of_typed(sent.code, Scope.CIRCLE)
    row = need(services().store.meeting(found.owner, found.number or 0) if found.role == MEETING else None, "no-code")
    return _answered(row, caller_or_new_device(), sent, sent.name)


def _answered(row: CircleMeeting, caller: Caller, sent: AnswerAs, name: str) -> Response:
    done(lambda: meetings.answer_meeting(row, caller.device_id, name, sent.says, sent.guests))
    return json_response(Answered(meetings.meeting_of(row, caller.device_id).count(meetings.YES), caller.token))


def _meeting(here: CircleVisit, number: int) -> CircleMeeting:
    return need(services().store.meeting(here.circle.id, number), "no-meeting")


def _as_seen(here: CircleVisit, row: CircleMeeting, status: int = 200) -> Response:
    return json_response(_told(meetings.meeting_of(row, here.device_id, here.player_id)), status)


def _told(meeting: meetings.Meeting) -> Meeting:
    row, invite = meeting.row, services().store.meeting_invite(meeting.row)
    link = None if invite is None else join_link(invite)
    return Meeting(
        row.id,
        row.starts_at.isoformat(),
        row.place,
        row.word,
        row.game,
        row.sequence,
        row.called_off,
        link.url if link else "",
        link.code if link else None,
        [Said(it.name, it.says, it.guests, it.player) for it in meeting.answers],  # type: ignore[arg-type]
    )
