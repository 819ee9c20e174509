"""Exact chances of dice, against counting every way in which they can fall."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_core.games.sichermans_war import odds
from rules_core.games.sichermans_war.dice import DICE, FACES

handfuls = st.lists(st.sampled_from(DICE), max_size=4)
totals = st.integers(-3, 30)


def falls(dice: list[str]) -> list[int]:
    """Every way in which these dice can fall, each as likely as any other, by what it comes to."""
    return [sum(faces) for faces in product(*(FACES[die] for die in dice))]


def share(ways: list[int], wanted: set[int]) -> Fraction:
    return Fraction(sum(way in wanted for way in ways), len(ways))


@pytest.mark.rule("WAR-2")
def test_the_faces_of_the_three_dice() -> None:
    assert FACES == {"d6": (1, 2, 3, 4, 5, 6), "low": (1, 2, 2, 3, 3, 4), "high": (1, 3, 4, 5, 6, 8)}
    assert DICE == ("d6", "high", "low")


@pytest.mark.rule("WAR-2")
def test_the_two_sicherman_dice_fall_like_two_ordinary_ones() -> None:
    assert odds.distribution(("low", "high")) == odds.distribution(("d6", "d6"))
    assert odds.exactly(("low", "high"), 7) == Fraction(1, 6)


@given(handfuls)
def test_a_distribution_is_whole_and_counts_every_fall(dice: list[str]) -> None:
    found, ways = odds.distribution(dice), falls(dice)
    assert sum(found.values()) == 1
    assert dict(found) == {total: share(ways, {total}) for total in set(ways)}
    assert list(found) == sorted(found)


@given(handfuls)
def test_the_order_of_the_dice_is_nothing(dice: list[str]) -> None:
    assert odds.distribution(dice) == odds.distribution(dice[::-1])


@given(handfuls, totals)
def test_reaching_a_total(dice: list[str], total: int) -> None:
    ways = falls(dice)
    assert odds.exactly(dice, total) == share(ways, {total})
    assert odds.at_least(dice, total) == share(ways, {way for way in ways if way >= total})


@given(handfuls, totals, totals)
def test_against_a_total_that_stays(dice: list[str], own: int, best: int) -> None:
    found, ways = odds.against(own, best, dice), [own + way for way in falls(dice)]
    assert found.win == share(ways, {way for way in ways if way > best})
    assert found.tie == share(ways, {best})
    assert found.lose == share(ways, {way for way in ways if way < best})


@given(st.lists(st.sampled_from(DICE), unique=True), totals)
def test_no_choice_of_dice_is_better_and_none_as_good_is_smaller(dice: list[str], total: int) -> None:
    best = odds.best_choice(dice, total)
    assert best.chance == odds.at_least(best.dice, total)
    for count in range(len(dice) + 1):
        for other in combinations(dice, count):
            chance = odds.at_least(other, total)
            assert chance < best.chance or (chance == best.chance and count >= len(best.dice))


@pytest.mark.parametrize(
    ("total", "dice", "chance"),
    [
        (0, (), Fraction(1)),
        (1, ("d6",), Fraction(1)),
        (7, ("d6", "high", "low"), Fraction(49, 54)),
        (19, (), Fraction(0)),
    ],
    ids=["nothing needed", "any die will do", "all three", "out of reach"],
)
def test_the_best_choice(total: int, dice: tuple[str, ...], chance: Fraction) -> None:
    assert odds.best_choice(DICE, total) == odds.Choice(dice, chance)


def test_there_is_no_other_die() -> None:
    with pytest.raises(KeyError):
        odds.distribution(["d8"])
