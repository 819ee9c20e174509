"""JSON API, version 1: the same tables for other programs (record, section 7)."""

import hashlib
import json
import re
import secrets
from dataclasses import replace
from typing import Any

from flask import Response, request
from msgspec import Struct

from rules_core import findings as rules
from rules_core import replay, result
from rules_core.findings import Refusal
from rules_core.replay import Fold
from webapp.access.device import require
from webapp.access.visit import count_fold, light
from webapp.api import changes_json
from webapp.api.bodies import body_object, idempotency_key, json_response, visit_by_token, written
from webapp.api.endpoints import (
    ETAG,
    IF_MATCH,
    IF_NONE_MATCH,
    TABLE,
    ApiBlueprint,
    Event,
    Events,
    GameName,
    Id,
    Record,
    Result,
    Seq,
    WithHeaders,
)
from webapp.api.problems import Problem, refused
from webapp.history.records.download import copy_for
from webapp.http.limits import EVENTS_A_TURN
from webapp.http.steps import let_others
from webapp.live import streams
from webapp.services import services
from webapp.table import keeper
from webapp.table.entry import Entry, Newest, entry_of, with_kept_texts
from webapp.table.entry_rate import PROGRAM
from webapp.table.permissions import entered_alone, may_send
from webapp.table.secret_hands import without_counts
from webapp.table.snapshot import Snapshot, header_of, looking
from webapp.table.viewer import Viewer
from webapp.words.origins import notice

LINE_ENDS = re.compile("[\x85\u2028\u2029]")
"""Ends of lines that JSON may hold, but a stream of lines may not: old tables have them in names."""


class Table(Struct, frozen=True):
    """A table as this viewer may see it."""

    id: Id
    seq: Seq
    title: str
    game: GameName
    players: list[str]
    options: dict[str, Any]
    result: Result
    changes: list[changes_json.ChangeRequest]
    origin: str
    """The origin of its file as far as it is known, else empty."""


class Made(Struct, frozen=True):
    """The event stands in the log."""

    seq: Seq
    result: Result


bp = ApiBlueprint("api", __name__)


@bp.address(
    f"GET {TABLE}", "readTable", {200: WithHeaders(Table, ETAG), 304: WithHeaders(None, ETAG)}, asks=[IF_NONE_MATCH]
)
@light
def table(table_id: int) -> Response:
    """The table as the caller may see it."""
    now, viewer = visit_by_token(table_id)
    return json_response(told(now, viewer), seq=now.fold.seq)


@bp.address(f"POST {TABLE}/events", "enter", {201: WithHeaders(Made, ETAG)}, Event, once=True, asks=[IF_MATCH])
@light
def enter(table_id: int) -> Response:
    """Makes an event; without a key each request is a new one."""
    now, viewer = visit_by_token(table_id)
    found = body_object()
    if not isinstance(found.get("type"), str):
        raise Problem(400, "not-an-event")
    entry = entry_of(now.fold, with_kept_texts(found))
    require(may_send(viewer, entry.raw))
    key, seen = idempotency_key(), _seen(now)
    op = PROGRAM + hashlib.sha256((key or secrets.token_hex()).encode()).hexdigest()
    if key and (again := _entered_before(now, viewer, entry, op)) is not None:
        return again
    match services().tables.make(now.table.id, viewer, replace(entry, seen=seen), op=op):
        case keeper.Made(now=after):
            # A twin of this request may have been faster, and others since.
            return (key and _entered_before(after, viewer, entry, op)) or _made(after, viewer, after.fold.seq)
        case keeper.MovedOn(now=after):
            newest = after.fold.seq
            raise Problem(409, headers={"ETag": f'"{newest}"'}, more={"seq": newest}, seq=newest)
        case keeper.Refused(now=after, refusal=refusal):
            # The refusal without facts about closed tricks, as on a device.
            open_book = after.table.book == "open"
            return refused(refusal if open_book else without_counts(after.fold, refusal), after.table.players)


@bp.address(f"GET {TABLE}/record", "readRecord", {200: Record})
def record(table_id: int) -> Response:
    """The record as the caller may read it: up to the hand under way where something in it is closed."""
    now, viewer = visit_by_token(table_id)
    return Response(copy_for(now, viewer).signed(services().store.chain), content_type="application/json")


@bp.address(f"GET {TABLE}/stream", "stream", {200: Events}, fails=[429])
@light
def stream(table_id: int) -> Response:
    """The table live."""
    visit_by_token(table_id)
    return streams.open_stream(table_id, kind="json", render=stream_data)


def told(now: Snapshot, viewer: Viewer) -> Table:
    """Returns the table as this viewer may see it."""
    it = now.table
    changes, result = [changes_json.told_change(one) for one in now.desk.waiting], result_json(now, viewer)
    origin = notice(now.desk) or ""
    return Table(it.id, now.fold.seq, it.title, it.game, it.players, it.options, result, changes, origin)


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
    """Returns the data of an event of the stream: the answer to a GET of the table."""
    return LINE_ENDS.sub(lambda end: f"\\u{ord(end[0]):04x}", written(told(now, replace(viewer, is_program=True))))


def _looking(now: Snapshot, viewer: Viewer) -> rules.Observer:
    return rules.Observer("referee") if entered_alone(now, viewer) else looking(now, viewer)


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


def _seen(now: Snapshot) -> Newest | None:
    """The event that must be the newest still; None where nothing is said about it."""
    if "If-Match" not in request.headers or request.if_match.star_tag:
        return None
    tags = request.if_match.as_set()
    if not tags or not all(_SEQ.fullmatch(tag or "") for tag in tags):  # of `""` werkzeug makes None
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
    return _made(now if entered.seq <= now.fold.seq else services().tables.at(now.table.id), viewer, entered.seq)


def _made(now: Snapshot, viewer: Viewer, seq: int) -> Response:
    answer = json_response(Made(seq, result_json_at(now, viewer, seq)), 201)
    answer.set_etag(str(seq))
    return answer
