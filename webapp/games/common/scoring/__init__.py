"""Why a hand scored what it did, and what ends a match: the lines and goals of the rules in words.

The rule's number stands in the line or goal itself. A code that no sentence knows is shown as it is.
"""

from collections.abc import Mapping, Sequence

from rules_core import game
from webapp.games.common.scoring import counts, goals
from webapp.games.deep_six import score_lines as deep_six
from webapp.games.sechsundsechzig import score_lines as sechsundsechzig
from webapp.games.sichermans_war import score_lines as sichermans_war
from webapp.words.numbers import signed

_LINES: Mapping[str, counts.What] = {
    **counts.LINES,
    **deep_six.LINES,
    **sechsundsechzig.LINES,
    **sichermans_war.LINES,
}
LINES = frozenset(_LINES)
"""The codes of lines that have words."""
GOALS = frozenset(goals.GOALS)
"""The codes of goals that have words."""


def line(scored: game.Line) -> str:
    """Returns what a line of a score counted, and what it came to: *3 tricks +3*. A remark comes to nothing."""
    words = _LINES.get(scored.what)
    what = words(scored) if words else scored.what
    return f"{what} {signed(scored.points)}" if scored.points else what


def goal(goal: game.Goal, sides: Sequence[str]) -> str:
    """Returns one thing that ends the match and how far it is: *Ann at 5 of 7*. `sides` are the names of sides."""
    words = goals.GOALS.get(goal.what)
    return words(goal, sides) if words else goal.what
