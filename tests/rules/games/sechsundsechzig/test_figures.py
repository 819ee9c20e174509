"""Sechsundsechzig: what its hands tell of calls, closings, marriages and Augen."""

import pytest

from rules_core.figures import of_seat
from rules_core.games.sechsundsechzig import GAME
from tests.rules.games.sechsundsechzig.tables import closed, tricks, turned_up
from tests.rules.tables import Table


def told(table: Table, seat: int) -> dict[str, tuple[int, int]]:
    figures = of_seat(GAME.figures(table.state), seat, len(table.state.totals))
    return {code: (figure.value, figure.of) for code, figure in figures.items()}


@pytest.mark.rule("SU-19", "SU-21")
def test_calls_right_and_wrong() -> None:
    right, wrong = turned_up(), turned_up()
    tricks(right, (1, 22), (1, 22), (1, 22))
    tricks(wrong, (1, 21))
    for table in (right, wrong):
        assert table.enter("claim", seat=1) is None
    assert told(right, 1)["calls"] == (1, 1)
    assert told(right, 0)["calls"] == (0, 0)
    assert told(right, 1)["threes"] == (1, 1), "the other has no trick"
    assert told(right, 1)["augen"] == told(right, 1)["most-augen"] == (66, 1)
    assert told(right, 1)["tricks"] == (3, 3)
    assert told(wrong, 1)["calls"] == (0, 1)
    assert told(wrong, 0)["hands-won"] == (1, 1)


@pytest.mark.rule("SU-14", "SU-22")
def test_closings_won_and_lost() -> None:
    won, lost = closed(), closed()
    tricks(won, (1, 22), (1, 22), (1, 22))
    assert won.enter("claim", seat=1) is None
    tricks(lost, *[(0, 10)] * 6)
    assert lost.enter("settle") is None
    assert told(won, 1)["closings"] == (1, 1)
    assert told(lost, 1)["closings"] == (0, 1)
    assert told(lost, 0)["closings"] == (0, 0)


@pytest.mark.rule("SU-17")
def test_marriages_by_what_they_count() -> None:
    table = turned_up("9H")
    assert table.enter("meld", seat=1, points=40) is None
    tricks(table, (1, 10))
    assert table.enter("meld", seat=1, points=20) is None
    tricks(table, (1, 10))
    assert table.enter("claim", seat=1) is None
    figures = told(table, 1)
    assert (figures["marriages-20"], figures["marriages-40"]) == ((1, 1), (1, 1))
    assert told(table, 0)["marriages-20"] == (0, 1)


@pytest.mark.rule("SU-21")
def test_of_a_tally_only_the_points_are_known() -> None:
    table = turned_up()
    assert table.enter("tally", points=[0, 3]) is None
    figures = told(table, 1)
    assert figures["threes"] == (1, 1)
    assert figures.keys() == {"threes", "points", "hands-won", "highest-hand", "lowest-hand"}
    assert GAME.level_of(table.state.finished[0]) == "totals"


@pytest.mark.rule("SU-20")
def test_a_hand_that_is_called_in_its_first_trick_is_known_by_its_cards() -> None:
    table = turned_up("9H", call_at=66)
    assert table.play(1, "KH", marriage=True) is None
    assert table.enter("claim", seat=1) is None
    assert GAME.level_of(table.state.finished[0]) == "cards"
    assert told(table, 1)["calls"] == (0, 1)
    assert "leads-won" not in told(table, 1)
