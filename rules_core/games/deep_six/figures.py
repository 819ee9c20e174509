"""Figures of a hand of Deep Six: contracts, melds and points taken (DEEP-4, 9, 10, 18 to 20)."""

from collections.abc import Iterator

from rules_core.figures import SHARED, Figure, FigureType, of_played
from rules_core.games.deep_six.hand import SEATS, SIDES, Melded, State, side_of
from rules_core.games.deep_six.score import ALL_POINTS, HandSummary

CONTRACTS = FigureType("contracts", "rate", "DEEP-19")
LOWEST_CONTRACT = FigureType("lowest-contract", "least", "DEEP-4")
SUNK_CONTRACTS = FigureType("sunk-contracts", "rate", "DEEP-20")
MELD = FigureType("meld", "points", "DEEP-19")
MELDS = FigureType("melds", "count", "DEEP-9")
GRAND_RUNS = FigureType("grand-runs", "count", "DEEP-9")
BEST_MELD = FigureType("best-meld", "least", "DEEP-19")
TAKEN = FigureType("taken", "share", "DEEP-18")
LAST_TRICKS = FigureType("last-tricks", "count", "DEEP-18")
FIGURE_TYPES = (
    *SHARED,
    CONTRACTS,
    LOWEST_CONTRACT,
    SUNK_CONTRACTS,
    MELD,
    MELDS,
    GRAND_RUNS,
    BEST_MELD,
    TAKEN,
    LAST_TRICKS,
)


def figures_of(state: State, hand: int) -> Iterator[Figure]:
    """Yields the figures of a finished hand's seats, and of its sides where partners have them together."""
    done: HandSummary = state.finished[hand]
    yield from of_played(done.played, SEATS)
    yield from _bids(done)
    for side in range(SIDES):
        yield MELD.figure(done.meld[side], side=side)
        yield TAKEN.figure(done.taken[side], ALL_POINTS, side=side)
    for seat, melded in enumerate(done.melded):
        if melded is not None:
            yield from _melds(melded, seat)
    for seat in range(SEATS) if done.trick_winners else ():
        yield LAST_TRICKS.figure(int(done.trick_winners[-1] == seat), seat=seat)


def _bids(done: HandSummary) -> Iterator[Figure]:
    for seat in range(SEATS):
        bid = seat == done.bidder
        yield CONTRACTS.figure(int(bid and done.made), int(bid), seat=seat)
    against = side_of(done.bidder + 1)
    for side in range(SIDES):
        tried = side == against
        yield SUNK_CONTRACTS.figure(int(tried and not done.made), int(tried), side=side)
    if done.made:
        yield LOWEST_CONTRACT.figure(done.bid, seat=done.bidder)


def _melds(melded: Melded, seat: int) -> Iterator[Figure]:
    """Yields the meld of a seat; how many melds it was made of, where they were laid or there was none."""
    if melded.points:
        yield BEST_MELD.figure(melded.points, seat=seat)
    if melded.melds or not melded.points:
        yield MELDS.figure(len(melded.melds), seat=seat)
        yield GRAND_RUNS.figure(sum(meld.name == "grand-run" for meld in melded.melds), seat=seat)
