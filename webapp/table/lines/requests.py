"""Lines about changes that wait for the referee, or for all sides."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from msgspec import UNSET, UnsetType
from msgspec.structs import replace as changed

from rules_core.findings import Refusal
from webapp.http.limits import MOST_CHANGE_REQUESTS
from webapp.journal.lines import At, Name, Number, Seat, Words
from webapp.table.change_requests import Agreement, ChangeRequest, Countersign, Signer, State
from webapp.table.desk import Desk, Line
from webapp.table.viewer import Viewer


class _Asks(Line, frozen=True):
    """Entries that somebody asks for, with lines of the desk that go with them.

    `case` is the code of the case that a ruling would settle, `sides` are those that agree by proposing it, `signs`: as
    what who asks signs it, in a closed round. What it
    would have entered is told to readers of a record; where that is opened nobody decides on it again.
    """

    begins = True
    stays = frozenset({"op", "who", "lines", "case", "sides", "signs"})
    by: Name
    why: Words = ""
    entries: tuple[dict[str, Any], ...] = ()
    case: str = ""
    lines: tuple[tuple[str, dict[str, Any]], ...] = ()
    sides: tuple[int, ...] = ()
    signs: Signer | UnsetType = UNSET

    @property
    def kept(self) -> Self:
        return changed(self, entries=())

    def allowed(self, who: Viewer, state: Desk) -> bool:
        return who.takes_part or who.on_appeal

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        full = len(state.waiting) >= MOST_CHANGE_REQUESTS
        return Refusal("too-many-requests", "GEN-1", {"most": MOST_CHANGE_REQUESTS}) if full else None

    def apply(self, state: Desk, at: At) -> Desk:
        asked = ChangeRequest(
            len(state.changes) + 1,
            self.entries,
            self.lines,
            self.why,
            self.by,
            at.device_id,
            at.made_at,
            at.seq,
            self.case,
            agreements=tuple(Agreement(side, self.by, at.device_id, asked=False) for side in self.sides),
            op=self.op,
            is_appeal=isinstance(self, Proposed) and self.appeal,
            signed=() if isinstance(self.signs, UnsetType) else (Countersign(self.signs, self.by, at.device_id),),
        )
        return replace(state, changes=(*state.changes, asked))


class Requested(_Asks, frozen=True, tag="requested"):
    """The referee is asked for leave."""


class Proposed(_Asks, frozen=True, tag="proposed"):
    """All sides are asked to agree; `appeal`: to an end of one, also where a referee is seated, who has ruled."""

    stays = _Asks.stays | {"appeal"}
    appeal: bool = False


class _OfRequest(Line, frozen=True):
    request: Number

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        asked = state.change(self.request)
        return None if asked is not None and asked.is_open else Refusal("not-waiting", "GEN-1")


class _Decided(_OfRequest, frozen=True):
    right = "is_referee"
    by: Name | UnsetType = UNSET
    why: Words = ""

    def answered(self, at: At) -> Mapping[str, Any]:
        return {"answer": self.why, "answered_by": self.by or "", "answered_seq": at.seq}


class Allowed(_Decided, frozen=True, tag="allowed"):
    def apply(self, state: Desk, at: At) -> Desk:
        return state.with_change(self.request, state="allowed", **self.answered(at))


class Denied(_Decided, frozen=True, tag="denied"):
    """The referee refuses a change."""

    def apply(self, state: Desk, at: At) -> Desk:
        return state.with_change(self.request, state="denied", **self.answered(at))


class Dropped(_OfRequest, frozen=True, tag="dropped"):
    """The requester withdraws."""

    right = "takes_part"
    by: Name = ""
    why: Words = ""

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        if (refusal := super().fits(who, state)) is not None:
            return refusal
        asked = state.changes[self.request - 1]
        return None if asked.device_id == who.device_id else Refusal("not-yours", "GEN-1", {"name": asked.by})

    def apply(self, state: Desk, at: At) -> Desk:
        return state.with_change(self.request, state="dropped")


class Agreed(_OfRequest, frozen=True, tag="agreed"):
    """A side agrees to a change; `asked`: another phone says so, since that side has none; `last`: all sides do now."""

    right = "takes_part"
    side: Seat
    by: Name
    asked: bool = False
    last: bool = False

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        if (refusal := super().fits(who, state)) is not None:
            return refusal
        change = state.changes[self.request - 1]
        speaks_again = not self.asked and change.has_agreed(who.device_id)
        return Refusal("agreed-before", "GEN-1") if self.side in change.agreed or speaks_again else None

    def apply(self, state: Desk, at: At) -> Desk:
        agreement = Agreement(self.side, self.by, at.device_id, self.asked)
        agreements = (*state.changes[self.request - 1].agreements, agreement)
        now: State = "agreed" if self.last else "waiting"
        return state.with_change(self.request, agreements=agreements, state=now)


class Countersigned(_OfRequest, frozen=True, tag="countersigned"):
    """Somebody signs a change of a closed round; `last`: with the second signature it is made."""

    right = "decides"
    role: Signer
    by: Name = ""
    last: bool = False

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        if (refusal := super().fits(who, state)) is not None:
            return refusal
        signed = state.changes[self.request - 1].signed
        again = any(one.role == self.role or one.device_id == who.device_id for one in signed)
        return Refusal("agreed-before", "GEN-1") if again else None

    def apply(self, state: Desk, at: At) -> Desk:
        signed = (*state.changes[self.request - 1].signed, Countersign(self.role, self.by, at.device_id))
        if not self.last:
            return state.with_change(self.request, signed=signed)
        return state.with_change(self.request, signed=signed, state="signed", answered_by=self.by, answered_seq=at.seq)
