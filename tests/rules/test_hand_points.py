"""Typed totals are checked by what hands of the game can bring: hands that were played always pass."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.games import GAMES
from rules_core.hand_points import HandPoints, odd_totals
from tests.cases import each
from tests.rules.evening import Evening
from tests.rules.sitting_down import each_game, sit_down


@each_game
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_what_was_played_is_never_odd(kind: type[Evening], data: st.DataObject) -> None:
    evening = sit_down(data, kind, cheats=False)
    while evening.phase != "over" and len(evening.log) < 400:
        evening.act()
    state = evening.state
    of = evening.game.hand_points(state.players, state.options)
    totals = [0] * len(state.totals)
    for played, done in enumerate(state.finished, 1):
        totals = [before + points for before, points in zip(totals, done.points, strict=True)]
        assert odd_totals(of, done.points, evening.game.hands_in(done)) is None
        assert odd_totals(of, totals, None) is None
        if all(evening.game.hands_in(one) == 1 for one in state.finished[:played]):
            assert odd_totals(of, totals, played) is None


ODD = [
    ("sixes-and-sevens", 4, (-3, -3, -3, -3), 4, "least"),
    ("sixes-and-sevens", 4, (-3, -3, -3, -3), None, "least"),
    ("sixes-and-sevens", 4, (20, 10, 10, 6), 4, "sum"),
    ("sixes-and-sevens", 4, (20, 10, 10, 6), None, "sum"),
    ("sixes-and-sevens", 4, (60, -8, 0, 0), 4, "least"),
    ("sixes-and-sevens", 4, (53, 0, 0, 0), 4, "most"),
    ("sichere-six", 3, (3, 3, 3), 4, "sum"),
    ("sichere-six", 3, (-2, 0, 0), None, "sum"),
    ("deep-six", 4, (123, 60), 2, "steps"),
    ("deep-six", 4, (-5, 60), None, "least"),
    ("sechsundsechzig", 2, (7, 1), 2, "most"),
    ("sichermans-war", 2, (41, 0), 4, "steps"),
]


@each("game players totals hands why", ODD)
def test_numbers_that_no_hands_come_to_are_odd(
    game: str, players: int, totals: tuple[int, ...], hands: int | None, why: str
) -> None:
    rules = GAMES[game]
    found = odd_totals(rules.hand_points(players, rules.options()), totals, hands)
    assert found is not None
    assert found.why == why


def test_a_game_that_says_nothing_of_its_hands_takes_any_numbers() -> None:
    assert odd_totals(HandPoints(least=None), (-3, 10**9), None) is None


def test_one_sum_for_each_hand_is_named_as_what_is_due() -> None:
    found = odd_totals(HandPoints(sums=(13,)), (20, 26), 4)
    assert found is not None
    assert found.facts == {"sum": 46, "due": 52}
