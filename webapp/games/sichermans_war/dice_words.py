"""Dice in words: their names, and which of them are the best to roll."""

from collections.abc import Mapping

from rules_core.games.sichermans_war.odds import Choice
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l

DICE: Mapping[str, str] = {"low": _l("Low"), "d6": _l("Standard"), "high": _l("High")}
"""In the order in which they lie before a player."""


def dice_names() -> list[tuple[str, str]]:
    """Returns every die with its name."""
    return [(die, _(name)) for die, name in DICE.items()]


def best_dice(best: Choice) -> str:
    """Returns which dice get a player ahead most likely, and how likely that is."""
    if not best.chance:
        return _("No dice are enough to win")
    if not best.dice:
        return _("Ahead without a die")
    dice = " + ".join(word for die, word in dice_names() if die in best.dice)
    return _("Best to win: %(dice)s, %(chance)s", dice=dice, chance=best.chance)
