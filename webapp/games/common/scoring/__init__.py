"""Why a hand scored what it did, and what ends a match: the lines and goals of the rules in words.

The rule's number stands in the line or goal itself, and tells whose words these are. What no sentence knows is shown by
its code.
"""

from collections.abc import Sequence

from rules_core.findings import Goal, Line
from webapp.games.common.scoring.shared import GOALS, LINES, plain_goal, plain_line
from webapp.games.registry import look_of_rule
from webapp.words.codes import readable
from webapp.words.numbers import signed


def line(scored: Line) -> str:
    """Returns what a line of a score counted, and what it came to: *3 tricks +3*. A remark comes to nothing."""
    what = counted(scored)
    return f"{what} {signed(scored.points)}" if scored.points else what


def counted(scored: Line) -> str:
    """Returns what a line of a score counted: *3 tricks*."""
    look = look_of_rule(scored.rule)
    words = (look.score_lines if look else {}).get(scored.what) or LINES.get(scored.what)
    return words(scored) if words else plain_line(scored, look.entry_form.label if look else readable)


def goal(goal: Goal, sides: Sequence[str]) -> str:
    """Returns one thing that ends the match and how far it is: *Ann at 5 of 7*. `sides` are the names of sides."""
    look = look_of_rule(goal.rule)
    words = (look.goals if look else {}).get(goal.what) or GOALS.get(goal.what, plain_goal)
    return words(goal, sides)
