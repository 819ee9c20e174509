"""Stones of Sichere Six: how many, of which colour, and what is done with them by hand (SIC-19)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules_core.games.sichere_six.score import StoneMoves, Stones, stone_moves, stones
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.cited import Cited
from webapp.words.numbers import number

MOST_DRAWN = 12


def stones_said(held: Stones) -> str:
    """Returns *6 dark stones*, *1 light stone*, *no stones*."""
    if held.dark:
        return ngettext("%(num)s dark stone", "%(num)s dark stones", held.dark)
    if held.light:
        return ngettext("%(num)s light stone", "%(num)s light stones", held.light)
    return _("no stones")


def side_of_light(held: Stones) -> str:
    """Returns where a player stands: *in the light*, *in the dark*."""
    return _("in the dark") if held.dark else _("in the light") if held.light else _("no stones")


def moves_said(moves: StoneMoves) -> str | None:
    """Returns what a player does by hand, None where nothing moves: *take 2 dark stones away, add 1 light one*."""
    taken, added = _taken(moves), _added(moves)
    if taken and moves.add_light:
        added = ngettext("add %(num)s light one", "add %(num)s light ones", moves.add_light)
    elif taken and moves.add_dark:
        added = ngettext("add %(num)s dark one", "add %(num)s dark ones", moves.add_dark)
    return ", ".join(step for step in (taken, added) if step) or None


def _taken(moves: StoneMoves) -> str:
    if moves.take_dark:
        return ngettext("take %(num)s dark stone away", "take %(num)s dark stones away", moves.take_dark)
    if moves.take_light:
        return ngettext("take %(num)s light stone away", "take %(num)s light stones away", moves.take_light)
    return ""


def _added(moves: StoneMoves) -> str:
    if moves.add_light:
        return ngettext("add %(num)s light stone", "add %(num)s light stones", moves.add_light)
    if moves.add_dark:
        return ngettext("add %(num)s dark stone", "add %(num)s dark stones", moves.add_dark)
    return ""


def total_said(total: int) -> str:
    """Returns a total with its stones: *−3: 3 dark stones*."""
    return _("%(total)s: %(stones)s", total=number(total), stones=stones_said(stones(total)))


def steps(before: int, points: int) -> Iterator[Cited]:
    """Yields what a player does with the stones when points are added to a total."""
    if moves := moves_said(stone_moves(before, points)):
        yield Cited(_("Stones: %(moves)s", moves=moves), "SIC-19")


def stones_drawn(held: Stones) -> int:
    """Returns how many stones of a player are drawn: no more than there is room for, the number stands beside them."""
    return min(held.light + held.dark, MOST_DRAWN)


TEMPLATE_GLOBALS: Mapping[str, Callable[[Any], Any]] = {
    "stones_of": stones,
    "stones_drawn": stones_drawn,
    "stones_said": stones_said,
    "side_of_light": side_of_light,
    "moves_said": moves_said,
}
