"""A new table for a program: an empty one, or one with the whole log of a record."""

from collections.abc import Mapping
from typing import Any

from flask import Response, url_for

from rules_core import record, replay
from rules_core.game import Malformed
from rules_core.record import Record
from webapp.api import shown
from webapp.api.bodies import sent, sent_object
from webapp.api.callers import Caller, caller_or_newcomer
from webapp.api.problems import Problem, refused
from webapp.codes import show_code
from webapp.models import Table
from webapp.records import coming_in
from webapp.records.going_out import fingerprint_of
from webapp.records.turn import Busy, turn
from webapp.rooms import rooms
from webapp.words.malformed import problem_said

LARGEST_RECORD = record.MAX_BYTES
NO_JSON = frozenset({"utf-8", "json", "surrogate", "deep", "twice", "number"})
"""Faults of a text that is no JSON, or none that two readers would read alike."""
CHOICES = {
    "book": ("closed", "open"),
    "entry": ("everyone", "own", "keeper"),
    "seats": ("free", "approved"),
    "door": ("open", "closed"),
}
"""What a host may choose beside the rules of the game; the usual choice first."""


def open_table() -> Response:
    """Opens an empty table, its host whoever asks; without a token a new one comes with it."""
    found = sent_object()
    book, entry, seats, door = (_choice(found, name) for name in CHOICES)
    read, caller = _checked(found), caller_or_newcomer()
    table = rooms().store.create_table(
        game=read.game,
        players=read.players,
        options=read.options,
        device_id=caller.device_id,
        book=book,
        entry=entry,
        seats=seats,
        door=door,
    )
    return _opened(table, caller, 0)


def open_record() -> Response:
    """Opens a table with the whole log of a record."""
    body = sent(LARGEST_RECORD)
    try:
        with turn():
            found = coming_in.read(body)
    except Busy:
        raise Problem(429, "busy", headers={"Retry-After": "5"}) from None
    except Malformed as problem:
        raise _malformed(problem) from None
    except coming_in.Stopped as stopped:
        return refused(stopped.refusal, stopped.names, index=stopped.place)
    mark, caller = fingerprint_of(found.data, len(found.events)), caller_or_newcomer()
    note = {"fingerprint": mark.digits, "events": mark.events}
    table = rooms().store.open_record(found.header, found.bodies, device_id=caller.device_id, note=("opened", note))
    return _opened(table, caller, len(found.bodies))


def _checked(found: Mapping[str, Any]) -> Record:
    """Returns the record without events of a new table. Raises `Problem` 422."""
    try:
        read = record.record_of(found)
        replay.begin(read.header)
        coming_in.check(read)
    except Malformed as problem:
        raise _malformed(problem) from None
    if read.events:
        raise Problem(422, "has-events")
    return read


def _choice(found: Mapping[str, Any], name: str) -> str:
    chosen = found.get(name, CHOICES[name][0])
    if chosen not in CHOICES[name]:
        raise Problem(422, "no-choice", name=name, choices=", ".join(CHOICES[name]))
    return str(chosen)


def _opened(table: Table, caller: Caller, seq: int) -> Response:
    code = show_code(rooms().store.invites(table.id)["player"].code)
    where = url_for("api.table", table_id=table.id)
    return shown.written({"id": table.id, "code": code, "seq": seq, "token": caller.token}, 201, Location=where)


def _malformed(problem: Malformed) -> Problem:
    status = 400 if problem.fault in NO_JSON else 413 if problem.fault == "long" else 422
    return Problem(status, "malformed", more={"index": None}, message=problem_said(problem))
