"""Reads and checks the metadata of a record from outside, before any of it is stored.

All of it may be forged. It is accepted only in the form that this app writes, with names that the record has,
and if it folds to a desk.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from rules_core.findings import Malformed
from rules_core.replay import Fold
from webapp.games.common.desk_words import SHARED
from webapp.history.records.metadata import TIME
from webapp.http.limits import MOST_DESK_LINES, MOST_OPEN_DISPUTES, MOST_UPLOADED_EVENTS
from webapp.http.rate_limits import AHEAD_OF_US
from webapp.journal.lines import At, body_of
from webapp.store.models import DeskLine
from webapp.store.models import now as moment
from webapp.table.desk import Desk
from webapp.table.lines import line_in_file
from webapp.table.lines.forms import Digits, House, Name
from webapp.table.lines.matters import Ruled, Withdrawn
from webapp.table.player_names import is_readable

Time = Annotated[str, Meta(pattern=r"^(|(19[7-9]\d|2\d\d\d)-\d\d-\d\dT\d\d:\d\d:\d\dZ)$")]
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
    try:
        metadata = msgspec.convert(found, Metadata)
        _check_times(metadata, fold.seq)
        # Raises ValueError unless each line could be added behind those before it, as a phone's could.
        desk, before = Desk(), 0
        for line in metadata.desk:
            says = line_in_file(line.kind, line.says)
            _check_line(line, body_of(says)[1], fold, before)
            if isinstance(says, Withdrawn | Ruled) and not desk.disputes[says.dispute - 1].is_open:
                raise ValueError("a dispute that is ended twice")
            desk, before = desk.after(says, At(line.after, time_of(line.at), None)), line.after
        if len(desk.open) > MOST_OPEN_DISPUTES:
            raise ValueError("too many open disputes")
    except Malformed:
        raise
    except (msgspec.ValidationError, ValueError, LookupError, TypeError) as error:
        raise Malformed(f"the metadata cannot be read: {error}", "beside") from None
    return metadata


def _check_times(metadata: Metadata, events: int) -> None:
    if len(metadata.times) not in (0, events):
        raise ValueError(f"{len(metadata.times)} times for {events} events")
    if not all(place.isascii() and place.isdecimal() and int(place) < events for place in metadata.by):
        raise ValueError("a name for no event")
    if not all(map(_is_plain, (*metadata.by.values(), *(line.who for line in metadata.desk)))):
        raise ValueError("a name that cannot be read")
    for at in (*metadata.times, *(line.at for line in metadata.desk)):
        if at and time_of(at) > moment() + AHEAD_OF_US:
            raise Malformed("a time that is still to come", "future")


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
    if (body.get("seat") or 0) >= len(fold.header.players):
        raise ValueError("a line about no seat")
    if "trick" in body and "hand" not in body:
        raise ValueError("a line about no trick")
    sides = len(fold.state.totals)
    if body.get("seat", 0) not in range(len(fold.header.players)) or body.get("side", 0) not in range(sides):
        raise ValueError("a line about nobody")
    if len(body.get("points", ())) not in (0, sides):
        raise ValueError("points of other sides")
    if body.get("ready", "") not in {"", *SHARED}:
        raise ValueError("a penalty for nothing that can be the matter")
    if any(unicodedata.category(sign) == "Cc" for sign in "".join(_texts(body.values()))):
        raise ValueError("signs that cannot be read")


def _texts(values: Sequence[Any] | Any) -> Iterator[str]:
    yield from (value for value in values if isinstance(value, str))


def _is_plain(name: str) -> bool:
    return not name or is_readable(name)
