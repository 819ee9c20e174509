"""Deep Six: what a hand scores and when the match ends, rule by rule."""

import pytest

from rules_core.findings import Goal
from rules_core.games.deep_six import GAME
from rules_core.games.deep_six.score import leaders
from tests.cases import each
from tests.rules.games.deep_six.tables import dealt, melding, playing, rule
from tests.rules.tables import Table


def tallied(amount: int, taken: list[int], meld: list[int], **options: object) -> Table:
    """Seat 1 of side 1 has bid this amount; the hand is entered as a whole."""
    table = melding(amount=amount, **options)
    assert table.enter("tally", taken=taken, meld=meld) is None, table.refusal
    return table


def lines(table: Table) -> list[tuple[int, str, int | None]]:
    return [(line.side, line.what, line.points) for line in GAME.explain(table.state, -1)]


@pytest.mark.rule("DEEP-18")
@pytest.mark.parametrize(
    ("cards", "points"), [("2S 4S 5S 6S", 20), ("4S 3S 5S 6S", 10), ("4S 5S 5S 6S", 0), ("2S 2S 2C 2D", 80)]
)
def test_what_a_trick_is_worth(cards: str, points: int) -> None:
    table = playing()
    table.plays(1, cards)
    assert table.state.hand.points == (points, 0)


@pytest.mark.rule("DEEP-18")
def test_twos_threes_and_the_last_trick() -> None:
    table = playing(sunk="H")
    for suit in "CDHS":
        for ranks in ("2233", "4455", "6677"):
            table.plays(table.to_act[0], " ".join(rank + suit for rank in ranks))
    assert table.to_act == (1,)
    assert table.state.hand.points == (120, 120), "the second three takes it, and its player leads the next"
    table.plays(1, "8C 8D 8H 8S")
    assert table.to_act == (0,)
    table.plays(0, "8C 8S 8D 8H")
    assert table.state.finished[0].taken == (130, 120)


@pytest.mark.rule("DEEP-18")
def test_the_last_trick_is_worth_ten_more() -> None:
    table = playing()
    for points in (80, 80, 80, *[0] * 10):
        assert table.enter("trick", winner=2, points=points) is None
    assert table.enter("trick", winner=3, points=10) == "bad-tally", "all the card points are out"
    assert table.enter("trick", winner=3, points=0) is None
    assert table.state.finished[0].taken == (240, 10)
    assert GAME.tricks_taken(table.state) == (0, 0, 13, 1)


@pytest.mark.rule("DEEP-18")
@pytest.mark.parametrize("points", [90, -10, 15, 250])
def test_what_no_trick_can_hold(points: int) -> None:
    table = playing()
    assert table.enter("trick", winner=1, points=points) == "bad-tally"
    assert rule(table) == "DEEP-18"
    assert table.enter("trick", winner=1, points="0") == "bad-value"


@pytest.mark.rule("DEEP-18")
def test_the_tricks_left_can_bring_the_rest() -> None:
    table = playing()
    table.plays(1, "2S 2S 3S 3S")
    for _trick in range(10):
        assert table.enter("trick", winner=1, points=0) is None
    assert table.enter("trick", winner=1, points=10) == "bad-tally", "170 are more than two tricks can bring"
    assert table.refusal is not None
    assert (table.refusal.facts["rest"], table.refusal.facts["tricks"]) == (180, 3)
    offered = {event.points for event in GAME.candidates(table.state)}  # type: ignore[attr-defined]
    assert sorted(offered) == [20, 30, 40, 50, 60, 70, 80]
    assert table.enter("trick", winner=1, points=20) is None
    assert table.enter("trick", winner=0, points=70) == "bad-tally"
    assert table.enter("trick", winner=0, points=80) is None
    assert table.enter("trick", winner=0, points=0) == "bad-tally"
    assert table.enter("trick", winner=0, points=80) is None
    assert table.state.finished[0].taken == (230, 20)


@pytest.mark.rule("DEEP-18")
@each("taken", [[120, 120], [260, -10], [125, 125], [250], [100, 100, 50], []])
def test_a_tally_takes_250(taken: list[int]) -> None:
    table = melding()
    assert table.enter("tally", taken=taken, meld=[0, 0]) == "bad-tally"
    assert rule(table) == "DEEP-18"


@each("meld", [[0], [0, 5], [-7, 0], [-515, 0], [0, 0, 0], []])
def test_a_tally_with_an_impossible_meld(meld: list[int]) -> None:
    assert melding().enter("tally", taken=[0, 250], meld=meld) == "bad-tally"


def test_a_tally_gives_the_meld_where_nobody_has_melded_and_only_there() -> None:
    table = dealt()
    assert table.enter("tally", taken=[0, 250], meld=[0, 0]) == "wrong-phase"
    table = melding()
    assert table.enter("tally", taken=[0, 250]) == "bad-value"
    assert table.enter("tally", taken=[0, 250.0], meld=[0, 0]) == "bad-value"
    assert melding().enter("tally", taken=[0, 250], meld=[-510, 0]) is None
    table.enter("meld", seat=0, points=-10)
    assert table.enter("tally", taken=[0, 250], meld=[0, 0]) == "wrong-phase"
    assert table.enter("tally", taken=[0, 250]) == "wrong-phase"
    for seat in (1, 2, 3):
        table.enter("meld", seat=seat, points=-5 * seat)
    assert table.enter("tally", taken=[0, 250], meld=[0, 0]) == "wrong-phase"
    table.play(1, "6S")
    assert table.enter("tally", taken=[0, 250]) == "wrong-phase", "a card is out"
    table.enter("undo")
    assert table.enter("tally", taken=[0, 250]) is None
    assert table.state.finished[0].meld == (-20, -20)


@pytest.mark.rule("DEEP-19")
def test_a_bid_is_made_with_the_net_or_less() -> None:
    made = tallied(100, [120, 130], [0, -30])
    assert (made.state.finished[0].made, made.state.totals) == (True, (120, 100))
    failed = tallied(90, [120, 130], [0, -30])
    assert (failed.state.finished[0].made, failed.state.finished[0].net) == (False, (120, 100))


@pytest.mark.rule("DEEP-20")
@each(
    "amount taken option points",
    [
        (60, 140, "formula", 140),
        (120, 200, "formula", 80),
        (120, 200, "worse", 200),
        (60, 130, "worse", 140),
        (-20, 10, "formula", 220),
        (60, 140, "worse", 140),
    ],
)
def test_a_failed_bid_costs_200_less_the_bid(amount: int, taken: int, option: str, points: int) -> None:
    table = tallied(amount, [250 - taken, taken], [0, 0], failed_bid=option)
    assert table.state.totals == (250 - taken, points)
    assert table.state.finished[0].made is False


@pytest.mark.rule("DEEP-20")
def test_a_failed_bid_counts_no_meld() -> None:
    assert tallied(60, [110, 140], [-120, -75]).state.totals == (0, 140)


@pytest.mark.rule("DEEP-21")
def test_no_side_scores_below_zero_but_the_bid_is_held_to_the_net() -> None:
    assert tallied(-20, [210, 40], [0, -65]).state.totals == (210, 0)
    assert tallied(-20, [210, 40], [0, -55]).state.totals == (210, 220), "-15 is not -20"
    assert tallied(100, [210, 40], [-230, 0]).state.totals == (0, 40), "the other side neither"


@pytest.mark.rule("DEEP-22")
@each(
    "options carried winners",
    [
        ({}, [370, 0], (1,)),
        ({}, [360, 0], ()),
        ({"target_by": "exceeding"}, [370, 0], ()),
        ({"target_by": "exceeding"}, [380, 0], (1,)),
        ({"target": 130}, [0, 5], (1,)),
        ({}, [400, 700], (0,)),
        ({}, [390, 400], ()),
    ],
)
def test_the_lower_side_wins_when_one_is_at_the_target(
    options: dict[str, object], carried: list[int], winners: tuple[int, ...]
) -> None:
    table = Table(GAME.name, 4, **options)
    table.enter("adjust", points=carried, reason="carried over")
    if table.phase == "over":
        assert table.state.winners == winners
        return
    table.enter("deal")
    table.enter("contract", seat=1, amount=120, suit="C")
    table.enter("tally", taken=[130, 120], meld=[0, 0])
    assert table.state.winners == winners


@pytest.mark.rule("DEEP-22")
def test_equals_play_another_hand() -> None:
    table = Table(GAME.name, 4)
    table.enter("adjust", points=[500, 500], reason="carried over")
    assert table.phase == "deal"
    assert GAME.goals(table.state)[1] == Goal("play-off", "DEEP-22", 0, 1, (0, 1))
    table.enter("deal")
    table.enter("contract", seat=0, amount=120, suit="C")
    table.enter("tally", taken=[100, 150], meld=[0, 0])
    assert (table.phase, table.state.winners) == ("over", (0,))


def test_an_adjustment_looks_at_the_end_again() -> None:
    table = tallied(120, [130, 120], [0, 0], target=130)
    assert (table.phase, table.state.winners) == ("over", (1,))
    assert table.enter("deal") == "game-over"
    assert table.enter("adjust", points=[-10, 0], reason="a revoke") is None
    assert table.phase == "deal"
    assert table.enter("adjust", points=[0, 100], reason="a revoke") is None
    assert table.state.winners == (0,)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            tallied(100, [120, 130], [-5, -30]),
            [
                (0, "taken", 120),
                (0, "meld", -5),
                (1, "taken", 130),
                (1, "meld", -30),
                (1, "made", None),
            ],
        ),
        (
            tallied(60, [110, 140], [-120, -75]),
            [
                (0, "taken", 110),
                (0, "meld", -120),
                (0, "raised", 10),
                (1, "net", None),
                (1, "failed-bid", 140),
            ],
        ),
        (
            tallied(120, [50, 200], [0, 0], failed_bid="worse"),
            [
                (0, "taken", 50),
                (0, "meld", 0),
                (1, "taken", 200),
                (1, "meld", 0),
                (1, "failed-bid", None),
            ],
        ),
    ],
    ids=["made", "failed", "the worse of the two"],
)
def test_a_score_is_explained_by_contract_cards_and_melds(
    table: Table, expected: list[tuple[int, str, int | None]]
) -> None:
    assert lines(table) == expected


def test_a_score_is_explained_meld_by_meld() -> None:
    table = playing(melds={0: "8S 8S,6D 7D 8D"})
    for points in (80, 80, 80, *[0] * 10):
        table.enter("trick", winner=2, points=points)
    table.enter("trick", winner=1, points=0)
    assert lines(table) == [
        (0, "cards", 240),
        (0, "deep-echo", -20),
        (0, "deep-run", -30),
        (0, "meld", 0),
        (1, "cards", 0),
        (1, "last-trick", 10),
        (1, "meld", 0),
        (1, "meld", 0),
        (1, "made", None),
    ]


def test_what_ends_the_match() -> None:
    table = tallied(120, [130, 120], [0, 0])
    assert GAME.goals(table.state) == (Goal("target", "DEEP-22", 130, 500, (0,)),)
    assert leaders(table.state) == (1,)
    assert GAME.goals(dealt(target_by="exceeding", target=9).state) == (Goal("over-target", "DEEP-22", 0, 9, (0, 1)),)
    assert GAME.tricks_taken(table.state) == (0, 0, 0, 0)


def test_the_summary_of_a_hand() -> None:
    (hand,) = GAME.summary(tallied(60, [110, 140], [-120, -75]).state)["hands"]
    assert hand == {
        "dealer": 0,
        "points": [0, 140],
        "trick_winners": [],
        "bidder": 1,
        "bid": 60,
        "sunk": "H",
        "meld": [-120, -75],
        "taken": [110, 140],
        "net": [-10, 65],
        "made": False,
    }


def test_card_points_of_any_size_are_a_bad_tally() -> None:
    table = playing()
    assert table.enter("trick", winner=1, points=10**20) == "bad-tally"
    assert table.enter("trick", winner=1, points=-(10**20)) == "bad-tally"
