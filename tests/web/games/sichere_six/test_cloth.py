"""What the cloth of Sichere Six is drawn from: rounds to come, open tricks, pebbles."""

from types import SimpleNamespace

import pytest

from rules_core.findings import Goal
from rules_core.games.sichere_six.score import Stones
from webapp.games.sichere_six.cloth import has_open_tricks, pebbles, rounds_left


def test_rounds_are_left_until_all_are_played() -> None:
    assert rounds_left({"rounds": Goal("rounds", "SIC-20", 4, 9)}) == 5


def test_tricks_that_were_entered_by_their_winner_show_nothing() -> None:
    entered = SimpleNamespace(cards=())
    assert not has_open_tricks(())
    assert not has_open_tricks([SimpleNamespace(played=(entered, entered))])
    assert has_open_tricks([SimpleNamespace(played=(entered, SimpleNamespace(cards=(1,))))])


@pytest.mark.parametrize(
    ("held", "drawn"), [(Stones(0, 0), 0), (Stones(18, 0), 18), (Stones(0, 7), 7), (Stones(19, 0), 0)]
)
def test_more_stones_than_a_picture_holds_are_a_number(held: Stones, drawn: int) -> None:
    assert pebbles(held) == drawn
