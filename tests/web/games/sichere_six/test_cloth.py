"""What the cloth of Sichere Six is drawn from: rounds to come, open tricks, pebbles."""

from types import SimpleNamespace

import pytest

from rules_core.findings import Goal
from rules_core.games.sichere_six.score import Stones
from webapp.games.sichere_six.cloth import (
    chosen_named,
    has_open_tricks,
    is_resting,
    joker_said,
    pebbles,
    rounds_left,
    trump_shown,
)


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


@pytest.mark.parametrize(("phase", "resting"), [("deal", True), ("over", True), ("play", False), ("mercy", False)])
def test_the_table_rests_between_rounds(phase: str, resting: bool) -> None:
    assert is_resting(phase) is resting


@pytest.mark.parametrize(
    ("trump", "by_tricks", "shown"), [("H", False, "H"), ("H", True, "H"), (None, False, "none"), (None, True, None)]
)
def test_trump_is_told_as_far_as_the_table_knows_it(trump: str | None, by_tricks: bool, shown: str | None) -> None:
    board = SimpleNamespace(extra=SimpleNamespace(trump=trump), hand=SimpleNamespace(by_tricks=by_tricks))
    assert trump_shown(board) == shown


@pytest.mark.parametrize(
    ("chosen", "phase", "named"), [(None, "play", None), (1, "play", "Ben"), (1, "mercy", None), (0, "deal", "Ann")]
)
def test_the_chosen_is_named_unless_the_turn_line_does(chosen: int | None, phase: str, named: str | None) -> None:
    board = SimpleNamespace(phase=phase, extra=SimpleNamespace(chosen=chosen))
    assert chosen_named(board, ("Ann", "Ben", "Cat")) == named


@pytest.mark.parametrize(("seat", "card", "said"), [(1, "X", "win"), (1, "7C", ""), (0, "X", "")])
def test_what_the_joker_said_stands_at_its_card(seat: int, card: str, said: str) -> None:
    seats = [SimpleNamespace(card=card)] * 3
    board = SimpleNamespace(seats=seats, extra=SimpleNamespace(joker=SimpleNamespace(seat=1, said="win")))
    assert joker_said(board, seat) == said
