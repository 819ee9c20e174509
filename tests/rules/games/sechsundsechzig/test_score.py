"""Sechsundsechzig: the call, the closer's risk, the points of a hand and of a match."""

from typing import Any

import pytest

from rules_core.findings import Goal, Malformed
from rules_core.games.sechsundsechzig import GAME
from tests.cases import each
from tests.rules.games.sechsundsechzig.tables import closed, dealt, rule, tricks, turned_up
from tests.rules.tables import Table


def last_hand(table: Table) -> dict[str, Any]:
    """The summary of the last hand."""
    hand: dict[str, Any] = GAME.summary(table.state)["hands"][-1]
    return hand


def points(table: Table) -> list[int]:
    """What the last hand scored, by side."""
    won: list[int] = last_hand(table)["points"]
    return won


def called(table: Table, seat: int) -> list[int]:
    """What a call of this seat scores."""
    assert table.enter("claim", seat=seat) is None, table.refusal
    return points(table)


@pytest.mark.rule("SU-16")
def test_four_are_partners_crosswise_unless_they_play_alone() -> None:
    table = turned_up("9H", 4)
    tricks(table, (1, 30), (3, 36))
    assert called(table, 3) == [0, 3], "Augen and tricks together"
    assert last_hand(table)["augen"] == [0, 30, 0, 36]
    alone = turned_up("9H", 4, partners=False)
    tricks(alone, (1, 30), (3, 36))
    assert called(alone, 3) == [2, 2, 2, 0]
    with pytest.raises(Malformed):
        Table(GAME.name, 3, partners=False)
    with pytest.raises(Malformed):
        Table(GAME.name, 2, partners=True)


@pytest.mark.rule("SU-16")
def test_partners_have_one_total() -> None:
    table = Table(GAME.name, 4)
    assert table.state.totals == (0, 0)
    assert table.enter("adjust", points=[1, 2, 3, 4], reason="x") == "bad-value"
    assert table.enter("adjust", points=[1, 2], reason="x") is None


@pytest.mark.rule("SU-19")
@pytest.mark.parametrize(("augen", "call_at", "good"), [(66, 66, True), (65, 66, False), (100, 101, False)])
def test_at_66_or_more_the_call_is_right(augen: int, call_at: int, good: bool) -> None:
    table = turned_up("9H", 2, call_at=call_at)
    tricks(table, *[(1, 20)] * (augen // 20), (1, augen % 20))
    called(table, 1)
    hand = last_hand(table)
    assert (hand["claimed_by"], hand["claim_good"], hand["augen"]) == (1, good, [0, augen])


@pytest.mark.rule("SU-19")
def test_101_counted_with_marriages() -> None:
    table = turned_up("9H", 2, call_at=101)
    table.enter("meld", seat=1, points=40)
    tricks(table, (1, 22), (1, 22), (1, 17))
    assert called(table, 1) == [0, 3]


@pytest.mark.rule("SU-19")
def test_having_66_is_not_enough() -> None:
    table = closed("9H", 2)
    tricks(table, (1, 22), (1, 22), (1, 22), (0, 0), (0, 0), (0, 0))
    assert (table.phase, table.to_act) == ("claim", (0,))
    assert table.enter("settle") is None
    assert points(table) == [3, 0]


@pytest.mark.rule("SU-20")
def test_when_the_call_comes() -> None:
    table = turned_up("9H", 2)
    assert table.enter("claim", seat=1) == "bad-claim", "no trick yet"
    assert rule(table) == "SU-20"
    table.play(1, "7C")
    assert table.enter("claim", seat=1) == "bad-claim"
    assert table.enter("claim", seat=0) == "bad-claim"
    table.play(0, "8C")
    assert table.enter("claim", seat=2) == "bad-seat"
    assert table.enter("claim", seat=1) == "not-your-turn"
    table.play(0, "9C")
    assert table.enter("claim", seat=0) == "bad-claim", "too late: it is led"
    table.enter("undo")
    assert table.enter("claim", seat=0) is None


@pytest.mark.rule("SU-20")
def test_the_call_after_an_announcement() -> None:
    table = turned_up("9H", 3)
    assert table.play(1, "KS", marriage=True) is None
    assert table.enter("claim", seat=2) == "not-your-turn"
    assert table.enter("undo") is None
    table.play(1, "KS", marriage=True)
    table.play(2, "7S")
    assert table.enter("claim", seat=1) == "bad-claim", "the next card lies"
    table.enter("undo")
    assert called(table, 1) == [3, 0, 3], "without a trick nothing counts, and nobody else has one"
    assert last_hand(table)["augen"] == [0, 0, 0]


@pytest.mark.rule("SU-20")
def test_the_call_after_a_meld_by_tricks() -> None:
    table = turned_up("9H", 2)
    tricks(table, (1, 22), (1, 22))
    table.enter("meld", seat=1, points=20)
    assert table.enter("claim", seat=0) == "not-your-turn"
    assert called(table, 1) == [3, 0], "64 are too few"
    table.enter("undo")
    table.enter("undo")
    table.enter("meld", seat=1, points=40)
    assert called(table, 1) == [0, 3]


@pytest.mark.rule("SU-20")
def test_after_the_last_trick_its_winner_may_still_call() -> None:
    table = closed("9H", 2)
    tricks(table, *[(1, 20)] * 6)
    assert table.phase == "claim"
    assert table.play(1, "7C") == "wrong-phase"
    assert table.enter("hand", seat=1, cards=[]) == "wrong-phase"
    assert table.enter("trick", winner=1, augen=0) == "wrong-phase"
    assert table.enter("close", seat=1) == "wrong-phase"
    assert table.enter("claim", seat=0) == "not-your-turn"
    assert called(table, 1) == [0, 3]


def test_a_hand_is_settled_only_after_its_last_trick() -> None:
    table = turned_up("9H", 2)
    assert table.enter("settle") == "wrong-phase"
    tricks(table, (1, 10))
    assert table.enter("settle") == "wrong-phase"
    assert dealt(2).enter("settle") == "wrong-phase"


@pytest.mark.rule("SU-21")
@pytest.mark.parametrize(
    ("opponents", "scored"),
    [([], 3), ([0], 2), ([22, 10], 2), ([22, 11], 1)],
    ids=["no trick", "a trick of nothing", "32", "33"],
)
def test_a_right_call(opponents: list[int], scored: int) -> None:
    table = turned_up("9H", 2)
    tricks(table, *[(0, augen) for augen in opponents], (1, 22), (1, 22), (1, 22))
    assert called(table, 1) == [0, scored]


@pytest.mark.rule("SU-21")
@pytest.mark.parametrize(
    ("others", "scored"), [([(0, 0)], 2), ([(0, 32), (2, 0)], 2), ([(0, 33)], 1), ([(0, 20), (2, 20)], 2)]
)
def test_of_several_opponents_the_best_placed_decides(others: list[tuple[int, int]], scored: int) -> None:
    table = turned_up("9H", 3)
    tricks(table, *others, (1, 33), (1, 33))
    assert called(table, 1) == [0, scored, 0]


@pytest.mark.rule("SU-21", "SU-18")
def test_an_opponents_marriage_counts_among_the_augen() -> None:
    table = turned_up("9H", 2)
    tricks(table, (0, 13))
    table.enter("meld", seat=0, points=20)
    tricks(table, (1, 22), (1, 22), (1, 22))
    assert called(table, 1) == [0, 1]
    assert last_hand(table)["augen"] == [33, 66]


@pytest.mark.rule("SU-15", "SU-22")
def test_a_closer_who_calls_rightly_scores_as_anybody() -> None:
    table = turned_up("9H", 2)
    tricks(table, (0, 22), (1, 22))
    table.enter("close", seat=1)
    tricks(table, (1, 22), (1, 22))
    assert called(table, 1) == [0, 2]
    assert last_hand(table)["closed_by"] == 1


@pytest.mark.rule("SU-15", "SU-22")
@pytest.mark.parametrize(("before", "scored"), [([], 3), ([(1, 0)], 3), ([(0, 0), (1, 0)], 2)])
def test_a_closer_who_does_not_call(before: list[tuple[int, int]], scored: int) -> None:
    table = turned_up("9H", 2)
    tricks(table, *before)
    table.enter("close", seat=1)
    tricks(table, *[(0, 1)] * 6)
    table.enter("settle")
    assert points(table) == [scored, 0]


@pytest.mark.rule("SU-22")
def test_the_closers_wrong_call_costs_no_less_than_closing() -> None:
    table = closed("9H", 2)
    tricks(table, (0, 22), (0, 22), (1, 10))
    assert called(table, 1) == [3, 0], "a right call would have been worth one"
    table = turned_up("9H", 2)
    tricks(table, (0, 0), (1, 0))
    table.enter("close", seat=1)
    tricks(table, (1, 10))
    assert called(table, 1) == [2, 0]


@pytest.mark.rule("SU-22")
def test_the_opponent_who_calls_first_scores_no_less() -> None:
    table = turned_up("9H", 2)
    tricks(table, (0, 22), (1, 11))
    table.enter("close", seat=1)
    tricks(table, (1, 22), (0, 22), (0, 22))
    assert called(table, 0) == [2, 0], "by his call one, for the closing two"
    table = turned_up("9H", 3)
    tricks(table, (0, 33), (2, 0))
    table.enter("close", seat=2)
    tricks(table, (0, 33))
    assert called(table, 0) == [2, 2, 0]


@pytest.mark.rule("SU-23")
@pytest.mark.parametrize(("others", "scored"), [([], 3), ([(0, 0)], 2), ([(0, 33)], 1)])
def test_a_wrong_call(others: list[tuple[int, int]], scored: int) -> None:
    table = turned_up("9H", 3)
    tricks(table, *others, (1, 33))
    assert called(table, 1) == [scored, 0, scored], "each of them"
    hand = last_hand(table)
    assert (hand["claimed_by"], hand["claim_good"], table.phase) == (1, False, "deal")


@pytest.mark.rule("SU-23")
def test_a_wrong_call_against_a_closer_is_the_callers_fault() -> None:
    table = turned_up("9H", 3)
    tricks(table, (1, 0))
    table.enter("close", seat=1)
    tricks(table, (0, 33))
    assert called(table, 0) == [0, 2, 2]


@pytest.mark.rule("SU-16", "SU-22")
def test_the_partner_may_call_for_the_closer() -> None:
    table = turned_up("9H", 4)
    table.enter("close", seat=1)
    tricks(table, (1, 33), (3, 33))
    assert called(table, 3) == [0, 3]
    table = turned_up("9H", 4)
    tricks(table, (0, 0), (1, 0))
    table.enter("close", seat=1)
    tricks(table, (3, 33))
    assert called(table, 3) == [2, 0]


@pytest.mark.rule("SU-24")
@pytest.mark.parametrize(("option", "scored"), [("nobody", [0, 0, 0]), ("last-trick", [0, 0, 1])])
def test_nobody_calls(option: str, scored: list[int]) -> None:
    table = turned_up("9H", 3, unclaimed=option)
    tricks(table, *[(1, 12)] * 9, (2, 12))
    assert table.enter("settle") is None
    assert points(table) == scored


@pytest.mark.rule("SU-24", "SU-22")
def test_nobody_calls_with_the_talon_closed() -> None:
    table = closed("9H", 2, unclaimed="last-trick")
    tricks(table, *[(1, 20)] * 6)
    table.enter("settle")
    assert points(table) == [3, 0]


@pytest.mark.rule("SU-V1")
@pytest.mark.parametrize(("option", "augen"), [(0, 60), (10, 70)])
def test_ten_for_the_last_trick(option: int, augen: int) -> None:
    table = closed("9H", 2, last_trick_augen=option)
    tricks(table, *[(1, 12)] * 5)
    assert table.enter("claim", seat=1) is None
    assert last_hand(table)["augen"] == [0, 60], "only for the last one"
    table.enter("undo")
    tricks(table, (1, 0))
    called(table, 1)
    assert (last_hand(table)["augen"], last_hand(table)["claim_good"]) == ([0, augen], augen >= 66)


@pytest.mark.rule("SU-25")
def test_seven_points_win_and_the_deal_passes_left() -> None:
    table = Table(GAME.name, 2)
    for dealer, won in ((1, [0, 3]), (0, [3, 0]), (1, [0, 3])):
        if table.state.finished:
            assert table.deal(1 - dealer) == "wrong-dealer"
        table.deal(dealer)
        assert table.enter("tally", points=won) is None
    assert (table.phase, table.state.totals) == ("deal", (3, 6))
    assert GAME.goals(table.state) == (Goal("target", "SU-25", 6, 7, (1,)),)
    table.deal(0)
    assert table.enter("tally", points=[0, 1]) is None
    assert (table.phase, table.state.winners) == ("over", (1,))
    assert table.deal(1) == "game-over"


@pytest.mark.rule("SU-25")
def test_of_several_who_reach_it_the_best_win() -> None:
    table = Table(GAME.name, 3, target=3)
    table.enter("adjust", points=[1, 1, 0], reason="head start")
    table.deal(0)
    table.enter("tally", points=[2, 2, 0])
    assert table.state.winners == (0, 1)
    table.enter("undo")
    table.enter("adjust", points=[1, 0, 0], reason="more")
    table.enter("tally", points=[2, 2, 0])
    assert table.state.winners == (0,)


@pytest.mark.rule("SU-21")
@each(
    "players scored taken",
    [
        (2, [0, 0], True),
        (2, [0, 3], True),
        (2, [1, 1], False),
        (2, [4, 0], False),
        (2, [-1, 0], False),
        (2, [0, 0, 0], False),
        (2, [], False),
        (3, [0, 2, 0], True),
        (3, [0, 2, 2], True),
        (3, [0, 1, 2], False),
        (3, [1, 1, 1], False),
        (4, [0, 1], True),
        (4, [1, 0, 0, 0], False),
    ],
)
def test_a_hand_entered_as_its_points(players: int, scored: list[int], taken: bool) -> None:
    for table in (dealt(players), turned_up("9H", players), closed("9H", players)):
        assert table.enter("tally", points=scored) == (None if taken else "bad-tally")
        if taken:
            hand = last_hand(table)
            assert hand["points"] == scored
            assert {hand[k] for k in ("trump", "closed_by", "claimed_by", "claim_good", "augen", "tricks")} == {None}
            assert hand["trick_winners"] == []


def test_alone_four_tally_one_or_three() -> None:
    for scored, code in (([0, 2, 2, 2], None), ([0, 0, 0, 1], None), ([0, 0, 2, 2], "bad-tally")):
        assert dealt(4, partners=False).enter("tally", points=scored) == code


def test_no_tally_after_the_first_card() -> None:
    table = turned_up("9H", 2)
    table.play(1, "7C")
    assert table.enter("tally", points=[1, 0]) == "wrong-phase"
    assert Table(GAME.name, 2).enter("tally", points=[1, 0]) == "wrong-phase"
