"""What scores, finished hands and the goals of a match are put into words with."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules_core.findings import Goal, Line
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.cited import Cited
from webapp.words.numbers import number
from webapp.words.sides import side_names, sides_said

LineWords = Callable[[Line], str]
"""Says what a line of a score counted."""
GoalWords = Callable[[Goal, Sequence[str]], str]
"""Says one thing that ends a match, and how far it is; given the names of the sides."""
Cell = Callable[[Any, int], list[str]]
"""Says in lines of two or three words where a side's points come from, given the summary of a finished hand."""


@dataclass(frozen=True)
class FinishedHand:
    """A finished hand: its summary, the options of the table, the names of its seats."""

    done: Any
    options: Any
    names: Sequence[str]

    @property
    def sides(self) -> list[str]:
        """The names of the sides that score."""
        return side_names(self.names, len(self.done.points))


Head = Callable[[FinishedHand], Iterable[Cited]]
"""Tells of a finished hand as a whole, before its points are counted side by side."""
Steps = Callable[[int, int], Iterable[Cited]]
"""Says what is done by hand when points, the second number, are added to a total, the first."""


def count(line: Line) -> int:
    """Returns how many a line counted."""
    counted = line.facts.get("count", 0)
    return counted if isinstance(counted, int) else 0


def furthest(goal: Goal, sides: Sequence[str]) -> str:
    """Returns who is furthest, and how far: *Ann at 5 of 7*."""
    return _("%(names)s at %(at)s of %(of)s", names=names_at(goal, sides), at=number(goal.at), of=goal.of)


def names_at(goal: Goal, sides: Sequence[str]) -> str:
    """Returns the sides that are furthest."""
    return sides_said([sides[side] for side in goal.sides if 0 <= side < len(sides)])


def tricks_said(won: int) -> str:
    """Returns *3 tricks*."""
    return ngettext("%(num)s trick", "%(num)s tricks", won)


def in_one_line(counts: Sequence[str]) -> str:
    """Returns counts in one line, or in two where they must break: never between a number and its word."""
    return ", ".join(count.replace(" ", "\N{NO-BREAK SPACE}") for count in counts)
