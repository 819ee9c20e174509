"""Figures of a hand of Sixes and Sevens: which tricks the lowest card took."""

from collections.abc import Iterator

from rules_core.figures import SHARED, Figure, FigureType
from rules_core.games.sixes_and_sevens.parity import Options, went_low
from rules_core.tricks import CompleteTrick

TAKEN_LOW = FigureType("taken-low", "rate", "ODD-9")
FIGURE_TYPES = (*SHARED, TAKEN_LOW)


def taken_low(tricks: tuple[CompleteTrick, ...], players: int, options: Options) -> Iterator[Figure]:
    """Yields how many of its tricks each seat took when the lowest card was ahead, as far as that is known."""
    known = [(trick.winner, low) for trick in tricks if (low := went_low(trick.cards, options)) is not None]
    for seat in range(players) if known else ():
        own = [low for winner, low in known if winner == seat]
        yield TAKEN_LOW.figure(sum(own), len(own), seat=seat)
