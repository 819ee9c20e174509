"""What the cloth and the pad of Sicherman's War are drawn from: whose die is due, the dice left, the bar of odds."""

from fractions import Fraction

from flask import Flask

from rules_core.games.sichermans_war.odds import Odds
from rules_core.games.sichermans_war.skirmish import Rolled
from rules_core.games.sichermans_war.table_view import Field, Fighter
from tests.cases import each
from webapp.games.sichermans_war.cloth import dice_stock, first_roller, odds_bar, odds_of, skirmish_key


def fighter(due: int, total: int = 0, reserve: int = 20) -> Fighter:
    return Fighter((), (), total, out=False, due=due, dice=("d6",), reserve=reserve)


@each(
    "to_act mine own due first",
    [
        ((0, 1, 2), {0, 1, 2}, None, (3, 1, 2), 1),
        ((0, 1, 2), {0, 2}, None, (3, 1, 2), 2),
        ((0, 1), {0, 1}, None, (0, 4), 1),
        ((0, 1), {0, 1}, None, (0, 0), 0),
        ((1, 2), {1, 2}, None, (9, 2, 2), 1),
        ((0, 1), {3}, None, (1, 1, 1, 1), None),
        ((), {0}, None, (1,), None),
        ((0, 1, 2), {0, 1, 2}, 0, (3, 1, 2), 0),
        ((0, 1, 2), {0, 1, 2}, 1, (3, 0, 2), 2),
        ((0, 1), {0, 1, 2}, 2, (3, 0, 5), 0),
    ],
)
def test_of_those_entered_here_who_are_behind_the_own_seat_rolls_first_else_whoever_lacks_least(
    to_act: tuple[int, ...], mine: set[int], own: int | None, due: tuple[int, ...], first: int | None
) -> None:
    assert first_roller(to_act, mine, own, [fighter(each) for each in due]) == first


def test_the_key_is_new_as_soon_as_something_else_lies() -> None:
    field = Field(1, 2, (fighter(0, 7), fighter(3, 4)), (0,), 3, (0,), None, None, False, False, ())
    assert skirmish_key(field, "dice") == "1-2-dice-7-4-20-20"
    tied = Field(1, 2, (fighter(0, 7), fighter(3, 4, 19)), (0,), 3, (0,), "cards", None, False, False, ())
    assert skirmish_key(tied, "reinforce") == "1-2-cards-7-4-20-19"


def test_the_bar_of_a_die_is_whole_and_leaves_out_what_cannot_be_seen() -> None:
    bar = odds_bar(Odds(Fraction(1, 2), Fraction(1, 6), Fraction(1, 3)))
    assert [(part.kind, part.width) for part in bar] == [("w", 50), ("t", 16.67), ("l", 33.33)]
    assert [part.kind for part in odds_bar(Odds(Fraction(1), Fraction(0), Fraction(0)))] == ["w"]


def test_the_chances_of_a_die_that_is_spent_are_not_told() -> None:
    odds = Odds(Fraction(1), Fraction(0), Fraction(0))
    assert odds_of((("low", odds),), "low") is odds
    assert odds_of((("low", odds),), "high") is None


def test_spent_dice_keep_their_place_and_what_they_came_to(app: Flask) -> None:
    with app.test_request_context():
        stock = list(dice_stock(("d6",), (Rolled("high", 8),)))
    assert [(die.name, die.highest, die.is_left, die.rolled) for die in stock] == [
        ("low", 4, False, None),
        ("std", 6, True, None),
        ("high", 8, False, 8),
    ]
