"""Figures of a match: what every game tells of itself, added up by sides and seats, and nothing that is not known."""

import json
import random
from collections import Counter
from pathlib import Path

from rules_core import record, replay
from rules_core.figures import SHARED, Figure, FigureType, merged, of_points, of_seat, summed
from rules_core.findings import Observer
from rules_core.games import GAMES
from rules_core.match_figures import MatchFigures, match_figures, places
from rules_core.replay import Fold
from tests.cases import each
from tests.rules.evening import Evening
from tests.rules.evenings import EVENINGS
from tests.rules.games.deep_six.tables import melding
from tests.rules.tables import Table

MATCHES = [
    json.loads(line)["record"]
    for line in Path(__file__).with_name("conformance").joinpath("matches.jsonl").read_text().splitlines()
]


def told(figures: tuple[Figure, ...], seat: int, sides: int = 99) -> dict[str, tuple[int, int]]:
    return {code: (figure.value, figure.of) for code, figure in of_seat(figures, seat, sides).items()}


def check(fold: Fold, match: MatchFigures) -> None:
    """Compares what figures say with what the summaries of hands and the infractions say."""
    state, known = fold.state, {kind.code: kind for kind in fold.game.figure_types}
    assert len(known) == len(fold.game.figure_types)
    assert all(known[f.code].kind == f.kind and known[f.code].private == f.private for f in match.figures)
    assert len({(f.code, f.side, f.seat) for f in match.figures}) == len(match.figures)
    assert all(0 <= f.value <= f.of for f in match.figures if f.kind in ("share", "rate"))
    by_seat = {(f.code, f.seat): f for f in match.figures if f.seat is not None}
    revokes = Counter(seat for seat, _event in {(i.seat, i.event) for i in state.infractions})
    for seat in range(state.players):
        if ("revokes", seat) in by_seat:
            assert by_seat["revokes", seat].value == revokes[seat]
    for side in range(len(match.sides)):
        figures = of_seat(match.figures, side, len(match.sides))
        if state.finished:
            assert figures["points"].value == sum(done.points[side] for done in state.finished)
        for code, best in (("highest-hand", max), ("lowest-hand", min)):
            if code in figures:
                extreme = figures[code]
                assert extreme.value == best(done.points[side] for done in state.finished)
                assert extreme.hand is not None
                assert state.finished[extreme.hand].points[side] == extreme.value
                (node,) = [node for node in replay.nodes(fold) if node.index == extreme.at]
                assert len(node.state.finished) == extreme.hand + 1
                assert len(replay.state_before(fold, node).finished) == extreme.hand


@each("raw", MATCHES)
def test_figures_agree_with_the_hands_of_whole_records(raw: dict[str, object]) -> None:
    read = record.read(json.dumps(raw))
    fold = replay.replay(read.header, read.events).fold
    match = match_figures(fold)
    check(fold, match)
    assert match.winners == fold.state.winners
    if match.winners:
        assert match.scores == fold.state.totals
    assert all(match.places[side] == 1 for side in match.winners)


@each("kind", EVENINGS)
def test_a_hand_under_way_tells_nothing(kind: type[Evening]) -> None:
    chance = random.Random(66)
    players = kind.game.players[-1]
    evening = kind(chance, players, {}, cheats=True)
    while len(evening.state.finished) < 2 and evening.phase != "over":
        finished = len(evening.state.finished)
        before = match_figures(evening.fold)
        evening.act()
        if len(evening.state.finished) == finished:
            assert match_figures(evening.fold).figures == before.figures
            assert match_figures(evening.fold).scores == evening.game.view(evening.state, Observer()).totals
    match = match_figures(evening.fold)
    check(evening.fold, match)
    assert match.hands == len(evening.state.finished) > 0
    assert {f.code for f in match.figures if f.private} <= {"revokes"}


def test_every_game_says_what_its_figures_rest_on() -> None:
    for game in GAMES.values():
        own = [kind for kind in game.figure_types if kind not in SHARED]
        assert own
        assert all(kind.rule and kind.rule.startswith(f"{game.prefix}-") for kind in own)


def test_a_hand_is_won_by_the_best_score_of_it() -> None:
    def won(points: tuple[int, ...], *, low_wins: bool = False) -> list[int]:
        return [f.value for f in of_points(points, 1, low_wins=low_wins) if f.code == "hands-won"]

    assert won((3, 1, 2)) == [1, 0, 0]
    assert won((3, 1, 2), low_wins=True) == [0, 1, 0]
    assert won((0, 3, 3)) == [0, 1, 1], "equals share it"
    assert won((0, 0)) == [0, 0], "nobody is better"


@each(
    "totals winners low_wins due",
    [
        ((5, 9, 5, 1), (), False, (2, 1, 2, 4)),
        ((5, 9, 5, 1), (), True, (2, 4, 2, 1)),
        ((7, 7), (0, 1), False, (1, 1)),
        ((0, 0, 0), (), False, (1, 1, 1)),
        ((4, 6, 6), (2,), False, (3, 2, 1)),
    ],
)
def test_equal_totals_share_a_place(
    totals: tuple[int, ...], winners: tuple[int, ...], low_wins: bool, due: tuple[int, ...]
) -> None:
    assert places(totals, winners, low_wins=low_wins) == due


def test_shares_of_partners_count_once_and_what_they_tried_adds_up() -> None:
    share, rate = FigureType("s", "share"), FigureType("r", "rate")
    hands = [[share.figure(won, 13, seat=seat) for seat, won in enumerate((3, 4, 6, 0))] for _hand in range(2)]
    assert told(summed(hands, 2, 4), 2) == {"s": (12, 26)}
    (side,) = [f for f in summed(hands, 2, 4) if f.seat is None and f.side == 0]
    assert (side.value, side.of) == (18, 26), "thirteen tricks a hand, for both together"
    tried = [[rate.figure(1, 1, seat=0), rate.figure(0, 2, seat=2)]]
    (side,) = [f for f in summed(tried, 2, 4) if f.seat is None]
    assert (side.value, side.of) == (1, 3), "what partners tried adds up"


def test_of_equal_extremes_the_first_stays() -> None:
    most, least = FigureType("m", "most"), FigureType("l", "least")
    for kind, values, hand in ((most, (3, 5, 5), 1), (least, (3, 5, 3), 0)):
        (found,) = summed([[kind.figure(value, seat=0)] for value in values], 1, 1)
        assert (found.hand, found.of) == (hand, 3)
    assert merged(most.figure(2, hand=0), most.figure(4, hand=1)).hand == 1


def test_what_no_hand_tells_is_absent() -> None:
    table = Table("sixes-and-sevens", 3)
    assert match_figures(table.fold).figures == ()
    assert match_figures(table.fold).level is None
    table.deal(0)
    assert table.enter("tally", tricks=[5, 6, 6]) is None
    match = match_figures(table.fold)
    assert match.level == "totals"
    codes = {f.code for f in match.figures}
    assert codes == {"points", "hands-won", "highest-hand", "lowest-hand", "tricks"}
    assert told(match.figures, 0)["tricks"] == (5, 17)


def test_partners_have_their_own_figures_and_those_of_their_side() -> None:
    table = melding(amount=120)
    assert table.enter("tally", taken=[200, 50], meld=[-30, 0]) is None
    match = match_figures(table.fold)
    assert match.sides == ((0, 2), (1, 3))
    bidder, partner = told(match.figures, 1, 2), told(match.figures, 3, 2)
    assert (bidder["contracts"], partner["contracts"]) == ((1, 1), (0, 0))
    assert bidder["points"] == partner["points"] == (50, 1)
    assert told(tuple(f for f in match.figures if f.seat is None), 1, 2)["contracts"] == (1, 1)


def test_the_level_is_that_of_the_hand_that_tells_least() -> None:
    table = Table("sixes-and-sevens", 6)
    table.deal(0)
    for _trick in range(8):
        assert table.enter("trick", winner=2) is None
    assert match_figures(table.fold).level == "tricks"
    table.deal(1)
    assert table.enter("tally", tricks=[8, 0, 0, 0, 0, 0]) is None
    match = match_figures(table.fold)
    assert match.level == "totals"
    assert told(match.figures, 0)["hands-won"] == (1, 2)
