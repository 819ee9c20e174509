"""Lines that count the spoils of a battle."""

from collections.abc import Mapping

from rules_core.game import Line
from webapp.games.common.scoring.counts import What, count
from webapp.http.language import ngettext


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


LINES: Mapping[str, What] = {
    "low": _low,
    "ten": _ten,
    "face": _face,
    "joker": _joker,
    "thrown-out": _thrown_out,
}
