"""Figures of a hand of Sixes and Sevens: which tricks the lowest card took."""

from collections.abc import Iterator

from rules_core.figures import SHARED, Figure, FigureType
from rules_core.games.sixes_and_sevens.parity import Options, went_low
from rules_core.tricks import CompleteTrick

TAKEN_LOW = FigureType("taken-low", "rate", "ODD-9")
FIGURE_TYPES = (*SHARED, TAKEN_LOW)


def taken_low(tricks: tuple[CompleteTrick, ...], players: int, options: Options) -> Iterator[Figure]:
    """Yields how many of its tricks each seat took when the lowest card was ahead, as far as the cards are known.

    What a wild ace was is not kept: tricks with one are left out (ODD-V1).
    """
    known = [trick for trick in tricks if trick.cards and not (options.ace_wild and _has_ace(trick))]
    for seat in range(players) if known else ():
        low = [went_low(trick.cards, options) for trick in known if trick.winner == seat]
        yield TAKEN_LOW.figure(sum(low), len(low), seat=seat)


def _has_ace(trick: CompleteTrick) -> bool:
    return any(played.card[0] == "A" for played in trick.cards)
