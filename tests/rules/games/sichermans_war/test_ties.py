"""Sicherman's War: natural and forced ties, reinforcements, cards thrown out; two players and four."""

import pytest

from rules_core.findings import ScoreLine
from rules_core.forecast import Outcome
from rules_core.games.sichermans_war import GAME
from tests.rules.games.sichermans_war.tables import (
    draw,
    fought,
    in_skirmish,
    result,
    reveal,
    roll,
    rule,
    settle,
    spent,
    totals,
    war,
)
from tests.rules.tables import Table

# Two players


@pytest.mark.rule("WAR-8")
def test_a_natural_tie_draws_at_once_before_any_die() -> None:
    table = war()
    reveal(table, "KK")
    assert (table.phase, table.to_act) == ("reinforce", (0, 1))
    assert roll(table, 0, "d6", 1) == "wrong-phase"
    assert rule(table) == "WAR-8"
    assert settle(table) == "wrong-phase"
    assert draw(table, s0="5", s1="7") is None
    assert (table.phase, in_skirmish(table)) == ("dice", (18, 20))
    assert result(table)["reserve"] == [4, 4]
    assert settle(table) is None
    assert totals(table) == (0, 40)


@pytest.mark.rule("WAR-8")
def test_drawn_cards_that_tie_draw_again() -> None:
    table = war()
    reveal(table, "22")
    assert draw(table, s0="9", s1="9") is None
    assert table.phase == "reinforce"
    assert draw(table, s0="Q", s1="J") is None
    assert table.phase == "dice"
    assert result(table)["reserve"] == [3, 3]


@pytest.mark.rule("WAR-8")
def test_what_is_drawn_must_be_left_in_the_pack() -> None:
    table = war()
    table.enter("reveal", cards=["KS", "KH"])
    assert draw(table, s0="KS", s1="2") == "card-already-played"
    assert draw(table, s0="KD", s1="KD") == "card-already-played"
    assert draw(table, s0="10", s1="2") == "unknown-card"
    assert draw(table, s0="KS", s1="Z") == "unknown-card", "before the card's whereabouts"
    assert draw(table, s0="KD", s1="KC") is None


@pytest.mark.rule("WAR-9")
def test_a_forced_tie_may_be_broken_by_dice() -> None:
    table = war()
    reveal(table, "8T")
    roll(table, 0, "low", 2)
    assert (table.phase, table.to_act, in_skirmish(table)) == ("dice", (0, 1), (10, 10))
    assert roll(table, 1, "low", 1) is None
    settle(table)
    assert totals(table) == (0, 15)


@pytest.mark.rule("WAR-9")
def test_a_forced_tie_that_nobody_breaks_draws_and_then_dice_again() -> None:
    table = war()
    reveal(table, "8T")
    roll(table, 0, "low", 2)
    settle(table)
    assert (table.phase, table.to_act) == ("reinforce", (0, 1))
    assert roll(table, 1, "low", 1) == "wrong-phase"
    assert rule(table) == "WAR-9"
    assert draw(table, s0="4", s1="Q") is None
    assert roll(table, 0, "low", 2) == "die-already-used"
    assert roll(table, 0, "high", 8) is None
    assert in_skirmish(table) == (22, 22)
    settle(table)
    assert table.phase == "reinforce"
    draw(table, s0="K", s1="2")
    settle(table)
    assert (totals(table), result(table)["reserve"]) == ((5 + 10 + 5 + 15 + 15 + 5, 0), [3, 3])


@pytest.mark.rule("WAR-8", "WAR-9")
def test_cards_drawn_for_a_forced_tie_that_tie_are_drawn_for_at_once() -> None:
    table = war()
    reveal(table, "8T")
    roll(table, 0, "low", 2)
    settle(table)
    assert draw(table, s0="4", s1="4") is None
    assert table.phase == "reinforce"
    assert settle(table) == "wrong-phase"
    assert rule(table) == "WAR-8"


def without_reinforcements() -> Table:
    """Seat 0 has won ninety points in a skirmish that took all reinforcements."""
    table = spent(war(), seats=2, ties=5)
    assert (result(table)["reserve"], totals(table)) == ([0, 0], (90, 0))
    return table


@pytest.mark.rule("WAR-10")
def test_without_reinforcements_dice_may_still_break_a_tie() -> None:
    table = without_reinforcements()
    reveal(table, "KK")
    assert (table.phase, table.to_act) == ("dice", (0, 1))
    assert roll(table, 1, "low", 1) is None
    settle(table)
    assert totals(table) == (90, 30)


@pytest.mark.rule("WAR-10")
def test_without_reinforcements_an_unbroken_tie_is_thrown_out() -> None:
    table = without_reinforcements()
    reveal(table, "KK")
    settle(table)
    reveal(table, "8T")
    roll(table, 0, "low", 2)
    settle(table)
    fought(table, "7Q", "6J")
    assert totals(table) == (90, 40)
    assert result(table)["hands"] == [{"points": [90, 40], "thrown_out": 4}]
    lines = GAME.explain(table.state, 0)
    assert [line for line in lines if line.rule == "WAR-10"] == [
        ScoreLine(0, "thrown-out", "WAR-10", None, {"count": 2}),
        ScoreLine(1, "thrown-out", "WAR-10", None, {"count": 2}),
    ]


# Four players


@pytest.mark.rule("WAR-13")
def test_four_turn_at_the_same_time() -> None:
    table = war(4)
    assert table.to_act == (0, 1, 2, 3)
    assert reveal(table, "KQ") == "bad-value"
    assert reveal(table, "5432") is None
    assert table.to_act == (0, 1, 2, 3)


@pytest.mark.rule("WAR-14")
def test_a_tie_below_the_highest_is_nothing() -> None:
    table = war(4)
    reveal(table, "77Q7")
    assert table.phase == "dice"
    settle(table)
    assert totals(table) == (0, 0, 30, 0)


@pytest.mark.rule("WAR-15")
def test_only_those_tied_for_the_highest_draw() -> None:
    table = war(4)
    reveal(table, "K9K9")
    assert (table.phase, table.to_act) == ("reinforce", (0, 2))
    assert draw(table, s0="4", s1="6", s2="5") == "bad-seat"
    assert draw(table, s0="4") == "bad-seat"
    assert draw(table, s0="4", s3="5") == "bad-seat"
    assert rule(table) == "WAR-15"
    assert draw(table, s0="4", s2="5") is None
    assert result(table)["reserve"] == [4, 5, 4, 5]


@pytest.mark.rule("WAR-15")
def test_the_others_may_still_overtake_with_dice() -> None:
    table = war(4)
    reveal(table, "K9K2")
    draw(table, s0="2", s2="3")
    assert table.to_act == (0, 1, 2, 3)
    roll(table, 1, "high", 8)
    settle(table)
    assert totals(table) == (0, 15 + 5 + 15 + 5 + 5 + 5, 0, 0)


@pytest.mark.rule("WAR-16")
def test_a_forced_tie_is_drawn_for_only_when_nobody_rolls_any_more() -> None:
    table = war(4)
    reveal(table, "8T23")
    roll(table, 0, "low", 2)
    assert (table.phase, table.to_act) == ("dice", (0, 1, 2, 3))
    assert draw(table, s0="4", s1="5") == "wrong-phase"
    assert roll(table, 3, "high", 6) is None
    settle(table)
    assert (table.phase, table.to_act) == ("reinforce", (0, 1))


def unequal() -> Table:
    """Seats 0 and 1 have no reinforcements left, seats 2 and 3 all five. Seat 0 has won a hundred points."""
    table = spent(war(4), seats=2, ties=5, others="22")
    assert result(table)["reserve"] == [0, 0, 5, 5]
    return table


@pytest.mark.rule("WAR-17")
def test_tied_without_reinforcements_is_out_with_its_dice() -> None:
    table = unequal()
    reveal(table, "Q3QQ")
    assert (table.phase, table.to_act) == ("reinforce", (2, 3))
    draw(table, s2="7", s3="6")
    assert table.to_act == (1, 2, 3)
    assert roll(table, 0, "d6", 1) == "out-of-skirmish"
    assert rule(table) == "WAR-17"
    settle(table)
    assert totals(table)[2] == 15 + 5 + 15 + 15 + 5 + 5
    reveal(table, "7654")
    assert roll(table, 0, "d6", 1) is None, "in again"


@pytest.mark.rule("WAR-17")
def test_a_single_one_with_reinforcements_need_not_draw() -> None:
    table = unequal()
    reveal(table, "Q3Q4")
    assert (table.phase, table.to_act) == ("dice", (1, 2, 3))
    settle(table)
    assert totals(table)[2] == 40
    assert result(table)["reserve"] == [0, 0, 5, 5]


@pytest.mark.rule("WAR-15", "WAR-17")
def test_the_others_may_still_overtake_the_single_one() -> None:
    table = unequal()
    reveal(table, "Q7Q4")
    roll(table, 1, "high", 8)
    settle(table)
    assert totals(table)[1] == 40


@pytest.mark.rule("WAR-17")
def test_a_forced_tie_with_a_single_one_left_is_won_by_the_settlement() -> None:
    table = unequal()
    reveal(table, "Q3T4")
    roll(table, 2, "low", 2)
    assert settle(table) is None
    assert (table.phase, totals(table)[2]) == ("reveal", 15 + 5 + 10 + 5)
    assert result(table)["reserve"] == [0, 0, 5, 5]


@pytest.mark.rule("WAR-10", "WAR-17")
def test_if_nobody_tied_has_reinforcements_nobody_is_out() -> None:
    table = unequal()
    reveal(table, "QQ34")
    assert (table.phase, table.to_act) == ("dice", (0, 1, 2, 3))
    settle(table)
    assert totals(table) == (100, 0, 0, 0), "thrown out, whoever else has reinforcements"
    reveal(table, "JJ67")
    roll(table, 0, "d6", 1)
    settle(table)
    assert totals(table)[0] == 100 + 40


@pytest.mark.rule("WAR-17")
def test_a_total_that_is_out_does_not_count_any_more() -> None:
    table = unequal()
    reveal(table, "QQQ4")
    assert (table.phase, table.to_act) == ("dice", (2, 3))
    assert roll(table, 3, "high", 8) is None
    settle(table)
    assert (table.phase, table.to_act) == ("reinforce", (2, 3)), "seats 0 and 1 have twelve, too"


# As phones without a network look it up


@pytest.mark.rule("WAR-17")
def test_what_comes_of_a_skirmish_by_who_is_tied_and_who_can_draw() -> None:
    told = GAME.forecast(2, GAME.options()).outcomes
    fights, draws, alone = (
        Outcome("dice", False, None),
        Outcome("reinforce", False, "natural"),
        Outcome("dice", True, None),
    )
    assert told["reveal"] == told["reinforce"] == ((fights, fights), (fights, alone, draws))
    over, redraws, taken = (
        Outcome("reveal", False, None),
        Outcome("reinforce", False, "forced"),
        Outcome("reveal", True, None),
    )
    assert told["settle"] == ((over, over), (over, taken, redraws))
    of_four = GAME.forecast(4, GAME.options()).outcomes["settle"]
    assert of_four[2] == (over, taken, Outcome("reinforce", True, "forced"), redraws)
