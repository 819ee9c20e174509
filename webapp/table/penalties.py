"""Penalties at a table: what a referee gave a player and why, folded from the lines of its desk.

None is ever erased: it is lifted, with a reason, and stays in the list.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from rules_core.findings import Refusal
from webapp.store.desk_kinds import DeskKind
from webapp.store.models import DeskLine


class Step(StrEnum):
    """A step of the ladder, the mildest first, as the desk writes it."""

    CAUTION = "caution"
    WARNING = "warning"
    POINTS = "points"
    HAND = "hand"


LADDER = tuple(Step)
WITH_POINTS = (Step.POINTS, Step.HAND)
"""Steps that adjust the score; what they cost is the referee's."""
PENALTY_KINDS = frozenset({DeskKind.PENALTY, DeskKind.LIFTED})


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


def noted(penalties: tuple[Penalty, ...], line: DeskLine, place: int) -> tuple[Penalty, ...]:
    """Returns the penalties after one more line, which is the one at this place of the desk."""
    body = line.body
    if line.kind == DeskKind.PENALTY:
        return (*penalties, _given(len(penalties) + 1, line, place))
    number, lifted = body["penalty"], Lifting(body["why"], body["by"], line.made_at)
    one = replace(penalties[number - 1], lifted=lifted)
    return (*penalties[: number - 1], one, *penalties[number:])


def judged(penalties: Sequence[Penalty], kind: DeskKind, body: Mapping[str, Any]) -> Refusal | None:
    """Returns why this line may not be added now. Whether the phone may add such lines at all is asked before."""
    if kind == DeskKind.PENALTY:
        return None
    one = numbered(penalties, body["penalty"])
    return None if one is not None and one.holds else Refusal("not-standing", "GEN-1")


def numbered(penalties: Sequence[Penalty], number: int) -> Penalty | None:
    """Returns the penalty of this number, if there is one."""
    return penalties[number - 1] if 1 <= number <= len(penalties) else None


def of_seat(penalties: Sequence[Penalty], seat: int) -> list[Penalty]:
    """Returns the penalties of this player that hold, the oldest first."""
    return [one for one in penalties if one.seat == seat and one.holds]


def _given(number: int, line: DeskLine, place: int) -> Penalty:
    body = line.body
    return Penalty(
        number,
        place,
        body["seat"],
        Step(body["step"]),
        body["reason"],
        body["rule"],
        body["by"],
        line.made_at,
        tuple(body.get("points", ())),
        body.get("entry"),
    )
