"""Dice in words: their names, and which of them are the best to roll."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules_core.games.sichermans_war.dice import FACES
from rules_core.games.sichermans_war.odds import Choice
from rules_core.games.sichermans_war.skirmish import Fought, Rolled, best_of_others
from rules_core.games.sichermans_war.table_view import prospects
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext

DICE: Mapping[str, str] = {"low": _l("Low"), "d6": _l("Standard"), "high": _l("High")}
"""In the order in which they lie before a player."""


def dice_names() -> list[tuple[str, str]]:
    return [(die, _(name)) for die, name in DICE.items()]


def best_dice(best: Choice) -> str:
    """Returns which dice get a player ahead most likely, and how likely that is."""
    if not best.chance:
        return _("No dice are enough to win")
    if not best.dice:
        return _("Ahead without a die")
    dice = " + ".join(word for die, word in dice_names() if die in best.dice)
    return _("Best to win: %(dice)s, %(chance)s", dice=dice, chance=best.chance)


KEPT = 1024
"""Skirmishes whose chances are kept."""

TEMPLATE_GLOBALS: Mapping[str, Any] = {
    "faces_of_dice": FACES,
    "prospects": lru_cache(KEPT)(prospects),
    "best_dice": best_dice,
    "dice_names": dice_names,
}
"""The faces of the dice, their chances and the words for them."""


@dataclass(frozen=True)
class ClosingDice:
    """The dice as they fell, each by name, and when that was."""

    rolls: tuple[Rolled, ...]
    named: str
    said: str


def closing_dice(finished: Sequence[Any], winners: Sequence[int], names: Sequence[str]) -> ClosingDice | None:
    """Returns the dice with which a winner took a skirmish last; None where nobody knows, or none did."""
    for battle, number, fought in _newest_first(finished):
        winner = fought.winner
        if winner is None or winner not in winners or not fought.skirmish.rolls[winner]:
            continue
        rolls, lay = fought.skirmish.rolls[winner], fought.skirmish
        said = ngettext(
            "Battle %(battle)s, skirmish %(skirmish)s: %(name)s takes it with this die, %(total)s to %(other)s.",
            "Battle %(battle)s, skirmish %(skirmish)s: %(name)s takes it with these dice, %(total)s to %(other)s.",
            len(rolls),
            battle=battle,
            skirmish=number,
            name=names[winner],
            total=lay.totals[winner],
            other=best_of_others(lay, winner),
        )
        return ClosingDice(rolls, ", ".join(f"{_(DICE[roll.die])} {roll.value}" for roll in rolls), said)
    return None


def _newest_first(finished: Sequence[Any]) -> Iterator[tuple[int, int, Fought]]:
    for battle, done in reversed(list(enumerate(finished, 1))):
        for number, fought in reversed(list(enumerate(done.fought, 1))):
            yield battle, number, fought


CLOSING_GLOBALS = {"closing_dice": closing_dice}
