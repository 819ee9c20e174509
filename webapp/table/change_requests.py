"""Change requests: entries that wait for the referee's leave, or for all sides to agree, folded from the desk's lines.

Where a referee is seated the referee decides, else all sides do, no matter who was there when it was asked for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from rules_core.replay import Fold, Raw

State = Literal["waiting", "allowed", "denied", "agreed", "dropped", "signed"]


@dataclass(frozen=True)
class Agreement:
    """A side that agrees: the person, and whether another device asked, since that side has none."""

    side: int
    name: str
    device_id: int | None
    asked: bool


class Signer(StrEnum):
    """The role of a signature under a change of a closed round: two different ones are needed."""

    ORGANISER = "organiser"
    REFEREE = "referee"
    SIDE = "side"


@dataclass(frozen=True)
class Countersign:
    """A signature under a change of a closed round."""

    role: Signer
    name: str
    device_id: int | None


@dataclass(frozen=True)
class ChangeRequest:
    """Entries that somebody asks for, by its `number` from 1. `why` are own words, `by` is the name of who asks.

    `lines` of the desk, as the database writes them, go with the entries. `case` is the code of the case that a ruling
    would settle. `seq` is how long the log was, `answered_seq` how long when it was decided; `answer` are the words of
    who decided.
    `signed` are those who have signed it where it changes a closed round.
    `op` is the key under which it was asked for. `is_appeal`: all sides end an appeal by it, with or without a referee.
    """

    number: int
    entries: tuple[Raw, ...]
    lines: tuple[tuple[str, Mapping[str, Any]], ...]
    why: str
    by: str
    device_id: int | None
    made_at: datetime
    seq: int
    case: str = ""
    state: State = "waiting"
    answer: str = ""
    answered_by: str = ""
    answered_seq: int | None = None
    agreements: tuple[Agreement, ...] = ()
    signed: tuple[Countersign, ...] = ()
    op: str = ""
    is_appeal: bool = False

    @property
    def is_open(self) -> bool:
        return self.state == "waiting"

    @property
    def agreed(self) -> frozenset[int]:
        return frozenset(agreement.side for agreement in self.agreements)

    def has_agreed(self, device_id: int | None) -> bool:
        """Tells whether this phone has agreed for its own side. It agrees for no other one, also on another seat."""
        return any(each.device_id == device_id and not each.asked for each in self.agreements)


def bound(fold: Fold, raw: Raw) -> dict[str, Any]:
    """Returns an entry as it is requested: an undo names no entry, so it deletes the newest of now."""
    if raw.get("type") != "undo" or fold.top is None:
        return dict(raw)
    return {"type": "amend", "changes": [{"target": fold.top.index, "with": []}]}
