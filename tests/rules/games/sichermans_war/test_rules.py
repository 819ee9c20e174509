"""Sicherman's War, rule by rule: battles, cards, dice and points. Ties stand in their own file."""

from itertools import pairwise

import pytest

from rules_core.findings import Observer, ScoreLine
from rules_core.games.sichermans_war import GAME
from tests.cases import each
from tests.rules.games.sichermans_war.tables import (
    DICE,
    PLAIN,
    draw,
    fought,
    in_skirmish,
    result,
    reveal,
    roll,
    rule,
    settle,
    totals,
    war,
)


@pytest.mark.rule("WAR-1", "WAR-13")
def test_two_players_have_one_pack_four_have_two() -> None:
    assert GAME.players == (2, 4)
    two = fought(war(2), "KQ", "KQ", "KQ", "KQ")
    assert reveal(two, "K2") == "card-already-played"
    assert rule(two) == "WAR-1"
    four = fought(war(4), "K234", "K567", "K89T", "KJQ2", "K345", "K678", "K9TJ")
    assert reveal(four, "KK23") == "card-already-played"
    assert reveal(four, "K234") is None


@pytest.mark.rule("WAR-1")
@pytest.mark.parametrize(("players", "copies"), [(2, 1), (4, 2)])
def test_each_card_is_once_in_a_pack(players: int, copies: int) -> None:
    table = war(players)
    others = ["2", "3", "4"][: players - 1]
    for _copy in range(copies):
        assert table.enter("reveal", cards=["KS", *others]) is None
        assert settle(table) is None
    assert table.enter("reveal", cards=["KS", *others]) == "card-already-played"
    assert table.enter("reveal", cards=["KH", *others]) is None


@pytest.mark.rule("WAR-1")
def test_the_cards_of_one_reveal_count_against_each_other() -> None:
    table = war(2)
    assert table.enter("reveal", cards=["KS", "KS"]) == "card-already-played"
    assert fought(table, "KQ", "KQ", "KQ").enter("reveal", cards=["K", "KS"]) == "card-already-played"
    assert table.enter("reveal", cards=["KS", "QS"]) is None


@pytest.mark.rule("WAR-1")
def test_jokers_are_an_option_two_a_pack() -> None:
    assert reveal(war(2), "X2") == "unknown-card"
    table = fought(war(2, jokers=True), "X2", "X3")
    assert reveal(table, "X4") == "card-already-played"
    table = fought(war(4, jokers=True), "XX23", "X456")
    assert reveal(table, "XX78") == "card-already-played"
    assert reveal(table, "X789") is None


@pytest.mark.rule("WAR-2")
@pytest.mark.parametrize(
    ("die", "faces"), [("d6", [1, 2, 3, 4, 5, 6]), ("low", [1, 2, 3, 4]), ("high", [1, 3, 4, 5, 6, 8])]
)
def test_no_die_falls_on_a_face_it_lacks(die: str, faces: list[int]) -> None:
    for value in (-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10**20):
        table = war()
        reveal(table, "KQ")
        assert roll(table, 1, die, value) == (None if value in faces else "bad-roll")
        assert value in faces or rule(table) == "WAR-2"


@pytest.mark.rule("WAR-3")
@pytest.mark.parametrize(("players", "jokers", "aside"), [(2, False, 2), (2, True, 4), (4, False, 4), (4, True, 8)])
def test_five_piles_of_five_each_the_rest_is_out(players: int, jokers: bool, aside: int) -> None:
    table = war(players, jokers=jokers)
    assert GAME.view(table.state, Observer()).hand.aside == aside


@pytest.mark.rule("WAR-3")
def test_no_more_cards_are_won_than_lie_in_the_piles() -> None:
    assert war().enter("tally", spoils=[{"low": 31, "ten": 4}, {"face": 16}]) == "bad-tally"
    assert war().enter("tally", spoils=[{"low": 30, "ten": 4}, {"face": 16}]) is None


@pytest.mark.rule("WAR-4")
def test_a_battle_is_five_skirmishes_and_a_war_four_battles() -> None:
    table = war()
    assert (table.phase, result(table)["reserve"]) == ("reveal", [5, 5])
    for battle in range(4):
        fought(table, *PLAIN[:4])
        assert len(result(table)["hands"]) == battle
        assert GAME.cards_held(table.state, 0) == 1
        fought(table, *PLAIN[4:])
        assert len(result(table)["hands"]) == battle + 1
        assert GAME.cards_held(table.state, 0) == (5 if battle < 3 else 0)
    assert (table.phase, table.to_act) == ("over", ())


@pytest.mark.rule("WAR-5")
def test_what_the_cards_count_in_a_fight() -> None:
    ladder = "X23456789TJQKA"
    for place, (lower, higher) in enumerate(pairwise(ladder), 1):
        table = war(jokers=True)
        reveal(table, lower + higher)
        assert in_skirmish(table) == (place, place + 1)


@pytest.mark.rule("WAR-6")
def test_the_highest_total_takes_all_cards_of_the_skirmish() -> None:
    table = war(4)
    assert table.to_act == (0, 1, 2, 3)
    assert reveal(table, "9K27") is None
    assert roll(table, 0, "d6", 5) is None
    assert settle(table) is None
    assert totals(table) == (30, 0, 0, 0)


@pytest.mark.rule("WAR-6")
def test_one_card_a_seat_before_anything_else() -> None:
    table = war()
    assert roll(table, 0, "d6", 1) == "wrong-phase"
    assert rule(table) == "WAR-6"
    assert settle(table) == "wrong-phase"
    assert draw(table, s0="K", s1="Q") == "wrong-phase"
    assert reveal(table, "KQJ") == "bad-value"
    assert reveal(table, "K") == "bad-value"
    assert reveal(table, "KQ") is None
    assert reveal(table, "KQJ") == "bad-value", "whatever the phase"
    assert reveal(table, "KQ") == "wrong-phase"


@pytest.mark.rule("WAR-7")
def test_any_of_the_own_dice_in_any_order_leading_or_trailing() -> None:
    table = war()
    reveal(table, "8T")
    for seat, die, value in [(1, "high", 8), (0, "low", 4), (0, "high", 8), (1, "d6", 6), (0, "d6", 1)]:
        assert seat in table.to_act
        assert roll(table, seat, die, value) is None
    assert in_skirmish(table) == (21, 24)
    assert result(table)["dice"] == [[], ["low"]]
    assert table.to_act == (1,)
    assert settle(table) is None
    assert totals(table) == (0, 15)


@pytest.mark.rule("WAR-7")
def test_a_rolled_die_is_spent_until_the_next_battle() -> None:
    table = war()
    reveal(table, PLAIN[0])
    assert roll(table, 0, "d6", 1) is None
    assert roll(table, 0, "d6", 1) == "die-already-used"
    assert rule(table) == "WAR-7"
    assert roll(table, 1, "d6", 1) is None, "each has dice of one's own"
    settle(table)
    fought(table, *PLAIN[1:4])
    reveal(table, PLAIN[4])
    assert roll(table, 0, "d6", 1) == "die-already-used"
    assert roll(table, 0, "low", 2) is None
    settle(table)
    assert result(table)["dice"] == [DICE, DICE]
    reveal(table, PLAIN[0])
    assert roll(table, 0, "d6", 1) is None


@pytest.mark.rule("WAR-7")
def test_nobody_with_a_die_left_still_settles() -> None:
    table = war()
    reveal(table, "82")
    for seat in range(2):
        for die in DICE:
            assert roll(table, seat, die, 1) is None
    assert (table.phase, table.to_act) == ("dice", ())
    assert roll(table, 0, "low", 1) == "die-already-used"
    assert settle(table) is None
    assert table.phase == "reveal"


@pytest.mark.rule("WAR-11")
def test_what_the_spoils_count() -> None:
    table = fought(war(jokers=True), "2X", "93", "TX", "J4", "AK")
    assert totals(table) == (25 + 10 + 30 + 20 + 30, 0)
    assert GAME.explain(table.state, 0) == (
        ScoreLine(0, "low", "WAR-11", 20, {"count": 4}),
        ScoreLine(0, "ten", "WAR-11", 10, {"count": 1}),
        ScoreLine(0, "face", "WAR-11", 45, {"count": 3}),
        ScoreLine(0, "joker", "WAR-11", 40, {"count": 2}),
    )


@pytest.mark.rule("WAR-11")
@each("rank", "23456789TJQKA")
def test_each_rank_has_its_points(rank: str) -> None:
    table = fought(war(jokers=True), rank + "X")
    assert totals(table) == (20 + {"T": 10, "J": 15, "Q": 15, "K": 15, "A": 15}.get(rank, 5), 0)


@pytest.mark.rule("WAR-11")
def test_undrawn_reinforcements_are_nobodys() -> None:
    table = war()
    for _battle in range(4):
        fought(table, *PLAIN)
    assert (totals(table), result(table)["reserve"]) == ((0, 4 * 65), [5, 5])


@pytest.mark.rule("WAR-12")
def test_the_most_points_win_after_four_battles() -> None:
    table = war()
    for battle in range(4):
        assert GAME.goals(table.state)[0].at == battle
        assert table.state.winners == ()
        fought(table, *PLAIN)
    assert table.state.winners == (1,)
    assert (GAME.goals(table.state)[0].at, GAME.goals(table.state)[0].of) == (4, 4)


@pytest.mark.rule("WAR-12")
def test_equal_points_are_a_stalemate() -> None:
    table = war(4)
    assert table.enter("tally", spoils=[{"low": 3}, {"face": 1}, {"ten": 1}, {}]) is None
    assert table.state.winners == (0, 1)
    assert GAME.view(table.state, Observer()).extra.stalemate
    alone = war()
    alone.enter("tally", spoils=[{"low": 3}, {"low": 2}])
    assert not GAME.view(alone.state, Observer()).extra.stalemate
