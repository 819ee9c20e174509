"""Access through the API: phones that ask for a person of an evening, its helpers; the codes of every scope."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Literal

from flask import Response
from msgspec import Struct

from webapp.access.device import require
from webapp.access.join_links import join_link
from webapp.access.joining import code_that_counts, renewed_invite, scope_named
from webapp.api import evening_json
from webapp.api.bodies import json_response, visit_by_token
from webapp.api.circles import CIRCLE, visit_circle_by_token
from webapp.api.endpoints import TABLE, ApiBlueprint, Body, EveningRole, Id, body
from webapp.api.evenings import EVENING, Name, line_key, shown, taken, visit_evening_by_token
from webapp.api.problems import Problem, need
from webapp.evening.joining.identity_requests import answer_for_own_name, end_device_grant
from webapp.evening.keeper import EveningNow
from webapp.evening.organising.invites import INVITED, dismiss_helper, helper_rows
from webapp.evening.people import settle
from webapp.evening.viewer import EveningViewer
from webapp.store.errors import PersonTaken
from webapp.store.models import Invite
from webapp.store.roles import Scope


class AnswerRequest(Body, frozen=True):
    """The answer to a phone's request: as the person asked for or of this name, as a “new” one, or refused."""

    problem: ClassVar[str] = "not-an-answer"

    answer: Literal["let-in", "new", "refuse"]
    name: Name | None = None


class FreePerson(Body, frozen=True):
    """A person on the list, by number."""

    person: Id


class HelperOut(Body, frozen=True):
    """Whether a referee goes for whom something waits."""

    sure: bool = False


class HelperHere(Struct, frozen=True):
    """An organiser, deputy or referee, by the number of the grant."""

    id: Id
    name: str
    role: EveningRole


class Helpers(Struct, frozen=True):
    """Who helps to run an evening."""

    helpers: list[HelperHere]


bp = ApiBlueprint("api_access", __name__)


@bp.address(
    f"POST {EVENING}/requests/<int:line>",
    "answerRequest",
    {200: evening_json.Evening, 204: None},
    AnswerRequest,
    once=True,
)
def answer_request(evening_id: int, line: int) -> Response:
    """Answers a phone that asks to stand for somebody; 204: the own name is let go to it, or kept."""
    now, viewer = visit_evening_by_token(evening_id)
    asked_for = now.state.requests.get(line)
    is_own = asked_for is not None and asked_for.person is not None and asked_for.person == viewer.person
    require(viewer.runs or is_own)
    sent = body(AnswerRequest)
    if asked_for is not None and not viewer.runs:
        require(sent.answer != "new" and sent.name is None)
        taken(answer_for_own_name(now, viewer, asked_for, lets_in=sent.answer == "let-in", op=line_key()))
        return Response(status=204)
    try:
        outcome = settle(now, viewer, line, sent.answer, sent.name, op=line_key())
    except PersonTaken:
        raise Problem(409, "person-taken") from None
    if isinstance(outcome, str):
        raise Problem(422, "evening-refused", message=outcome)
    return shown(taken(outcome), viewer)


@bp.address(f"POST {EVENING}/free", "freePerson", {204: None}, FreePerson)
def free(evening_id: int) -> Response:
    """Ends that a device stands for a person: the own one, or any for who runs the evening."""
    now, viewer = visit_evening_by_token(evening_id)
    require(viewer.runs or viewer.person is not None)
    person = body(FreePerson).person
    require(viewer.runs or viewer.person == person)
    if person not in now.state.people:
        raise Problem(404, "no-device")
    taken(end_device_grant(now, viewer, person))
    return Response(status=204)


@bp.address(f"GET {EVENING}/helpers", "readHelpers", {200: Helpers})
def helpers(evening_id: int) -> Response:
    """Who helps to run the evening, for the same."""
    here = visit_evening_by_token(evening_id)
    require(here.viewer.helps)
    return json_response(_helpers(*here))


@bp.address(f"POST {EVENING}/helpers/<int:number>/out", "dismissHelper", {200: Helpers}, HelperOut)
def dismiss(evening_id: int, number: int) -> Response:
    """Dismisses a deputy or referee: that token loses its role at the evening and at all its tables."""
    here = visit_evening_by_token(evening_id)
    require(here.viewer.helps)
    invited = (one for one in here.now.grants if one.role in INVITED)
    helper = need(next((one for one in invited if one.id == number), None), "no-device")
    outcome = dismiss_helper(here, helper, sure=body(HelperOut).sure, op=None)
    if outcome is None:
        raise Problem(422, "not-sure")
    return json_response(_helpers(taken(outcome), here.viewer))


def _helpers(now: EveningNow, viewer: EveningViewer) -> Helpers:
    return Helpers([HelperHere(one.id, name, one.role) for one, name, _said, _out in helper_rows(now, viewer)])


class CodeFor(Body, frozen=True):
    """The role that a code is for; `agreed`: the table agreed that somebody rules who plays."""

    role: str
    agreed: bool = False


class Invited(Struct, frozen=True):
    """A code to type and a link for a role; no code where the link alone lets in."""

    role: str
    code: str | None
    url: str


@bp.address(f"POST {TABLE}/codes", "renewCode", {201: Invited}, CodeFor)
@bp.address(f"POST {EVENING}/codes", "renewEveningCode", {201: Invited}, CodeFor)
@bp.address(f"POST {CIRCLE}/codes", "renewCircleCode", {201: Invited}, CodeFor)
def renew_code(**where: int) -> Response:
    """Makes a new code and link for a role; the old ones open nothing any more."""
    owner, scope = _visited(where)
    sent = body(CodeFor)
    return _invited(renewed_invite(owner, scope, sent.role, agreed=sent.agreed), 201)


@bp.address(f"POST {TABLE}/codes/fresh", "freshCode", {200: Invited}, CodeFor)
@bp.address(f"POST {EVENING}/codes/fresh", "freshEveningCode", {200: Invited}, CodeFor)
@bp.address(f"POST {CIRCLE}/codes/fresh", "freshCircleCode", {200: Invited}, CodeFor)
def fresh_code(**where: int) -> Response:
    """The code of a role, a new one where the last one has ended; the link stays valid."""
    _role, invite = code_that_counts(*_visited(where), body(CodeFor).role)
    return _invited(need(invite, "no-invite"))


VISITS: Mapping[Scope, Callable[[int], object]] = {
    Scope.TABLE: visit_by_token,
    Scope.EVENING: visit_evening_by_token,
    Scope.CIRCLE: visit_circle_by_token,
}


def _visited(where: Mapping[str, int]) -> tuple[int, Scope]:
    """Returns the number and the scope that an address names, to a caller who may see it. Raises `Problem`."""
    owner, scope = scope_named(where)
    VISITS[scope](owner)
    return owner, scope


def _invited(invite: Invite, status: int = 200) -> Response:
    link = join_link(invite)
    return json_response(Invited(invite.role, link.code, link.url), status)
