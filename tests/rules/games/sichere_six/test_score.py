"""Sichere Six: rounds entered by tricks and as numbers, points, Mirth, stones, the end of the match."""

import pytest

from rules_core.findings import Goal, ScoreLine
from rules_core.games.sichere_six import GAME
from rules_core.games.sichere_six.score import points, stone_moves
from tests.cases import each
from tests.rules.games.sichere_six.tables import SIC, rule, table
from tests.rules.tables import Table

EVEN = {"tricks": [3, 3, 2], "nines": [1, 1, 2]}  # +1 +1 -2


def match(*adjusted: int, **options: object) -> Table:
    opened = Table(SIC, 3, **options)
    if adjusted:
        adjust(opened, *adjusted)
    return opened


def adjust(opened: Table, *by: int) -> None:
    assert opened.enter("adjust", points=list(by), reason="carried over") is None


def tally(opened: Table, **numbers: list[int]) -> None:
    assert opened.enter("deal") is None
    assert opened.enter("tally", **numbers) is None


def by_tricks(opened: Table, *tricks: tuple[int, int]) -> None:
    """Enters tricks, each as its winner and the nines in it; the Mercy is taken as soon as it is due."""
    for winner, nines in tricks:
        assert opened.enter("trick", winner=winner, nines=nines) is None, opened.refusal
        if opened.phase == "mercy":
            opened.enter("mercy", seat=winner)


# Entries


@pytest.mark.rule("SIC-16")
@each(
    "tricks nines",
    [
        ([3, 3, 3], [1, 1, 2]),
        ([3, 3, 2], [1, 1, 1]),
        ([3, 3, 2], [2, 2, 1]),
        ([8, 0, 0], [3, 1, 0]),
        ([9, -1, 0], [4, 0, 0]),
        ([4, 4, 0], [5, -1, 0]),
        ([4, 4], [2, 2]),
        ([4, 4, 0, 0], [2, 2, 0]),
        ([4, 4, 0], [2, 2]),
    ],
)
def test_a_tally_holds_eight_tricks_and_four_nines_none_without_a_trick(tricks: list[int], nines: list[int]) -> None:
    opened = table()
    assert (opened.enter("tally", tricks=tricks, nines=nines), rule(opened)) == ("bad-tally", "SIC-16")


@pytest.mark.rule("SIC-16")
def test_three_nines_in_the_only_trick_and_the_fourth_buried() -> None:
    opened = table()
    assert opened.enter("tally", tricks=[1, 7, 0], nines=[4, 0, 0]) is None
    assert opened.state.finished[0].chosen == 0


def test_a_tally_comes_before_the_first_trick_or_card() -> None:
    opened = table()
    opened.play(1, "6C")
    assert opened.enter("tally", **EVEN) == "wrong-phase"
    other = table()
    other.enter("trick", winner=1)
    assert other.enter("tally", **EVEN) == "wrong-phase"
    assert Table(SIC, 3).enter("tally", **EVEN) == "wrong-phase"


def test_a_tally_does_not_know_the_chosen_unless_one_seat_has_all_nines() -> None:
    opened = match()
    tally(opened, **EVEN)
    tally(opened, tricks=[3, 3, 2], nines=[0, 0, 4])
    hands = GAME.summary(opened.state)["hands"]
    assert [(hand["chosen"], hand["mirth"]) for hand in hands] == [(None, False), (2, True)]
    assert hands[0] == {
        "dealer": 0,
        "points": [1, 1, -2],
        "trick_winners": [],
        "tricks": [3, 3, 2],
        "nines": [1, 1, 2],
        "chosen": None,
        "mirth": False,
        "contradiction": None,
    }


@pytest.mark.rule("SIC-16")
@each(
    "tricks nines refused",
    [
        (0, 4, "bad-tally"),
        (0, -1, "bad-tally"),
        (0, 10**30, "bad-tally"),
        (2, 1, "bad-tally"),
        (2, 0, None),
        (7, 0, None),
    ],
)
def test_nines_in_the_tricks(tricks: int, nines: int, refused: str | None) -> None:
    opened = table()
    by_tricks(opened, *[(0, 3), (0, 1), *[(0, 0)] * 5][:tricks])
    assert opened.enter("trick", winner=1, nines=nines) == refused


@pytest.mark.rule("SIC-16")
def test_nines_that_can_no_longer_come_are_missed_in_time() -> None:
    opened = table()
    by_tricks(opened, *[(0, 0)] * 6, (0, 1))
    assert (opened.enter("trick", winner=0, nines=1), rule(opened)) == ("bad-tally", "SIC-16")
    assert opened.enter("trick", winner=3, nines=2) == "bad-seat"
    assert opened.enter("trick", winner=0, nines=2) is None
    assert opened.state.finished[0].nines == (4, 0, 0)


@pytest.mark.rule("SIC-15", "SIC-16")
def test_nines_seen_in_cards_count_with_those_entered_by_tricks() -> None:
    opened = table()
    opened.plays(1, "9C 9D 9H")
    opened.enter("mercy", seat=1)
    assert opened.enter("trick", winner=0, nines=2) == "bad-tally"
    by_tricks(opened, (0, 0), (0, 1), (0, 0), (2, 0), (2, 0), (2, 0), (2, 0))
    assert (opened.state.finished[0].chosen, opened.state.finished[0].nines) == (1, (1, 3, 0))


@pytest.mark.rule("SIC-15")
def test_a_missing_nine_lies_with_the_chosen() -> None:
    opened = table()
    by_tricks(opened, (0, 0), (2, 1), (1, 1), (1, 0), (1, 1), (0, 0), (0, 0), (0, 0))
    done = opened.state.finished[0]
    assert (done.chosen, done.nines, done.tricks, done.trick_winners) == (
        2,
        (0, 2, 2),
        (4, 3, 1),
        (0, 2, 1, 1, 1, 0, 0, 0),
    )


# Points and stones


@pytest.mark.rule("SIC-17", "SIC-16")
@pytest.mark.parametrize(
    ("tricks", "nines", "scored"),
    [((3, 4, 1), (1, 0, 3), (1, 4, -5)), ((8, 0, 0), (4, 0, 0), (8, -6, -6)), ((2, 3, 3), (2, 2, 0), (-2, -1, 3))],
)
def test_a_point_a_trick_less_two_a_nine(tricks: tuple[int, ...], nines: tuple[int, ...], scored: object) -> None:
    assert points(tricks, nines) == scored
    assert sum(points(tricks, nines)) == (-4 if 4 in nines else 0)


@pytest.mark.rule("SIC-17")
def test_a_score_is_explained_by_tricks_and_nines() -> None:
    opened = match()
    tally(opened, tricks=[3, 5, 0], nines=[2, 2, 0])
    assert GAME.explain(opened.state, 0) == (
        ScoreLine(0, "tricks", "SIC-17", 3, {"count": 3}),
        ScoreLine(0, "nines", "SIC-17", -4, {"count": 2}),
        ScoreLine(1, "tricks", "SIC-17", 5, {"count": 5}),
        ScoreLine(1, "nines", "SIC-17", -4, {"count": 2}),
        ScoreLine(2, "tricks", "SIC-17", 0, {"count": 0}),
    )


@pytest.mark.rule("SIC-18")
def test_mirth_takes_six_from_the_others_and_nothing_from_the_chosen() -> None:
    opened = match()
    tally(opened, tricks=[3, 5, 0], nines=[4, 0, 0])
    assert opened.state.totals == (3, -1, -6)
    assert [(line.side, line.what, line.points) for line in GAME.explain(opened.state, 0)] == [
        (0, "tricks", 3),
        (0, "mirth", None),
        (1, "tricks", 5),
        (1, "mirth", -6),
        (2, "tricks", 0),
        (2, "mirth", -6),
    ]


@pytest.mark.rule("SIC-19")
@each(
    "before change moves",
    [
        (-2, 3, (0, 2, 1, 0)),
        (-5, 3, (0, 3, 0, 0)),
        (2, 3, (0, 0, 3, 0)),
        (2, -3, (2, 0, 0, 1)),
        (5, -3, (3, 0, 0, 0)),
        (-1, -3, (0, 0, 0, 3)),
        (4, 0, (0, 0, 0, 0)),
    ],
)
def test_stones_are_taken_back_before_others_are_added(before: int, change: int, moves: tuple[int, ...]) -> None:
    """Light taken back, dark taken back, light added, dark added."""
    done = stone_moves(before, change)
    assert (done.take_light, done.take_dark, done.add_light, done.add_dark) == moves


@pytest.mark.rule("SIC-19")
def test_light_stones_above_zero_dark_ones_below() -> None:
    opened = match(-3, 5, 0)
    stones = [{"light": 0, "dark": 3}, {"light": 5, "dark": 0}, {"light": 0, "dark": 0}]
    assert GAME.summary(opened.state)["stones"] == stones


@pytest.mark.rule("SIC-19")
def test_a_finished_round_knows_the_totals_that_its_points_were_added_to() -> None:
    opened = match(1, 0, -1)
    tally(opened, **EVEN)
    assert opened.state.finished[0].before == (1, 0, -1)


# The end


@pytest.mark.rule("SIC-20")
@pytest.mark.parametrize(("options", "rounds"), [({}, 9), ({"rounds": 2}, 2)])
def test_as_many_rounds_as_agreed(options: dict[str, int], rounds: int) -> None:
    opened = match(1, 0, -1, **options)
    turn = ([3, 3, 2], [2, 3, 3], [3, 2, 3])
    for number in range(rounds):
        assert (opened.phase, opened.state.winners) == ("deal", ())
        tally(opened, tricks=turn[number % 3], nines=[[1, 1, 2], [2, 1, 1], [1, 2, 1]][number % 3])
    assert opened.phase == "over"
    assert opened.enter("deal") == "game-over"


@pytest.mark.rule("SIC-21")
def test_a_tie_after_the_last_round_is_played_off() -> None:
    opened = match(rounds=1)
    tally(opened, **EVEN)
    assert opened.phase == "deal"
    tally(opened, tricks=[3, 3, 2], nines=[1, 1, 2])
    assert opened.phase == "deal", "still tied"
    tally(opened, tricks=[2, 3, 3], nines=[1, 1, 2])
    assert (opened.phase, opened.state.winners) == ("over", (1,))


@pytest.mark.rule("SIC-22")
@pytest.mark.parametrize(
    ("start", "options", "over"),
    [
        ((8, 0, -8), {}, True),
        ((7, 0, -6), {}, False),
        ((5, 0, -7), {}, True),
        ((8, 0, -8), {"threshold": 10}, True),
        ((7, 0, -7), {"threshold": 10}, False),
    ],
    ids=["reached", "short of it", "below zero too", "passed", "option"],
)
def test_the_threshold_ends_the_match_for_the_highest_score(
    start: tuple[int, ...], options: dict[str, int], over: bool
) -> None:
    opened = match(*start, **options)
    tally(opened, **EVEN)
    assert (opened.phase, opened.state.winners) == (("over", (0,)) if over else ("deal", ()))


@pytest.mark.rule("SIC-22", "SIC-21")
def test_a_tie_at_the_threshold_is_played_off_even_if_scores_fall_back() -> None:
    opened = match(8, 8, -8)
    tally(opened, **EVEN)
    assert (opened.phase, opened.state.totals) == ("deal", (9, 9, -10))
    tally(opened, tricks=[2, 2, 4], nines=[2, 2, 0])
    assert (opened.phase, opened.state.totals) == ("deal", (7, 7, -6))
    tally(opened, tricks=[2, 3, 3], nines=[1, 2, 1])
    assert (opened.phase, opened.state.totals, opened.state.winners) == ("over", (7, 6, -5), (0,))


@pytest.mark.rule("SIC-22")
def test_within_a_round_nothing_ends_and_a_voided_round_leaves_the_match_as_it_was() -> None:
    opened = match(8, 8, -8)
    tally(opened, **EVEN)
    opened.enter("deal")
    opened.enter("trick", winner=0)
    assert opened.phase == "play"
    opened.enter("void-hand")
    assert opened.phase == "deal"
    opened.enter("deal")
    assert opened.state.hand.play_off


@pytest.mark.rule("SIC-22")
def test_an_adjustment_looks_at_the_end_again() -> None:
    opened = match(8, 0, -8)
    tally(opened, **EVEN)
    assert opened.state.winners == (0,)
    adjust(opened, -3, 0, 5)
    assert (opened.phase, opened.state.totals) == ("deal", (6, 1, -5))
    adjust(opened, 0, 9, 0)
    assert (opened.phase, opened.state.winners) == ("over", (1,))
    opened.enter("undo")
    assert opened.phase == "deal"
    opened.enter("deal")
    adjust(opened, 0, 9, 0)
    assert opened.phase == "play", "within a round it counts when the round ends"
    opened.enter("tally", **EVEN)
    assert opened.state.winners == (1,)


@pytest.mark.rule("SIC-20", "SIC-21", "SIC-22")
def test_how_far_the_match_is() -> None:
    opened = match(3, -5, 2, rounds=1)
    assert GAME.goals(opened.state) == (
        Goal("rounds", "SIC-20", 0, 1),
        Goal("threshold", "SIC-22", 5, 9, (1,)),
    )
    adjust(opened, -3, 5, -2)
    tally(opened, **EVEN)
    assert GAME.goals(opened.state)[2] == Goal("play-off", "SIC-21", 0, 1, (0, 1))
    tally(opened, **EVEN)
    opened.enter("deal")
    assert GAME.goals(opened.state)[2] == Goal("play-off", "SIC-21", 1, 1, (0, 1))
    opened.enter("tally", tricks=[4, 2, 2], nines=[1, 1, 2])
    assert [goal.what for goal in GAME.goals(opened.state)] == ["rounds", "threshold"]
