"""New tables through the API: an empty one, or one with the whole log of a record."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

from flask import Response, url_for
from msgspec import Struct

from rules_core import record
from rules_core.findings import Malformed
from rules_core.record import Header
from webapp.access import new_tables
from webapp.access.device import network_here
from webapp.access.new_tables import CHOICES, NotOpened
from webapp.api.bodies import Caller, body_bytes, body_object, caller_and_key, check_own, json_response
from webapp.api.endpoints import LOCATION, ApiBlueprint, Code, Id, NewTable, Record, Seq, Token, WithHeaders
from webapp.api.joining import ALIKE, agreed_names, check_names
from webapp.api.problems import Problem, not_read, stopped_at
from webapp.files.kinds import FileKind, NotRead, largest
from webapp.files.upload_reader import Sender, read_body
from webapp.history.records.uploaded import NotARecord, Outcome, StoppedAt, Taken, open_from_record
from webapp.http.limits import LONGEST_TITLE
from webapp.services import services
from webapp.store.invites import format_code
from webapp.store.models import Table
from webapp.store.roles import Role, Scope
from webapp.table import player_names
from webapp.table.snapshot import header_of
from webapp.words.invite_words import fault_said
from webapp.words.record_faults import problem_said, too_long_from_a_stranger

NO_JSON = frozenset({"utf-8", "json", "surrogate", "deep", "twice", "number"})
"""Faults of a text that is no JSON, or none that two readers would read alike."""


class Opened(Struct, frozen=True):
    """A new table."""

    id: Id
    code: Code
    seq: Seq
    token: Token


bp = ApiBlueprint("api_opening", __name__)
OPENED = {201: WithHeaders(Opened, LOCATION)}


@bp.address("POST /tables", "openTable", OPENED, NewTable, once=True, asks=[ALIKE], needs_token=None)
def open_table() -> Response:
    """Opens an empty table with the caller as its host."""
    typed, by = _typed(body_object()).tidied, cache(partial(caller_and_key, "api"))
    table = new_tables.open_table(typed, lambda: by()[1])
    if isinstance(table, NotOpened):
        raise _not_opened(table, typed)
    caller = by()[0]
    _check_same(table, typed.header, caller)
    if {name: getattr(table, name) for name in ("title", *CHOICES)} != {"title": typed.title, **typed.for_table}:
        raise Problem(422, "key-used")
    return _opened(table, caller, 0)


def _typed(found: Mapping[str, Any]) -> new_tables.NewTable:
    """Returns the table that a body asks for. Raises `Problem` 422."""
    try:
        read = record.record_of(found)
    except Malformed as problem:
        raise _malformed(problem.fault, problem_said(problem)) from None
    if read.events:
        raise Problem(422, "has-events")
    title, for_table = found.get("title", ""), {name: found[name] for name in CHOICES if name in found}
    if not isinstance(title, str):
        raise Problem(422, "no-title", most=LONGEST_TITLE)
    return new_tables.NewTable(read.header, title, for_table, agreed=agreed_names(read.players))


def _not_opened(why: NotOpened, typed: new_tables.NewTable) -> Problem:
    match why:
        case NotOpened("no-choice", choice):
            return Problem(422, "no-choice", name=choice, choices=", ".join(CHOICES[choice]))
        case NotOpened("no-title"):
            return Problem(422, "no-title", most=LONGEST_TITLE)
        case NotOpened("malformed", problem=Malformed() as problem):
            return _malformed(problem.fault, problem_said(problem))
    assert why.fault is not None  # of a bad name
    names, code = typed.header.players, "alike-names" if why.fault is player_names.Fault.ALIKE else "malformed"
    message = fault_said(why.fault, names[why.seat], player_names.twin_of(names, why.seat))
    return Problem(422, code, message=message, more={"seat": why.seat})


@bp.address("POST /records", "openRecord", OPENED, Record, once=True, asks=[ALIKE], needs_token=None)
def open_record() -> Response:
    """Opens a table with the whole log of a record."""
    match _read():
        case NotARecord(fault=fault, said=said):
            raise _malformed(fault, said)
        case StoppedAt() as stopped:
            return stopped_at(stopped)
        case Taken() as taken:
            return _opened_with(taken)
    raise Problem(400)  # no form, which might lack its record


def _read() -> Outcome | None:
    """Returns the result of reading the record in the body, in another process. Raises `Problem`."""
    try:
        found: Outcome | None = next(read_body(FileKind.RECORD, _body).each(Outcome), None)
        return found
    except NotRead as problem:
        if problem.status == 422:
            raise _malformed(problem.code, problem.said) from None
        raise not_read(problem, problem.code if problem.status == 429 else "") from None


def _body(who: Sender) -> bytes:
    try:
        return body_bytes(largest(FileKind.RECORD, is_known=who.is_known))
    except Problem as problem:
        if problem.status == 413 and not who.is_known:
            raise Problem(413, message=too_long_from_a_stranger()) from None
        raise


def _opened_with(taken: Taken) -> Response:
    check_names(taken.header.players)
    caller, by = caller_and_key("api")
    table = open_from_record(taken, device_id=by.device_id, network=network_here(), op=by.op)
    _check_same(table, taken.header, caller)
    if by.op is not None and not _has_log(table, taken.bodies):
        raise Problem(422, "key-used")
    return _opened(table, caller, len(taken.bodies))


def _has_log(table: Table, bodies: Sequence[str]) -> bool:
    """Tells whether a table begins with these events: its key may have opened it with others before."""
    return [line.body for line in services().store.events(table.id)[: len(bodies)]] == list(bodies)


def _check_same(table: Table, header: Header, caller: Caller) -> None:
    """Raises `Problem` where the key has opened another table before, or one of another caller."""
    check_own(table.id, Scope.TABLE, caller)
    if header_of(table) != header:
        raise Problem(422, "key-used")


def _opened(table: Table, caller: Caller, seq: int) -> Response:
    code = format_code(services().store.invites(table.id)[Role.PLAYER].code)
    where = url_for("api.table", table_id=table.id)
    return json_response(Opened(table.id, code, seq, caller.token), 201, Location=where)


def _malformed(fault: str, said: str) -> Problem:
    status = 400 if fault in NO_JSON else 413 if fault == "long" else 422
    return Problem(status, "malformed", more={"index": None}, message=said)
