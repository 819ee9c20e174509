"""What the lines of a score and the goals of a match are put into words with."""

from collections.abc import Callable, Sequence

from rules_core.findings import Goal, Line
from webapp.http.language import gettext as _
from webapp.words.numbers import number
from webapp.words.sides import sides_said

LineWords = Callable[[Line], str]
"""Says what a line of a score counted."""
GoalWords = Callable[[Goal, Sequence[str]], str]
"""Says one thing that ends a match, and how far it is; given the names of the sides."""


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
