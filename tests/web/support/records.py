"""Records for tests: the conformance cases, what comes of them, and phones that send them."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import func, select
from sqlmodel import SQLModel, col

from rules_core import record, replay
from rules_core.findings import Malformed
from rules_core.replay import Replay
from tests.databases import reading
from tests.rules.conformance_cases import CASES
from tests.web.support.site import Site
from webapp.store.models import DeskLine, Device, EventRow, Grant, Invite, Table
from webapp.table.secret_hands import hands_in_log

Raw = Mapping[str, Any]
ROWS: Sequence[type[SQLModel]] = (Table, EventRow, Grant, Invite, Device, DeskLine)
TO_TABLE = re.compile(r"/tables/(\d+)")
DEAL = {"type": "deal", "dealer": 0}


def play(seat: int, card: str, **more: Any) -> Raw:
    return {"type": "play", "seat": seat, "card": card, **more}


def a_record(*events: Raw, **more: Any) -> dict[str, Any]:
    """Returns a record of Ann, Ben and Cat at Sixes and Sevens."""
    header = {"format": record.FORMAT, "game": "sixes-and-sevens", "players": ["Ann", "Ben", "Cat"], "options": {}}
    return {**header, "events": list(events), **more}


@cache
def _cases() -> list[tuple[dict[str, Any], Replay | None]]:
    """Returns the records of the conformance cases, each with how far it folds."""
    return [(case["record"], _folded(case["record"])) for case in CASES]


def good() -> list[dict[str, Any]]:
    """Returns those that the rules take to their end."""
    return [raw for raw, done in _cases() if done and done.refusal is None]


def bad() -> list[tuple[dict[str, Any], Replay]]:
    """Returns those of which the rules refuse an event, with how far they fold."""
    return [(raw, done) for raw, done in _cases() if done and done.refusal]


def _folded(raw: Raw) -> Replay | None:
    try:
        read = record.read(json.dumps(raw))
        return replay.replay(read.header, read.events)
    except Malformed:
        return None


def over() -> list[dict[str, Any]]:
    """Returns the good ones whose match is over."""
    return [raw for raw, done in _cases() if done and done.refusal is None and done.fold.state.winners]


def has_declared(raw: Raw) -> bool:
    """Tells whether somebody's hand is declared where this record ends."""
    done = _folded(raw)
    return done is not None and done.refusal is None and bool(hands_in_log(done.fold))


def canonical(raw: Raw) -> bytes:
    """Returns the bytes that this record is written with."""
    read = record.read(json.dumps(raw))
    return record.write(read.header, read.events)


def core(data: bytes) -> bytes:
    """Returns the header and the events of a record, without what stands beside them."""
    read = record.read(data)
    return record.write(read.header, read.events)


def unsigned(data: bytes) -> bytes:
    """Returns a record without its signature: what its fingerprint is taken of."""
    said = json.loads(data)
    del said["signed"]
    return (json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n").encode()


def send(phone: FlaskClient, sent: Any, **more: Any) -> Any:
    """Pastes a record, as text or as what becomes JSON."""
    text = sent if isinstance(sent, str) else json.dumps(sent)
    return phone.post("/records", data={"text": text, **more}, content_type="multipart/form-data")


def opened(site: Site, phone: FlaskClient, sent: Any, op: str = "") -> Table:
    """Sends a record, opens it and returns its table."""
    answer = send(phone, sent, open="yes", op=op or f"{rows(site)[Table]:08}")
    assert answer.status_code == 303, answer.text
    found = TO_TABLE.search(answer.location)
    assert found
    table = site.store.table(int(found[1]))
    assert table is not None
    return table


def rows(site: Site) -> dict[type[SQLModel], int]:
    """Returns how many rows each table of the database has."""
    with reading(site.store) as session:
        return {kind: session.scalar(select(func.count(col(kind.id)))) or 0 for kind in ROWS}  # type: ignore[attr-defined]
