"""Penalties, appeals against rulings and photos of cases, for programs; the list of rulings has the penalties."""

from typing import Annotated, ClassVar, Literal

from flask import Response
from msgspec import Meta, Struct

from webapp.access.device import require
from webapp.access.visit import Visit
from webapp.api.bodies import body_bytes, json_response, key_of_body, key_of_request, visit_by_token
from webapp.api.calls import Body, Id, Programs, body, body_in
from webapp.api.changes_json import Asked, answered
from webapp.api.problems import Problem, not_read
from webapp.files.door import Sender, read_body
from webapp.files.photos import SmallPhoto, wanted_pack
from webapp.files.refusals import FileKind, NotRead, largest
from webapp.http.limits import LONGEST_DISPUTE_TEXT, LONGEST_REASON, LONGEST_RULING_CODE, LONGEST_RULING_TEXT
from webapp.referee.amending.adjustments import ShownEffect
from webapp.referee.asking.filing import FiledOrSaid
from webapp.referee.cases import appeals, making, photos
from webapp.referee.cases.making import may_decide
from webapp.referee.cases.photos import NotTaken, Seen
from webapp.referee.cases.remedies import TypedRuling, own_words
from webapp.referee.cases.subject import Subject, dispute_of, ruling_at, subject_of
from webapp.referee.penalties import giving
from webapp.referee.penalties.penalty_list import TypedPenalty, reason_in
from webapp.services import services
from webapp.table import penalties
from webapp.table.desk import Dispute
from webapp.table.lines.matters import Withdrawn
from webapp.table.penalties import USUAL_RULE, Step, numbered
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.decided import outcome_of

Code = Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_RULING_CODE})]


class NewAppeal(Body, frozen=True):
    """The reason for an appeal."""

    problem: ClassVar[str] = "not-an-appeal"

    reason: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_DISPUTE_TEXT})] = ""


class Appeal(Struct, frozen=True):
    """An appeal by its number among the disputes; `outcome` in the language that was asked for."""

    number: Annotated[int, Meta(ge=1)]
    ruling: str
    by: str
    reason: str
    open: bool
    outcome: str
    decides: Literal["referee", "organiser", "all"]
    until: str


class Decision(Body, frozen=True):
    """End of an appeal: “upheld”, “withdrawn” by the appellant, or else the new ruling once the old one is lifted.

    `points`, one number a side, only for “adjusted”; `ready` is the code of a ready ruling.
    """

    problem: ClassVar[str] = "not-an-appeal"

    remedy: Literal["upheld", "withdrawn", "none", "stands", "corrected", "taken-back", "adjusted", "void"]
    rule: Code = "GEN-1"
    reason: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_RULING_TEXT})] = ""
    points: tuple[int, ...] | None = None
    ready: Code = ""


bp = Programs("api_refereeing", __name__)
TABLE = "/tables/<int:table_id>"


@bp.call(f"POST {TABLE}/rulings/<int:number>/appeal", "appeal", {201: Appeal}, NewAppeal, once=True)
def appeal(table_id: int, number: int) -> Response:
    """A side appeals against the ruling at this place of the log."""
    now, viewer = visit_by_token(table_id)
    require(viewer.may_enter)
    ruling = ruling_at(now, number)
    if ruling is None:
        raise Problem(404, "no-ruling")
    outcome = appeals.appeal(now, viewer, ruling, body(NewAppeal).reason, op=key_of_request())
    return answered(
        outcome,
        lambda later: json_response(_told_appeal(later, later.desk.appeals_against(number)[-1]), 201),
        "not-an-appeal",
    )


@bp.call(f"POST {TABLE}/appeals/<int:number>", "decideAppeal", {200: Appeal, 202: Asked}, Decision, once=True)
def decide_appeal(table_id: int, number: int) -> Response:
    """Decides on an appeal, or withdraws it; 202: all sides have to agree first."""
    now, viewer = visit_by_token(table_id)
    subject = dispute_of(now, viewer, number)
    if subject is None or subject.dispute is None or subject.dispute.appeals is None:
        raise Problem(404 if viewer.takes_part else 403, "no-appeal" if viewer.takes_part else "")
    sent, op = body(Decision), key_of_request()
    sides = len(now.fold.state.totals)
    points = (0,) * sides if sent.points is None else sent.points
    if len(points) != sides or (any(points) and sent.remedy != "adjusted"):
        raise Problem(400, "not-an-appeal")
    if sent.remedy == "withdrawn":
        require(viewer.may_enter)
        outcome: FiledOrSaid = services().play.note(table_id, viewer, Withdrawn(number), op=op)
    else:
        require(making.may_decide(subject))
        typed = TypedRuling(sent.remedy, sent.rule, own_words(sent.reason), points, ShownEffect(points), sent.ready)
        outcome = making.make(subject, typed, op=op, seen=None)
    return answered(
        outcome, lambda later: json_response(_told_appeal(later, later.desk.disputes[number - 1])), "not-an-appeal"
    )


def _told_appeal(now: Snapshot, one: Dispute) -> Appeal:
    ends, decides = appeals.period(now), appeals.decider(now, one)
    outcome = outcome_of(now, one)
    return Appeal(one.number, f"entry-{one.appeals}", one.by, one.text, one.is_open, outcome, decides.value, ends.until)


Reason = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_REASON})]
Rule = Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_RULING_CODE})]


class NewPenalty(Body, frozen=True):
    """A penalty of the player on a seat; `points`, a number a side, only for “points” and “hand”.

    `ready` is the code of what was the matter, as in a dispute, such as “slow”; `reason` adds to it.
    """

    problem: ClassVar[str] = "not-a-penalty"

    seat: Annotated[int, Meta(ge=0)]
    step: Step
    reason: str = ""
    rule: Rule | None = None
    points: tuple[int, ...] | None = None
    ready: Rule = ""


class Penalty(Struct, frozen=True):
    """A penalty; `lifted` is why it was lifted, else empty."""

    number: Annotated[int, Meta(ge=1)]
    seat: int
    step: Step
    reason: str
    rule: str
    points: tuple[int, ...]
    lifted: str
    ready: str


class Lift(Body, frozen=True):
    """Why a penalty is lifted."""

    problem: ClassVar[str] = "not-a-penalty"

    reason: Reason


@bp.call(f"POST {TABLE}/penalties", "givePenalty", {201: Penalty, 202: Asked}, NewPenalty, once=True)
def give_penalty(table_id: int) -> Response:
    """The referee gives a penalty; its points, if it costs any, are adjusted in the same entry."""
    now, viewer = visit_by_token(table_id)
    require(viewer.is_referee)
    typed, key = _typed_penalty(now, body(NewPenalty)), key_of_request()
    outcome = giving.give(now, viewer, typed, op=key)
    return answered(
        outcome, lambda later: json_response(_told_penalty(_given_with(later, viewer, key)), 201), "no-penalty"
    )


@bp.call(f"POST {TABLE}/penalties/<int:number>/lift", "liftPenalty", {200: Penalty, 202: Asked}, Lift, once=True)
def lift_penalty(table_id: int, number: int) -> Response:
    """The referee lifts a penalty and gives its points back; it stays in the list."""
    now, viewer = visit_by_token(table_id)
    require(viewer.is_referee)
    penalty = numbered(now.desk.penalties, number)
    if penalty is None:
        raise Problem(404, "no-such-penalty")
    outcome = giving.lift_penalty(now, viewer, penalty, body(Lift).reason, op=key_of_request())
    return answered(outcome, lambda later: json_response(_told_penalty(later.desk.penalties[number - 1])), "no-penalty")


def _typed_penalty(now: Snapshot, sent: NewPenalty) -> TypedPenalty:
    """Returns the penalty in the body. Raises `Problem` 400 where this table has no such penalty."""
    sides = len(now.fold.state.totals)
    amounts = (0,) * sides if sent.points is None else sent.points
    if sent.seat >= len(now.table.players) or len(amounts) != sides:
        raise Problem(400, "not-a-penalty")
    return TypedPenalty(
        sent.seat, sent.step, reason_in(sent.reason), sent.rule or USUAL_RULE, amounts, ShownEffect(amounts), sent.ready
    )


def _given_with(now: Snapshot, viewer: Viewer, key: str) -> penalties.Penalty:
    entered = services().store.event_of_key(now.table.id, op=key, device_id=viewer.device_id)
    for one in now.desk.penalties:
        if one.entry is not None and entered is not None and one.entry == entered.seq - 1:
            return one
        line = now.desk.lines[one.line]
        if line.device_id == viewer.device_id and line.body.get("op") == key:
            return one
    return now.desk.penalties[-1]


def _told_penalty(one: penalties.Penalty) -> Penalty:
    lifted = "" if one.lifted is None else one.lifted.why
    return Penalty(one.number, one.seat, one.step, one.reason, one.rule, one.points, lifted, one.ready)


class SendPhoto(Body, frozen=True):
    """A photo in base64 (JPEG, PNG, WebP) of a case: “dispute-1”, “revoke-12” by its play, “contradiction”."""

    case: str
    photo: bytes = b""
    keep: bool = False


class ReadCards(Struct, frozen=True):
    """The cards that were read on a photo, as they are read; those in doubt may be others."""

    cards: list[str]
    doubtful: list[str]


class CasePhoto(Struct, frozen=True):
    """A photo that is kept with a case; its cards, unless its hand is still closed to you."""

    id: Id
    case: str
    by: str
    at: str
    open: bool
    read: ReadCards


class CasePhotos(Struct, frozen=True):
    """The photos of the cases of a table, the oldest first; `read`: the cards on the one just sent."""

    photos: list[CasePhoto]
    read: ReadCards | None = None


@bp.call(f"GET {TABLE}/photos", "readCasePhotos", {200: CasePhotos})
def read_photos(table_id: int) -> Response:
    """The photos that are kept with the cases of a table."""
    return _photos(Visit(*visit_by_token(table_id)))


@bp.call(f"POST {TABLE}/photos", "sendCasePhoto", {200: CasePhotos}, SendPhoto, once=True)
def send_photo(table_id: int) -> Response:
    """Reads the cards on a photo for the referee of a case, or keeps the photo with it. Nothing else changes."""
    here, sent = Visit(*visit_by_token(table_id)), list[tuple[Subject, SendPhoto]]()
    require(here.viewer.takes_part)

    def data(who: Sender) -> bytes:
        wanted = body_in(body_bytes(2 * largest(FileKind.PICTURE, is_known=who.is_known)), SendPhoto)
        sent.append((_deciding(here, wanted.case), wanted))
        return wanted.photo

    try:
        told = read_body(FileKind.PICTURE, data, wanted_pack(here.now), services().store.lessons_at(table_id))
        ((subject, wanted),) = sent
        found = next(told.each(SmallPhoto), None) if wanted.photo else None
        done = photos.take(subject, found, keeps=wanted.keep, op=key_of_body())
    except NotRead as problem:
        raise not_read(problem, "photo-refused") from None
    if isinstance(done, NotTaken):
        raise Problem(done.status, "photo-refused", message=done.said)
    return _photos(here, done)


@bp.call(f"POST {TABLE}/photos/<int:number>/drop", "dropCasePhoto", {200: CasePhotos})
def drop_photo(table_id: int, number: int) -> Response:
    """Throws a photo away."""
    here = Visit(*visit_by_token(table_id))
    require(here.viewer.takes_part)
    try:
        photos.drop(*here, number)
    except LookupError:
        raise Problem(404, "no-case") from None
    return _photos(here)


def _deciding(here: Visit, case: str) -> Subject:
    subject = subject_of(*here, case)
    if subject is None:
        raise Problem(404, "no-case")
    require(may_decide(subject))
    return subject


def _photos(here: Visit, seen: Seen | None = None) -> Response:
    kept = [
        CasePhoto(it.id, it.case_code, it.by, it.at.isoformat(), it.url is not None, _cards_read(it.seen))
        for it in photos.shown(*here)
    ]
    return json_response(CasePhotos(kept, None if seen is None else _cards_read(seen)))


def _cards_read(seen: Seen) -> ReadCards:
    return ReadCards(list(seen.cards), list(seen.doubtful))
