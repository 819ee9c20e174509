"""Lines that count the spoils of a battle."""

from collections.abc import Mapping, Sequence

from rules_core.findings import Goal, Line
from webapp.http.language import ngettext
from webapp.words.score_kit import GoalWords, LineWords, count


def _low(line: Line) -> str:
    return ngettext("%(num)s card from 2 to 9", "%(num)s cards from 2 to 9", count(line))


def _ten(line: Line) -> str:
    return ngettext("%(num)s ten", "%(num)s tens", count(line))


def _face(line: Line) -> str:
    return ngettext("%(num)s card from jack to ace", "%(num)s cards from jack to ace", count(line))


def _joker(line: Line) -> str:
    return ngettext("%(num)s Joker", "%(num)s Jokers", count(line))


def _thrown_out(line: Line) -> str:
    return ngettext("%(num)s card thrown out", "%(num)s cards thrown out", count(line))


LINES: Mapping[str, LineWords] = {
    "low": _low,
    "ten": _ten,
    "face": _face,
    "joker": _joker,
    "thrown-out": _thrown_out,
}


def _battles(goal: Goal, sides: Sequence[str]) -> str:
    return ngettext("%(at)s of %(num)s battle fought", "%(at)s of %(num)s battles fought", goal.of, at=goal.at)


GOALS: Mapping[str, GoalWords] = {"battles": _battles}
