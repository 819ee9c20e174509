"""Exact probabilities of dice, as fractions: totals, reaching a total, the best choice of dice."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from msgspec import Struct

from rules_core.games.sichermans_war.dice import FACES

Distribution = Mapping[int, Fraction]


class Odds(Struct, frozen=True):
    """The chances to come out above, equal or below; together they are 1."""

    win: Fraction
    tie: Fraction
    lose: Fraction


class Choice(Struct, frozen=True):
    """Some dice, and the probability that their total is as asked."""

    dice: tuple[str, ...]
    chance: Fraction


def distribution(dice: Sequence[str]) -> Distribution:
    """Returns the chance of every sum of these dice; a die may be among them several times, none at all sum to 0.

    Raises `KeyError` for a die that there is not.
    """
    return _distribution(tuple(sorted(dice)))


@lru_cache(maxsize=256)
def _distribution(dice: tuple[str, ...]) -> Distribution:
    if not dice:
        return MappingProxyType({0: Fraction(1)})
    *others, last = dice
    faces = FACES[last]
    sums: dict[int, Fraction] = {}
    for total, chance in _distribution(tuple(others)).items():
        for face in faces:
            sums[total + face] = sums.get(total + face, Fraction(0)) + chance / len(faces)
    return MappingProxyType(dict(sorted(sums.items())))


def exactly(dice: Sequence[str], total: int) -> Fraction:
    """Returns the chance that these dice sum to exactly this total."""
    return distribution(dice).get(total, Fraction(0))


def at_least(dice: Sequence[str], total: int) -> Fraction:
    """Returns the chance that these dice sum to this total or more."""
    return sum((chance for fallen, chance in distribution(dice).items() if fallen >= total), Fraction(0))


def against(own: int, best: int, dice: Sequence[str]) -> Odds:
    """Returns the chances of `own` with these dice added, against `best`, which stays as it is."""
    win, tie = at_least(dice, best - own + 1), exactly(dice, best - own)
    return Odds(win, tie, 1 - win - tie)


def best_choice(dice: Sequence[str], total: int) -> Choice:
    """Returns which of these dice have the best chance to sum to this total or more.

    Of equal chances the fewest dice, and of those the first in the order given.
    """
    choices = [
        Choice(taken, at_least(taken, total)) for count in range(len(dice) + 1) for taken in combinations(dice, count)
    ]
    return max(choices, key=lambda choice: choice.chance)  # the first of the best, so the fewest dice
