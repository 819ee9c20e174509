"""The lines of a desk that a record takes along, and what each of them may say when it comes back in a file.

Whatever is not listed stays in the house: who was let in, what was chosen, which device moved.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from webapp.http.limits import (
    LONGEST_DISPUTE_TEXT,
    LONGEST_NAME,
    LONGEST_REASON,
    LONGEST_RULING_CODE,
    MOST_DESK_LINES,
    MOST_SEATS,
    MOST_UPLOADED_EVENTS,
)
from webapp.store.desk_kinds import DeskKind
from webapp.table.penalties import Step

Place = Annotated[int, Meta(ge=0, lt=MOST_UPLOADED_EVENTS)]
Places = Annotated[tuple[Place, ...], Meta(max_length=MOST_UPLOADED_EVENTS)]
Points = Annotated[tuple[Annotated[int, Meta(ge=-(2**53), le=2**53)], ...], Meta(max_length=MOST_SEATS)]
Number = Annotated[int, Meta(ge=1, le=MOST_DESK_LINES)]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Code = Annotated[str, Meta(pattern=f"^[a-z0-9-]{{0,{2 * LONGEST_RULING_CODE}}}$")]
Words = Annotated[str, Meta(max_length=max(LONGEST_REASON, LONGEST_DISPUTE_TEXT))]
Card = Annotated[str, Meta(pattern="^([2-9TJQKA][CDHS]|X)$")]
Rule = Annotated[str, Meta(max_length=LONGEST_RULING_CODE, pattern=r"^[A-Z]*(-V?\d+)?$")]
Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
House = Annotated[str, Meta(pattern="^[0-9a-f]{8}$")]


class Body(Struct, frozen=True, omit_defaults=True):
    """What a line says. A field that a line leaves out is left out again."""


class _Dispute(Body, frozen=True, omit_defaults=True):
    why: Code
    text: Words
    by: Name
    about: Place | None = None
    hand: Number | None = None
    pause: bool = False
    trick: Number | None = None


class _Pointed(Body, frozen=True, omit_defaults=True):
    dispute: Number
    by: Name
    about: Place | None = None
    hand: Number | None = None
    trick: Number | None = None


class _Admitted(Body, frozen=True, omit_defaults=True):
    dispute: Number
    event: Place
    code: Code
    by: Name
    card: Card | None = None


class _OfDispute(Body, frozen=True, omit_defaults=True):
    dispute: Number


class _Rule(Body, frozen=True, omit_defaults=True):
    dispute: Number
    ruling: Place


class _Reopen(Body, frozen=True, omit_defaults=True):
    ruling: Place
    why: Words = ""
    by: Name = ""
    undo: bool = False
    restored: Places = ()
    points: Points = ()


class _Penalty(Body, frozen=True, omit_defaults=True):
    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
    step: Step
    reason: Words
    rule: Rule
    by: Name
    points: Points = ()
    entry: Place | None = None


class _Lifted(Body, frozen=True, omit_defaults=True):
    penalty: Number
    why: Words
    by: Name


class _Pause(Body, frozen=True, omit_defaults=True):
    referee: bool = False


class _Referee(Body, frozen=True, omit_defaults=True):
    name: Name
    seat: int | None = None
    agreed: bool = False
    last: bool = False


class _Asks(Body, frozen=True, omit_defaults=False):
    """A change that was asked for. What it would have entered is told to readers; here nobody decides on it again."""

    by: Name
    why: Words = ""
    entries: tuple[dict[str, Any], ...] = ()


class _Decides(Body, frozen=True, omit_defaults=True):
    request: Number
    by: Name = ""
    why: Words = ""


class _Agrees(Body, frozen=True, omit_defaults=True):
    request: Number
    side: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
    by: Name
    asked: bool = False
    last: bool = False


class _Fixed(Body, frozen=True, omit_defaults=True):
    places: Places


class _Forgotten(Body, frozen=True, omit_defaults=True):
    """A name was taken out: which one, nobody is told."""


class _Opened(Body, frozen=True, omit_defaults=True):
    events: Annotated[int, Meta(ge=0, le=MOST_UPLOADED_EVENTS)]
    fingerprint: Digits
    written: Code = ""
    house: House | None = None
    claimed: Digits | None = None
    untimed: Annotated[int, Meta(ge=0, le=MOST_UPLOADED_EVENTS)] = 0


BODIES: Mapping[DeskKind, type[Body]] = {
    DeskKind.DISPUTE: _Dispute,
    DeskKind.WITHDRAW: _OfDispute,
    DeskKind.RULE: _Rule,
    DeskKind.POINTED: _Pointed,
    DeskKind.ADMITTED: _Admitted,
    DeskKind.REOPEN: _Reopen,
    DeskKind.PENALTY: _Penalty,
    DeskKind.LIFTED: _Lifted,
    DeskKind.PAUSE: _Pause,
    DeskKind.RESUME: _Pause,
    DeskKind.REFEREE: _Referee,
    DeskKind.DISMISSED: _Referee,
    DeskKind.REQUESTED: _Asks,
    DeskKind.PROPOSED: _Asks,
    DeskKind.ALLOWED: _Decides,
    DeskKind.DENIED: _Decides,
    DeskKind.DROPPED: _Decides,
    DeskKind.AGREED: _Agrees,
    DeskKind.FIXED: _Fixed,
    DeskKind.OPENED: _Opened,
    DeskKind.FORGOTTEN: _Forgotten,
}


def travels(kind: DeskKind) -> bool:
    """Tells whether a record takes such lines along."""
    return kind in BODIES


def travelling(kind: DeskKind, body: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what a record takes along of a line: no key of a form, no device."""
    return {name: body[name] for name in BODIES[kind].__struct_fields__ if name in body}


def body_of(kind: DeskKind, says: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what a line in a file says, as the desk keeps it. Raises msgspec.ValidationError."""
    said = msgspec.convert(says, BODIES[kind])
    if isinstance(said, _Asks):
        said = msgspec.structs.replace(said, entries=())
    found: dict[str, Any] = msgspec.to_builtins(said)
    return found
