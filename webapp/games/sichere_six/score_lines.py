"""Lines that count nines, and what ends a match."""

from collections.abc import Mapping, Sequence

from rules_core.findings import Goal, Line
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.score_kit import GoalWords, LineWords, count, names_at


def _nines(line: Line) -> str:
    return ngettext("%(num)s nine", "%(num)s nines", count(line))


def _mirth(line: Line) -> str:
    return _("Fate’s Mirth") if line.points else _("Fate’s Mirth: the nines cost nothing")


LINES: Mapping[str, LineWords] = {"nines": _nines, "mirth": _mirth}


def _rounds(goal: Goal, sides: Sequence[str]) -> str:
    return ngettext("%(at)s of %(num)s round played", "%(at)s of %(num)s rounds played", goal.of, at=goal.at)


def _threshold(goal: Goal, sides: Sequence[str]) -> str:
    if not goal.sides:
        return _("A score of %(of)s or −%(of)s ends the match", of=goal.of)
    return _("%(names)s at %(at)s of %(of)s, up or down", names=names_at(goal, sides), at=goal.at, of=goal.of)


GOALS: Mapping[str, GoalWords] = {"rounds": _rounds, "threshold": _threshold}
