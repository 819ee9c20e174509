"""When the players at a table are told that the unseen cards cannot be dealt."""

import pytest

from rules_core import result
from rules_core.findings import Contradiction
from rules_core.games.sixes_and_sevens import GAME
from tests.rules.tables import Table


def told_at(table: Table) -> Contradiction | None:
    told = GAME.contradiction(table.state)
    written = result.table(table.fold)["contradiction"]
    assert written == (told and {"suit": told.suit, "plays": told.plays})
    return told


def dealt(players: int) -> Table:
    """The last seat deals: seat 0 leads."""
    table = Table(GAME.name, players)
    table.deal(players - 1)
    return table


@pytest.mark.rule("ODD-4", "ODD-7")
def test_hearts_that_nobody_has_room_for_but_one_may_lie_aside() -> None:
    table = dealt(3)
    table.plays(0, "2H 2S 2D")
    for card in [*(f"{rank}C" for rank in "23456789TJQK"), *(f"{rank}D" for rank in "345678")]:
        # Twelve hearts are unseen: with eleven cards the first seat, and the one aside, could be just those.
        enough = GAME.cards_held(table.state, 0) >= 11
        assert told_at(table) == (None if enough else Contradiction("H", (2, 3)))
        assert table.play(table.to_act[0], card) is None
    assert not enough
    assert table.infractions == []


def crowded_table() -> Table:
    """Six seats hold eight cards each, four lie aside. One heart is played and five say that they have none."""
    table = dealt(6)
    table.plays(0, "2H 2S 3S 4S 5S")
    assert told_at(table) is None, "the last to play may have five"
    table.play(5, "6S")
    assert told_at(table) == Contradiction("H", (2, 3, 4, 5, 6)), "twelve hearts for seven cards and the four aside"
    return table


@pytest.mark.rule("ODD-7")
def test_a_contradiction_accuses_nobody_and_refuses_nothing() -> None:
    table = crowded_table()
    assert table.infractions == []
    assert table.play(0, "2C") is None


@pytest.mark.rule("GEN-4", "ODD-7")
def test_a_contradiction_becomes_a_proof_when_a_card_shows() -> None:
    table = crowded_table()
    table.plays(0, "2C 3C 4H")
    assert table.infractions == [("must-follow-suit", 2, 3, 9)]
    assert told_at(table) is None, "the hearts may be with the seat that revoked"


def test_a_contradiction_goes_with_the_play_that_is_taken_back_or_amended() -> None:
    table = crowded_table()
    table.enter("amend", changes=[{"target": 4, "with": [{"type": "play", "seat": 3, "card": "4H"}]}])
    assert told_at(table) is None
    table.enter("undo")
    assert table.enter("play", seat=5, card="5H") is None
    assert told_at(table) is None


def test_nothing_is_known_after_a_step_down_or_in_another_hand() -> None:
    table = crowded_table()
    table.enter("trick", winner=0)
    assert told_at(table) is None
    table = crowded_table()
    table.enter("void-hand")
    assert told_at(table) is None


def test_a_hand_that_only_its_seat_sees_makes_no_contradiction_and_ends_none() -> None:
    table = dealt(6)
    table.plays(0, "2H 2S 3S 4S 5S")
    assert table.enter("hand", seat=5, cards=[f"{rank}S" for rank in "6789TJQK"]) is None
    assert told_at(table) is None
    table.play(5, "6S")
    told = told_at(table)
    assert told == Contradiction("H", (2, 3, 4, 5, 7))
    assert table.enter("hand", seat=1, cards=[f"{rank}H" for rank in "3456789"]) is None
    assert told_at(table) == told
