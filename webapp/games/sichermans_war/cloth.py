"""Cloth and pad of Sicherman's War: whose die is due, what dice are left, how odds look."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from rules_core.games.sichermans_war.dice import FACES
from rules_core.games.sichermans_war.odds import Odds
from rules_core.games.sichermans_war.skirmish import Rolled
from rules_core.games.sichermans_war.table_view import Field, Fighter
from webapp.games.sichermans_war.dice import DICE
from webapp.http.language import gettext as _

VISIBLE = 0.01
"""A part of the bar that is narrower, in percent, is not drawn."""


def first_roller(to_act: Sequence[int], mine: Container[int], fighters: Sequence[Fighter]) -> int | None:
    """Returns whose die is chosen to begin with: of those that this phone enters for the one who lacks least."""
    here = [seat for seat in to_act if seat in mine]
    behind = [seat for seat in here if fighters[seat].due > 0]
    return min(behind, key=lambda seat: fighters[seat].due, default=here[0] if here else None)


def skirmish_key(field: Field, phase: str) -> str:
    """Returns a key that is new whenever something else lies, so that nothing chosen stays for the next time."""
    fighters = field.fighters
    parts = [field.battle, field.skirmish, field.tie or phase, *(one.total for one in fighters)]
    return "-".join(str(part) for part in (*parts, *(one.reserve for one in fighters)))


def odds_of(chances: Sequence[tuple[str, Odds]], die: str) -> Odds | None:
    """Returns what a die is good for, None where that is not told."""
    return dict(chances).get(die)


@dataclass(frozen=True)
class OddsPart:
    """A part of the bar of a die: *w* wins, *t* ties, *l* loses; its place in percent."""

    kind: str
    x: float
    width: float


def odds_bar(odds: Odds) -> list[OddsPart]:
    """Returns the parts of the bar, one behind the other: together they are the whole of it."""
    win, tie = float(odds.win * 100), float(odds.tie * 100)
    parts = (("w", 0.0, win), ("t", win, tie), ("l", win + tie, 100 - win - tie))
    return [OddsPart(kind, round(x, 2), round(width, 2)) for kind, x, width in parts if width > VISIBLE]


@dataclass(frozen=True)
class Die:
    """A die of a player, left or spent: its name, its highest face, and what it came to in this skirmish."""

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
"""What the templates of Sicherman's War ask for."""
