"""The lines of scores and the goals of several games, and what reads of one that nobody has put into words."""

from collections.abc import Callable, Mapping, Sequence

from rules_core.findings import Goal, Line
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.codes import readable
from webapp.words.score_kit import GoalWords, LineWords, count, furthest, names_at


def _tricks(line: Line) -> str:
    return ngettext("%(num)s trick", "%(num)s tricks", count(line))


LINES: Mapping[str, LineWords] = {"tricks": _tricks, "last-trick": lambda line: _("Last trick")}


def plain_line(line: Line, label: Callable[[str], str]) -> str:
    """Returns a line that nobody has put into words: by what it counted, *3 × Knaves*, else by its code."""
    counts = {line.what: line.facts["count"]} if "count" in line.facts else line.facts
    said = [f"{many} × {label(name)}" for name, many in counts.items() if isinstance(many, int)]
    return ", ".join(said) or readable(line.what)


def _hands(goal: Goal, sides: Sequence[str]) -> str:
    return ngettext("%(at)s of %(num)s hand played", "%(at)s of %(num)s hands played", goal.of, at=goal.at)


def _target(goal: Goal, sides: Sequence[str]) -> str:
    if not goal.at:
        return _("%(of)s ends the match", of=goal.of)
    return furthest(goal, sides)


def _play_off(goal: Goal, sides: Sequence[str]) -> str:
    return _("Level: %(names)s. Play goes on until one leads alone", names=names_at(goal, sides))


GOALS: Mapping[str, GoalWords] = {"hands": _hands, "target": _target, "play-off": _play_off}


def plain_goal(goal: Goal, sides: Sequence[str]) -> str:
    """Returns a goal by its code, and how far it is: *Hearts: 3 of 13*."""
    return _("%(what)s: %(at)s of %(of)s", what=readable(goal.what), at=goal.at, of=goal.of)
