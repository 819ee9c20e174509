"""Sichere Six: what its rounds tell of nines, Fate, the Joker and the stones."""

import pytest

from rules_core.figures import of_seat
from rules_core.games.sichere_six import GAME
from tests.rules.games.sichere_six.tables import table
from tests.rules.tables import Table


def told(opened: Table, seat: int) -> dict[str, tuple[int, int]]:
    return {code: (f.value, f.of) for code, f in of_seat(GAME.figures(opened.state), seat, 3).items()}


@pytest.mark.rule("SIC-17", "SIC-19")
def test_a_round_entered_as_totals() -> None:
    opened = table()
    assert opened.enter("tally", tricks=[6, 2, 0], nines=[1, 3, 0]) is None
    assert opened.deal(1) is None
    assert opened.enter("tally", tricks=[0, 2, 6], nines=[0, 4, 0]) is None
    first, second = told(opened, 0), told(opened, 1)
    assert (first["tricks"], first["nines"], first["without-nine"]) == ((6, 16), (1, 2), (1, 2))
    assert (second["nines"], second["mirths"]) == ((7, 2), (1, 2))
    assert (first["light-stones"], first["dark-stones"]) == ((4, 2), (2, 2))
    assert "chosen" not in second, "of the first round nobody knows, so no hand is counted"
    assert not first.keys() & {"joker-tricks", "leads-won", "revokes"}


@pytest.mark.rule("SIC-14", "SIC-18")
def test_a_round_entered_by_tricks_tells_who_was_chosen() -> None:
    opened = table()
    assert opened.enter("trick", winner=2, nines=1) is None
    assert opened.enter("mercy", seat=2) is None
    for nines in (3, 0, 0, 0, 0, 0, 0):
        assert opened.enter("trick", winner=2, nines=nines) is None
    assert (told(opened, 2)["chosen"], told(opened, 0)["chosen"]) == ((1, 1), (0, 1))
    assert told(opened, 2)["mirths"] == (1, 1)


@pytest.mark.rule("SIC-10", "SIC-12")
@pytest.mark.parametrize(("said", "won"), [("win", 1), ("lose", 0)])
def test_the_joker_takes_its_trick_or_not(said: str, won: int) -> None:
    opened = table()
    assert opened.play(1, "X", joker=said) is None
    pack = [card for card in GAME.pack if card != "X" and card[0] != "9"] + [c for c in GAME.pack if c[0] == "9"]
    cards = iter(pack)
    while opened.state.hand is not None:
        if opened.phase == "mercy":
            assert opened.enter("mercy", seat=opened.to_act[0]) is None
        else:
            assert opened.play(opened.to_act[0], next(cards)) is None, opened.refusal
    assert told(opened, 1)["joker-tricks"] == (won, 1)
    assert told(opened, 0)["joker-tricks"] == (0, 0)
    assert sum(told(opened, seat)["leads-won"][1] for seat in range(3)) == 8
