"""Stones of Sichere Six in words: how many, of which colour, and what is done with them by hand (SIC-19)."""

from rules_core.games.sichere_six import Stones, stone_moves
from webapp.i18n import gettext as _
from webapp.i18n import ngettext

Steps = list[str]


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


def moves_said(before: int, points: int) -> str | None:
    """Returns what a player does by hand for the points of a round, None where nothing moves."""
    moves = stone_moves(before, points)
    steps: Steps = []
    if moves.take_dark:
        steps.append(ngettext("%(num)s dark stone back", "%(num)s dark stones back", moves.take_dark))
    if moves.take_light:
        steps.append(ngettext("%(num)s light stone back", "%(num)s light stones back", moves.take_light))
    if moves.add_light:
        steps.append(ngettext("%(num)s light stone taken", "%(num)s light stones taken", moves.add_light))
    if moves.add_dark:
        steps.append(ngettext("%(num)s dark stone taken", "%(num)s dark stones taken", moves.add_dark))
    return ", ".join(steps) or None
