"""Kinds of lines of an evening: each is one class, its fields, who may add it, whether it fits, what it does."""

from collections.abc import Mapping
from typing import Any

import msgspec

from webapp.evening.lines.base import (
    NOT_YOURS,
    EveningRefusal,
    Line,
    OwnResults,
    judged,
    kinds_of,
    right_to,
)
from webapp.evening.lines.conduct import Announced, Coming, Lifted, Penalised
from webapp.evening.lines.people import Asked, Away, Back, Changed, Forgotten, Helper, Left, LetIn, Listed, TurnedAway
from webapp.evening.lines.results import Confirmed, Corrected, Rejected, Reported, ResultLine
from webapp.evening.lines.rounds import (
    Acknowledged,
    Ended,
    Extra,
    LastHand,
    Paused,
    Reseated,
    Resumed,
    Seated,
    StandIn,
    Started,
    TableSeats,
)
from webapp.evening.lines.running import Closed, Disclosed, Imported, Joined, Parted, Planned, Played, Reopened, Undone

__all__ = [
    "KINDS",
    "NOT_YOURS",
    "Acknowledged",
    "Announced",
    "Asked",
    "Away",
    "Back",
    "Changed",
    "Closed",
    "Coming",
    "Confirmed",
    "Corrected",
    "Disclosed",
    "Ended",
    "EveningRefusal",
    "Extra",
    "Forgotten",
    "Helper",
    "Imported",
    "Joined",
    "LastHand",
    "Left",
    "LetIn",
    "Lifted",
    "Line",
    "Listed",
    "OwnResults",
    "Parted",
    "Paused",
    "Penalised",
    "Planned",
    "Played",
    "Rejected",
    "Reopened",
    "Reported",
    "Reseated",
    "ResultLine",
    "Resumed",
    "Seated",
    "StandIn",
    "Started",
    "TableSeats",
    "TurnedAway",
    "Undone",
    "body_of",
    "judged",
    "line_of",
    "right_to",
]

KINDS: Mapping[str, type[Line]] = {str(kind.__struct_config__.tag): kind for kind in kinds_of(Line)}
"""The kinds of lines by their tag."""


def line_of(kind: str, body: Mapping[str, Any]) -> Line:
    """Returns the line with this kind and body, as the database holds them. Raises ValueError for what is none."""
    if kind not in KINDS:
        raise ValueError(f"no line is a {kind!r}")
    return msgspec.convert(dict(body), KINDS[kind])


def body_of(line: Line) -> tuple[str, dict[str, Any]]:
    """Returns the kind and the body of a line, as the database holds them."""
    body = msgspec.to_builtins(line)
    return body.pop("type"), body
