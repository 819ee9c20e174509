"""The dice that lie on the cloth when a war is over: those of the last skirmish that its winner took with dice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules_core.games.sichermans_war.skirmish import Fought, Rolled, best_of_others
from webapp.games.sichermans_war.dice_words import DICE
from webapp.http.language import gettext as _
from webapp.http.language import ngettext


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
    """Yields the skirmishes with the numbers of their battle and their own."""
    for battle, done in reversed(list(enumerate(finished, 1))):
        for number, fought in reversed(list(enumerate(done.fought, 1))):
            yield battle, number, fought


TEMPLATE_GLOBALS = {"closing_dice": closing_dice}
