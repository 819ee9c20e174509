"""Penalties: the ladder of their steps, and what was given to whom and why, at a table and at an evening alike.

None is ever erased: it is lifted, with a reason, and stays in the list.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Step(StrEnum):
    """A step of the ladder, the mildest first, as the desk writes it."""

    CAUTION = "caution"
    WARNING = "warning"
    POINTS = "points"
    HAND = "hand"


EXCLUSION = "exclusion"
"""The last step at an evening, by which somebody leaves it; no match puts anybody out."""
LADDER = tuple(Step)
EVENING_LADDER = (*(str(step) for step in Step), EXCLUSION)
WITH_POINTS = (Step.POINTS, Step.HAND)
"""Steps that adjust the score of a table; what they cost there is the referee's, at an evening the organiser's."""
USUAL_RULE = "GEN-3"
"""The rule of a penalty by default."""


def next_step(earlier: Iterable[str]) -> Step:
    """Returns the step after the highest of these, the mildest for a first one; no suggestion excludes anybody."""
    steps = [EVENING_LADDER.index(step) + 1 for step in earlier]
    return LADDER[min(max(steps, default=0), len(LADDER) - 1)]


@dataclass(frozen=True)
class Lifting:
    """Why a penalty was lifted, by whom and when, and the `points` a side that it cost by then.

    They were given back by the entry at the place `entry` of the log.
    """

    why: str
    by: str
    made_at: datetime
    points: tuple[int, ...] = ()
    entry: int | None = None


@dataclass(frozen=True, kw_only=True)
class Given:
    """A step of the ladder, given for a reason by a rule; `ready` is the code of what was the matter, if it has one."""

    step: str
    reason: str
    rule: str
    by: str
    made_at: datetime
    ready: str = ""
    lifted: Lifting | None = None

    @property
    def holds(self) -> bool:
        return self.lifted is None


@dataclass(frozen=True, kw_only=True)
class Penalty(Given):
    """A penalty of the player on this seat, by its `number` from 1; `line` is its place on the desk.

    `points` are what it adjusted, a number a side, by the entry at the place `entry` of the log; none: it costs none.
    """

    number: int
    line: int
    seat: int
    step: Step
    points: tuple[int, ...] = ()
    entry: int | None = None


def entries_of_penalties(penalties: Sequence[Penalty]) -> frozenset[int | None]:
    """Returns the places of the entries by which penalties took points off, or gave them back."""
    lifted = (one.lifted.entry for one in penalties if one.lifted is not None)
    return frozenset((*(one.entry for one in penalties), *lifted))


def numbered(penalties: Sequence[Penalty], number: int) -> Penalty | None:
    return penalties[number - 1] if 1 <= number <= len(penalties) else None


def of_seat(penalties: Sequence[Penalty], seat: int) -> list[Penalty]:
    """Returns the penalties of this player that hold, the oldest first."""
    return [one for one in penalties if one.seat == seat and one.holds]
