"""Stones of Sichere Six in words: how many, of which colour, and what is done with them by hand (SIC-19)."""

from rules_core.games.sichere_six.score import StoneMoves, Stones
from webapp.http.language import gettext as _
from webapp.http.language import ngettext


def stones_said(stones: Stones) -> str:
    """Returns *6 dark stones*, *1 light stone*, *no stones*."""
    if stones.dark:
        return ngettext("%(num)s dark stone", "%(num)s dark stones", stones.dark)
    if stones.light:
        return ngettext("%(num)s light stone", "%(num)s light stones", stones.light)
    return _("no stones")


def side_of_light(stones: Stones) -> str:
    """Returns where a player stands: *in the light*, *in the dark*."""
    return _("in the dark") if stones.dark else _("in the light") if stones.light else _("no stones")


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


SAID = (stones_said, side_of_light, moves_said)
"""What templates ask for."""
