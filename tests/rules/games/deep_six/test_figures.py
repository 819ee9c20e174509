"""Deep Six: what its hands tell of bids, melds and tricks."""

import pytest

from rules_core.figures import of_seat
from rules_core.games.deep_six import GAME
from tests.rules.games.deep_six.tables import melding, playing
from tests.rules.tables import Table


def told(table: Table, seat: int) -> dict[str, tuple[int, int]]:
    figures = of_seat(GAME.figures(table.state), seat, 2)
    return {code: (figure.value, figure.of) for code, figure in figures.items()}


def tallied(amount: int, taken: list[int], meld: list[int]) -> Table:
    """Seat 1 has bid this amount; the hand is entered as a whole."""
    table = melding(amount=amount)
    assert table.enter("tally", taken=taken, meld=meld) is None
    return table


@pytest.mark.rule("DEEP-19", "DEEP-20")
def test_contracts_made_and_sunk() -> None:
    made, failed = tallied(120, [200, 50], [0, 0]), tallied(100, [50, 200], [0, -60])
    assert told(made, 1)["contracts"] == (1, 1)
    assert told(made, 1)["lowest-contract"] == (120, 1)
    assert told(made, 0)["sunk-contracts"] == (0, 1)
    assert told(failed, 1)["contracts"] == (0, 1)
    assert "lowest-contract" not in told(failed, 1)
    assert told(failed, 0)["sunk-contracts"] == (1, 1)
    assert told(failed, 1)["sunk-contracts"] == (0, 0), "nobody bid against them"


@pytest.mark.rule("DEEP-18", "DEEP-19")
def test_what_totals_tell_of_a_side_and_what_they_do_not() -> None:
    figures = told(tallied(120, [200, 50], [-65, 0]), 2)
    assert (figures["taken"], figures["meld"]) == ((200, 250), (-65, 1))
    assert not figures.keys() & {"melds", "grand-runs", "best-meld", "last-tricks", "tricks", "leads-won", "revokes"}


@pytest.mark.rule("DEEP-9", "DEEP-10")
def test_melds_laid_card_by_card() -> None:
    table = playing(sunk="H", melds={1: "4S 5S 6S 7S 8S, 8C 8C", 2: "6D 6D"})
    for winner, points in ((3, 80), (3, 80), (3, 80), *[(1, 0)] * 11):
        assert table.enter("trick", winner=winner, points=points) is None
    figures = told(table, 1)
    assert (figures["melds"], figures["grand-runs"], figures["best-meld"]) == ((2, 1), (1, 1), (-70, 1))
    assert figures["last-tricks"] == (1, 1)
    assert figures["tricks"] == (11, 14)
    assert told(table, 0)["melds"] == (0, 1)
    assert "best-meld" not in told(table, 0), "nothing was melded"


@pytest.mark.rule("DEEP-19")
def test_of_a_meld_entered_by_points_only_those_are_known() -> None:
    table = melding()
    for seat, points in enumerate((0, -45, 0, 0)):
        assert table.enter("meld", seat=seat, points=points) is None
    assert table.enter("tally", taken=[250, 0]) is None
    assert told(table, 1)["best-meld"] == (-45, 1)
    assert "melds" not in told(table, 1)
    assert told(table, 0)["melds"] == (0, 1), "no points are no meld"
