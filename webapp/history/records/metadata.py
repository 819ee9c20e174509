"""Metadata of a record: when its events were made, who corrected and decided, and the lines of the desk.

The rules ignore it. Names replace devices, and times are whole seconds. What is read from outside may be forged: it is
accepted only in the form that this app writes, with names that the record has, and if it folds to a desk.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, to_builtins

from rules_core.events import Adjust, Amend, Ruling, VoidHand
from rules_core.findings import Malformed
from rules_core.replay import Fold
from webapp.access.authors import Authors
from webapp.games.common.call_reasons import REASONS
from webapp.http.durations import AHEAD_OF_US
from webapp.http.limits import LARGEST_RECORD_DESK, MOST_DESK_LINES, MOST_OPEN_DISPUTES, MOST_UPLOADED_EVENTS
from webapp.http.steps import in_steps
from webapp.journal.lines import At, Digits, House, Name, body_of
from webapp.store.log import LoggedEvent
from webapp.store.models import DeskLine, utc_now
from webapp.store.roles import Role
from webapp.table.desk import Desk, Noted
from webapp.table.lines import line_in_file
from webapp.table.lines.matters import Ruled, Withdrawn
from webapp.table.lines.people import Opened
from webapp.table.player_names import is_readable
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.decided import past_proof
from webapp.telling.log_lines import Change, Mention, ReadableLog

DECIDED = frozenset(event.__struct_config__.tag for event in (Adjust, Amend, Ruling, VoidHand))
"""The entries whose author a record names: changes of entries or of the score by people."""
TIME = "%Y-%m-%dT%H:%M:%SZ"


def metadata(now: Snapshot, log: Sequence[LoggedEvent], end: int) -> dict[str, Any]:
    """Returns the metadata of a record of the first `end` events.

    What was decided after them, which all may know, stands under `later`: no reader opens it again, but the
    fingerprint covers it.
    """
    authors = Authors(now)
    times = [stamp(line.made_at) if now.desk.knows_time(line.seq - 1) else "" for line in in_steps(log[:end])]
    lines = (line for line in in_steps(now.desk.lines) if _is_within(line, end))
    said = {
        "times": times if any(times) else [],
        "by": dict(_names(authors, log[:end])),
        "desk": list(_with_room(_line(authors, line, end) for line in lines)),
        "later": list(_later(now, authors, log, end)),
    }
    return {key: value for key, value in said.items() if value}


def stamp(at: datetime) -> str:
    """Returns a time as a record has it: to the second, in UTC."""
    return at.astimezone(UTC).strftime(TIME)


def _names(authors: Authors, log: Sequence[LoggedEvent]) -> Iterator[tuple[str, str]]:
    decided = (line for line in in_steps(log) if json.loads(line.body)["type"] in DECIDED)
    named = ((str(line.seq - 1), authors.of_entry(line)) for line in decided)
    yield from [(place, name) for place, name in named if name is not None][:MOST_DESK_LINES]


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
            who, at = authors.of_entry(line) or "", stamp(line.made_at)
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
    readable = ReadableLog(now, log)
    for line in readable.lines[end:]:
        if line.changes and readable.is_change_open(line, Viewer(role=Role.WATCHER)):
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


Time = Annotated[str, Meta(pattern=r"^(|(19[7-9]\d|2\d\d\d)-\d\d-\d\dT\d\d:\d\d:\d\dZ)$")]
PATH = re.compile(r"at `\$\.?([^`]+)`$")
"""Where in what was converted a fault lies, at the end of what `msgspec` says."""
PLACES = ("about", "ruling", "event", "entry", "appeals")
"""Fields of a line that name an entry of the log."""


class Signed(Struct, frozen=True):
    """The signature of a house below the fingerprint of what it has written."""

    house: House
    fingerprint: Digits
    signature: Digits


class Line(Struct, frozen=True):
    """A line of the desk: made `after` so many entries, by whom and when."""

    kind: str
    after: Annotated[int, Meta(ge=0, le=MOST_UPLOADED_EVENTS)]
    at: Time
    says: dict[str, Any]
    who: Name = ""


class Metadata(Struct, frozen=True):
    """Metadata of a record: a time for each event, names by places, lines of the desk, the signature."""

    times: tuple[Time, ...] = ()
    by: Annotated[dict[str, Name], Meta(max_length=MOST_DESK_LINES)] = {}
    desk: Annotated[tuple[Line, ...], Meta(max_length=MOST_DESK_LINES)] = ()
    later: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_UPLOADED_EVENTS)] = ()
    signed: Signed | None = None

    @property
    def covered(self) -> dict[str, Any]:
        """The metadata that the fingerprint covers in addition to the events."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return {key: value for key, value in found.items() if value and key != "signed"}

    @property
    def kept(self) -> "Metadata":
        """The part that a table opened from the record keeps, with the known fields of lines alone."""
        lines = (
            msgspec.structs.replace(line, says=body_of(line_in_file(line.kind, line.says).kept)[1])
            for line in self.desk
        )
        return msgspec.structs.replace(self, later=(), desk=tuple(lines))

    @property
    def lines(self) -> list[DeskLine]:
        """The lines of the desk as the store takes them, for a table that is still to be opened."""
        return [_stored(line) for line in self.desk]

    @property
    def moments(self) -> list[datetime | None]:
        """The times of the events, None where one is not said."""
        return [time_of(at) if at else None for at in self.times]


def time_of(at: str) -> datetime:
    """Returns the time that a record says. Raises ValueError."""
    return datetime.strptime(at, TIME).replace(tzinfo=UTC)


def read_metadata(found: Any, fold: Fold) -> Metadata:
    """Reads a record's metadata and checks it against the fold of its events. Raises `Malformed`."""
    where = ""
    try:
        metadata = msgspec.convert(found, Metadata)
        where = "times"
        _check_times(metadata, fold.seq)
        where = "by"
        _check_names(metadata.by, fold.seq)
        # Raises ValueError unless each line could be added behind those before it, as a phone's could.
        desk, before = Desk(), 0
        for number, line in enumerate(metadata.desk):
            where = f"desk[{number}].says"
            says = line_in_file(line.kind, line.says)
            where = f"desk[{number}]"
            _check_line(line, body_of(says)[1], fold, before)
            if isinstance(says, Withdrawn | Ruled) and not desk.disputes[says.dispute - 1].is_open:
                raise ValueError("a dispute that is ended twice")
            desk, before = desk.after(says, At(line.after, time_of(line.at), None)), line.after
        if len(desk.open) > MOST_OPEN_DISPUTES:
            raise ValueError("too many open disputes")
    except Malformed:
        raise
    except (msgspec.ValidationError, ValueError, LookupError, TypeError) as error:
        where = ".".join(filter(None, [where, *PATH.findall(str(error))]))
        raise Malformed(f"the metadata cannot be read: {error}", "beside", where=where) from None
    return metadata


def _check_times(metadata: Metadata, events: int) -> None:
    if len(metadata.times) not in (0, events):
        raise ValueError(f"{len(metadata.times)} times for {events} events")
    for at in (*metadata.times, *(line.at for line in metadata.desk)):
        if at and time_of(at) > utc_now() + AHEAD_OF_US:
            raise Malformed("a time that is still to come", "future")


def _check_names(by: Mapping[str, str], events: int) -> None:
    if not all(place.isascii() and place.isdecimal() and int(place) < events for place in by):
        raise ValueError("a name for no event")
    if not all(map(_is_plain, by.values())):
        raise ValueError("a name that cannot be read")


def _stored(line: Line) -> DeskLine:
    said = {**line.says, "who": line.who}
    return DeskLine(table_id=0, seq=line.after, kind=line.kind, body=said, made_at=time_of(line.at))


def _check_line(line: Line, body: Mapping[str, Any], fold: Fold, before: int) -> None:
    if not before <= line.after <= fold.seq:
        raise ValueError("a line that stands nowhere")
    named = [body[name] for name in PLACES if body.get(name) is not None]
    if any(place >= line.after for place in (*named, *body.get("places", ()), *body.get("restored", ()))):
        raise ValueError("a line about no entry")
    if body.get("hand", 1) > len(fold.state.finished) + 1 or body.get("events", 0) > line.after:
        raise ValueError("a line about no hand")
    if "trick" in body and "hand" not in body:
        raise ValueError("a line about no trick")
    sides = len(fold.state.totals)
    if body.get("seat", 0) not in range(len(fold.header.players)) or body.get("side", 0) not in range(sides):
        raise ValueError("a line about nobody")
    if len(body.get("points", ())) not in (0, sides):
        raise ValueError("points of other sides")
    if body.get("ready", "") not in {"", *REASONS}:
        raise ValueError("a penalty for nothing that can be the matter")
    if not _is_plain(line.who) or any(unicodedata.category(sign) == "Cc" for sign in "".join(_texts(body.values()))):
        raise ValueError("signs that cannot be read")


def _texts(values: Sequence[Any] | Any) -> Iterator[str]:
    yield from (value for value in values if isinstance(value, str))


def _is_plain(name: str) -> bool:
    return not name or is_readable(name)
