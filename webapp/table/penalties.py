"""Penalties at a table: what a referee gave a player and why, folded from the lines of its desk.

None is ever erased: it is lifted, with a reason, and stays in the list.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Step(StrEnum):
    """A step of the ladder, the mildest first, as the desk writes it."""

    CAUTION = "caution"
    WARNING = "warning"
    POINTS = "points"
    HAND = "hand"


LADDER = tuple(Step)
WITH_POINTS = (Step.POINTS, Step.HAND)
"""Steps that adjust the score; what they cost is the referee's."""


@dataclass(frozen=True)
class Lifting:
    """Why a penalty was lifted, by whom and when."""

    why: str
    by: str
    made_at: datetime


@dataclass(frozen=True)
class Penalty:
    """A penalty of the player on this seat, by its `number` from 1; `line` is its place on the desk.

    `points` are what it adjusted, a number a side, by the entry at the place `entry` of the log; none: it costs none.
    """

    number: int
    line: int
    seat: int
    step: Step
    reason: str
    rule: str
    by: str
    made_at: datetime
    points: tuple[int, ...] = ()
    entry: int | None = None
    lifted: Lifting | None = None

    @property
    def holds(self) -> bool:
        return self.lifted is None


def numbered(penalties: Sequence[Penalty], number: int) -> Penalty | None:
    """Returns the penalty of this number, if there is one."""
    return penalties[number - 1] if 1 <= number <= len(penalties) else None


def of_seat(penalties: Sequence[Penalty], seat: int) -> list[Penalty]:
    """Returns the penalties of this player that hold, the oldest first."""
    return [one for one in penalties if one.seat == seat and one.holds]
