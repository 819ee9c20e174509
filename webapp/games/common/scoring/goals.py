"""What ends a match, and how far it is."""

from collections.abc import Callable, Mapping, Sequence

from rules_core.game import Goal
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.numbers import number
from webapp.words.sides import sides_said

Words = Callable[[Goal, Sequence[str]], str]


def _hands(goal: Goal, sides: Sequence[str]) -> str:
    return ngettext("%(at)s of %(num)s hand played", "%(at)s of %(num)s hands played", goal.of, at=goal.at)


def _rounds(goal: Goal, sides: Sequence[str]) -> str:
    return ngettext("%(at)s of %(num)s round played", "%(at)s of %(num)s rounds played", goal.of, at=goal.at)


def _battles(goal: Goal, sides: Sequence[str]) -> str:
    return ngettext("%(at)s of %(num)s battle fought", "%(at)s of %(num)s battles fought", goal.of, at=goal.at)


def _threshold(goal: Goal, sides: Sequence[str]) -> str:
    if not goal.sides:
        return _("A score of %(of)s or −%(of)s ends the match", of=goal.of)
    return _("%(names)s at %(at)s of %(of)s, up or down", names=_names(goal, sides), at=goal.at, of=goal.of)


def _target(goal: Goal, sides: Sequence[str]) -> str:
    if not goal.at:
        return _("%(of)s ends the match", of=goal.of)
    return _at(goal, sides)


def _over_target(goal: Goal, sides: Sequence[str]) -> str:
    if not goal.at:
        return _("More than %(of)s ends the match", of=goal.of)
    return _("%(at)s, and more than %(of)s ends the match", at=_at(goal, sides), of=goal.of)


def _at(goal: Goal, sides: Sequence[str]) -> str:
    return _("%(names)s at %(at)s of %(of)s", names=_names(goal, sides), at=number(goal.at), of=goal.of)


def _play_off(goal: Goal, sides: Sequence[str]) -> str:
    return _("Level: %(names)s. Play goes on until one leads alone", names=_names(goal, sides))


def _names(goal: Goal, sides: Sequence[str]) -> str:
    return sides_said([sides[side] for side in goal.sides if 0 <= side < len(sides)])


GOALS: Mapping[str, Words] = {
    "hands": _hands,
    "rounds": _rounds,
    "battles": _battles,
    "threshold": _threshold,
    "target": _target,
    "over-target": _over_target,
    "play-off": _play_off,
}
