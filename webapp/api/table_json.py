"""A table as JSON, and new events through the API."""

import hashlib
import json
import re
import secrets
from dataclasses import replace
from typing import Any, Literal

from flask import Response, request
from msgspec import Struct

from rules_core import findings as rules
from rules_core import replay, result
from rules_core.events import (
    Adjust,
    Amend,
    Ruling,
    VoidHand,
    types,
)
from rules_core.findings import Refusal
from rules_core.replay import Fold
from webapp.access.visit import count_fold
from webapp.api.bodies import body_object, idempotency_key, json_response, written
from webapp.api.calls import GameName, Id, Result, Seq
from webapp.api.problems import Problem, refused
from webapp.http.limits import EVENTS_A_TURN
from webapp.http.steps import let_others
from webapp.services import services
from webapp.table import change_requests, play
from webapp.table.entry import Entry, Newest, entry_of
from webapp.table.hidden_tricks import without_counts
from webapp.table.pace import PROGRAM
from webapp.table.permissions import entered_alone
from webapp.table.snapshot import Snapshot, header_of
from webapp.table.table_view import looking
from webapp.table.viewer import Viewer
from webapp.words.malformed import notice

LINE_ENDS = re.compile("[\x85\u2028\u2029]")
"""Ends of lines that JSON may hold as they are. In a stream of lines they must not: a name has them in old tables."""


class ChangeRequest(Struct, frozen=True):
    """A change that waits for the referee or for all sides: of `agreed` the sides that agree so far."""

    number: Seq
    by: str
    reason: str
    events: list[str]
    state: Literal["waiting", "allowed", "denied", "agreed", "dropped"]
    agreed: list[int]
    answer: str


class Table(Struct, frozen=True):
    """A table as this viewer may see it."""

    id: Id
    seq: Seq
    title: str
    game: GameName
    players: list[str]
    options: dict[str, Any]
    result: Result
    changes: list[ChangeRequest]
    origin: str
    """What is known of the file it came from, else empty."""


class Made(Struct, frozen=True):
    """The event stands in the log."""

    seq: Seq
    result: Result


def table(now: Snapshot, viewer: Viewer) -> Table:
    """Returns the table as this viewer may see it."""
    it = now.table
    changes, result = [change(one) for one in now.desk.waiting], result_json(now, viewer)
    origin = notice(now.desk) or ""
    return Table(it.id, now.fold.seq, it.title, it.game, it.players, it.options, result, changes, origin)


def change(one: change_requests.ChangeRequest) -> ChangeRequest:
    """Returns a change that waits, or was decided on; what it puts in is told by the log once it is made."""
    types = [event["type"] for event in one.entries]
    return ChangeRequest(one.number, one.by, one.why, types, one.state, sorted(one.agreed), one.answer)


def result_json(now: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """Returns the result of the table, as this viewer may see it."""
    return result.seen(now.fold, _looking(now, viewer))


def result_json_at(now: Snapshot, viewer: Viewer, seq: int) -> dict[str, Any]:
    """Returns the result after an event that this device has made, as it was answered then."""
    if seq == now.fold.seq:
        return result_json(now, viewer)
    past = now.at(_fold_at(now, seq))
    return result_json(past, viewer if _sat_then(now, viewer, seq) else replace(viewer, seat=None))


def stream_data(now: Snapshot, viewer: Viewer) -> str:
    """Returns the data of an event of the stream: what a GET of the table answers."""
    return LINE_ENDS.sub(_escaped, written(table(now, replace(viewer, is_program=True))))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _looking(now: Snapshot, viewer: Viewer) -> rules.Viewer:
    return rules.Viewer("referee") if entered_alone(now, viewer) else looking(now, viewer)


def _fold_at(now: Snapshot, seq: int) -> Fold:
    fold = replay.begin(header_of(now.table))
    for number, line in enumerate(services().store.events(now.table.id)[:seq], 1):
        after = replay.step(fold, json.loads(line.body))
        assert not isinstance(after, Refusal)  # a log folds
        if number % EVENTS_A_TURN == 0:
            let_others()
        fold = after
    return fold


def _sat_then(now: Snapshot, viewer: Viewer, seq: int) -> bool:
    """Tells whether the caller held its seat when it made this event: else it is told no secret of that seat."""
    made_at = services().store.events(now.table.id, seq - 1)[0].made_at
    held = (grant for grant in now.people.grants if grant.device_id == viewer.device_id)
    return any(grant.since <= made_at for grant in held)


_SEQ = re.compile(r"[0-9]{1,9}")
RULES = types(Amend, Ruling, Adjust, VoidHand)
"""What somebody enters who only rules."""


def enter(now: Snapshot, viewer: Viewer) -> Response:
    """Makes the event of this request, or says why it is not made."""
    entry = entry_of(now.fold, _event(body_object()))
    if not (viewer.may_enter or (viewer.is_referee and entry.raw["type"] in RULES)):
        raise Problem(403)
    key, seen = idempotency_key(), _seen(now)
    op = PROGRAM + hashlib.sha256((key or secrets.token_hex()).encode()).hexdigest()
    if key and (again := _entered_before(now, viewer, entry, op)) is not None:
        return again
    match services().play.make(now.table.id, viewer, replace(entry, seen=seen), op=op):
        case play.Made(now=after):
            # A twin of this request may have been faster, and others since.
            return (key and _entered_before(after, viewer, entry, op)) or _made(after, viewer, after.fold.seq)
        case play.Moved(now=after):
            newest = after.fold.seq
            raise Problem(409, headers={"ETag": f'"{newest}"'}, more={"seq": newest}, seq=newest)
        case play.Refused(now=after, refusal=refusal):
            return _refused(after, refusal)


def _event(found: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(found.get("type"), str):
        raise Problem(400, "not-an-event")
    return found


def _seen(now: Snapshot) -> Newest | None:
    """The event that must be the newest still; None where nothing is said about it."""
    if "If-Match" not in request.headers or request.if_match.star_tag:
        return None
    tags = request.if_match.as_set()
    if not tags or not all(_SEQ.fullmatch(tag) for tag in tags):
        raise Problem(400, "bad-if-match")
    named = {int(tag) for tag in tags}
    return Newest(now.fold.seq if now.fold.seq in named else max(named))


def _entered_before(now: Snapshot, viewer: Viewer, entry: Entry, op: str) -> Response | None:
    """Returns the answer that this event has had with this key, None where it has had none."""
    entered = services().store.event_of_key(now.table.id, op=op, device_id=viewer.device_id)
    if entered is None or entered.body != entry.stored:
        return None
    if entered.seq < now.fold.seq:  # the answer tells how the table stood then
        count_fold(now, viewer)
    return _made(now if entered.seq <= now.fold.seq else services().play.at(now.table.id), viewer, entered.seq)


def _made(now: Snapshot, viewer: Viewer, seq: int) -> Response:
    answer = json_response(Made(seq, result_json_at(now, viewer, seq)), 201)
    answer.set_etag(str(seq))
    return answer


def _refused(now: Snapshot, refusal: Refusal) -> Response:
    """The refusal without what it would tell of closed tricks, as on a device."""
    open_book = now.table.book == "open"
    return refused(refusal if open_book else without_counts(now.fold, refusal), now.table.players)
