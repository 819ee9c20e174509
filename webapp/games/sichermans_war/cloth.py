"""Cloth and pad of Sicherman's War: the die due, the dice left, their names, the look of odds."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules_core.games.sichermans_war.dice import FACES
from rules_core.games.sichermans_war.odds import Choice, Odds
from rules_core.games.sichermans_war.skirmish import Fought, Rolled, best_of_others
from rules_core.games.sichermans_war.table_view import Field, Fighter, prospects
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext

VISIBLE = 0.01
"""A part of the bar that is narrower, in percent, is not drawn."""
DICE: Mapping[str, str] = {"low": _l("Low"), "d6": _l("Standard"), "high": _l("High")}
"""In the order in which they lie before a player."""


def first_roller(
    to_act: Sequence[int], mine: Container[int], own: int | None, fighters: Sequence[Fighter]
) -> int | None:
    """Returns the seat whose die is selected first: of those that this phone enters and that are behind.

    It is the phone's `own` seat; where that is none of them, the one that lacks least.
    """
    here = [seat for seat in to_act if seat in mine]
    behind = [seat for seat in here if fighters[seat].due > 0]
    if own in behind:
        return own
    return min(behind, key=lambda seat: fighters[seat].due, default=here[0] if here else None)


def skirmish_key(field: Field, phase: str) -> str:
    """Returns a key that is new whenever something else lies, so that nothing chosen stays for the next time."""
    fighters = field.fighters
    parts = [field.battle, field.skirmish, field.tie or phase, *(one.total for one in fighters)]
    return "-".join(str(part) for part in (*parts, *(one.reserve for one in fighters)))


def odds_of(chances: Sequence[tuple[str, Odds]], die: str) -> Odds | None:
    return dict(chances).get(die)


@dataclass(frozen=True)
class OddsPart:
    """A part of the bar of a die: *w* wins, *t* ties, *l* loses; its width in percent."""

    kind: str
    width: float


def odds_bar(odds: Odds) -> list[OddsPart]:
    """Returns the parts of the bar, one behind the other: together they are the whole of it."""
    win, tie = float(odds.win * 100), float(odds.tie * 100)
    parts = (("w", win), ("t", tie), ("l", 100 - win - tie))
    return [OddsPart(kind, round(width, 2)) for kind, width in parts if width > VISIBLE]


@dataclass(frozen=True)
class Die:
    """A die of a player, left or spent: its name, its highest face, and its result in this skirmish."""

    name: str
    highest: int
    is_left: bool
    rolled: int | None


def dice_stock(dice: Container[str], rolls: Sequence[Rolled]) -> Iterator[Die]:
    came, short = {roll.die: roll.value for roll in rolls}, {"low": _("low"), "d6": _("std"), "high": _("high")}
    for die in DICE:
        yield Die(short[die], max(FACES[die]), die in dice, came.get(die))


TEMPLATE_GLOBALS = {
    "dice_stock": dice_stock,
    "first_roller": first_roller,
    "odds_bar": odds_bar,
    "odds_of": odds_of,
    "skirmish_key": skirmish_key,
}
"""Globals of the templates of Sicherman's War."""


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
DICE_GLOBALS: Mapping[str, Any] = {
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
    """Returns the dice with which a winner took a skirmish last; None where unknown, or without dice."""
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
