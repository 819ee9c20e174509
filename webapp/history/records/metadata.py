"""Metadata of a record: when its events were made, who corrected and decided, and the lines of the desk.

The rules ignore it. Names replace devices, and times are whole seconds.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from msgspec import to_builtins

from rules_core.events import Adjust, Amend, Ruling, VoidHand
from webapp.access.authors import Authors
from webapp.http.limits import LARGEST_RECORD_DESK, MOST_DESK_LINES
from webapp.http.steps import in_steps
from webapp.store.log import LoggedEvent
from webapp.store.roles import Role
from webapp.table.desk import Desk, Noted
from webapp.table.lines.house import Opened
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.book import Change, LogBook, Mention
from webapp.telling.proofs import past_proof

DECIDED = frozenset(event.__struct_config__.tag for event in (Adjust, Amend, Ruling, VoidHand))
"""The entries whose author a record names: changes of entries or of the score by people."""
TIME = "%Y-%m-%dT%H:%M:%SZ"


def metadata(now: Snapshot, log: Sequence[LoggedEvent], end: int) -> dict[str, Any]:
    """Returns the metadata of a record of the first `end` events.

    What was decided after them, which all may know, stands under `later`: no reader opens it again, but the
    fingerprint covers it.
    """
    authors = Authors(now)
    times = [_time_of(now.desk, line) for line in in_steps(log[:end])]
    lines = (line for line in in_steps(now.desk.lines) if _is_within(line, end))
    said = {
        "times": times if any(times) else [],
        "by": dict(_names(authors, log[:end])),
        "desk": list(_with_room(_line(authors, line, end) for line in lines)),
        "later": list(_later(now, authors, log, end)),
    }
    return {key: value for key, value in said.items() if value}


def _time_of(desk: Desk, line: LoggedEvent) -> str:
    return stamp(line.made_at) if desk.knows_time(line.seq - 1) else ""


def stamp(at: datetime) -> str:
    """Returns a time as a record has it: to the second, in UTC."""
    return at.astimezone(UTC).strftime(TIME)


def _names(authors: Authors, log: Sequence[LoggedEvent]) -> Iterator[tuple[str, str]]:
    decided = (line for line in in_steps(log) if json.loads(line.body)["type"] in DECIDED)
    named = ((str(line.seq - 1), authors.of_entry(line)) for line in decided)
    yield from [(place, name) for place, name in named if name][:MOST_DESK_LINES]


def _is_within(line: Noted, end: int) -> bool:
    return line.says.travels and (line.seq <= end or isinstance(line.says, Opened))


def _with_room(lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yields the first lines, as many as a record may hold and be read again."""
    room = LARGEST_RECORD_DESK
    for line in islice(lines, MOST_DESK_LINES):
        room -= len(json.dumps(line))
        if room < 0:
            return
        yield line


def _line(authors: Authors, line: Noted, end: int) -> dict[str, Any]:
    body = line.body
    says = {name: body[name] for name in line.says.travelling() if name in body}
    if isinstance(line.says, Opened):
        says |= {name: min(says[name], end) for name in ("events", "untimed") if name in says}
    who, at = authors.of_desk_line(line), stamp(line.made_at)
    return {"kind": line.kind, "after": min(line.seq, end), "at": at, "who": who, "says": says}


def _later(now: Snapshot, authors: Authors, log: Sequence[LoggedEvent], end: int) -> Iterator[Mapping[str, Any]]:
    """Yields the decisions after the events in the file, as far as all may know them while play goes on."""
    changes = dict(_open_changes(now, log, end))
    for line in in_steps(log[end:]):
        raw = json.loads(line.body)
        if raw["type"] in DECIDED and not _tells_secret(now, log, raw):
            who, at = authors.of_entry(line), stamp(line.made_at)
            proof = past_proof(now, line.seq - 1) if raw["type"] == "ruling" else None
            proven = {} if proof is None else {"proof": {"seat": proof.found.seat, "cards": list(proof.cards)}}
            yield {"place": line.seq - 1, "at": at, "by": who, "event": _told(raw, changes.get(line.seq - 1)), **proven}
    for said in now.desk.lines:
        if said.says.travels and not _is_within(said, end):
            yield _open_line(_line(authors, said, said.seq))


def _open_line(line: dict[str, Any]) -> dict[str, Any]:
    """Returns a line without facts that may reveal cards of the hand under way: requested entries, and admissions."""
    says = {name: said for name, said in line["says"].items() if name != "card"}
    if "entries" in says:
        says["entries"] = [raw for raw in says["entries"] if raw.get("type") == "adjust"]
    return {**line, "says": says}


def _open_changes(now: Snapshot, log: Sequence[LoggedEvent], end: int) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yields the corrections that all may read now, by their places, with the entries replaced."""
    if not any(json.loads(line.body)["type"] == "amend" for line in log[end:]):
        return
    book = LogBook(now, log)
    for line in book.lines[end:]:
        if line.changes and book.is_change_open(line, Viewer(role=Role.WATCHER)):
            reason = {"reason": line.raw["reason"]} if "reason" in line.raw else {}
            yield line.place, {"type": "amend", "changes": [_change(change) for change in line.changes], **reason}


def _change(change: Change) -> Mapping[str, Any]:
    return {"target": change.target, "was": _events(change.was), "with": _events(change.instead)}


def _events(mentions: Sequence[Mention]) -> list[Mapping[str, Any]]:
    """The events; not that one broke a duty, which may rest on a hand that only its own seat has seen."""
    said: list[Mapping[str, Any]] = [to_builtins(mention.event) for mention in mentions]
    return [{name: value for name, value in event.items() if name != "irregular"} for event in said]


def _told(raw: Mapping[str, Any], opened: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Returns the public part of a decision while the hand lasts: of a closed correction, the entries it changed."""
    if raw["type"] != "amend":
        return raw
    return opened or {"type": "amend", "targets": [change["target"] for change in raw["changes"]]}


def _tells_secret(now: Snapshot, log: Sequence[LoggedEvent], raw: Mapping[str, Any]) -> bool:
    """Tells whether a correction is about one seat's secret: not even the entry may show."""
    changes = raw.get("changes", ())
    events = [json.loads(log[change["target"]].body) for change in changes]
    events += [put for change in changes for put in change["with"]]
    return any(now.fold.events[event["type"]].secret for event in events if event["type"] in now.fold.events)
