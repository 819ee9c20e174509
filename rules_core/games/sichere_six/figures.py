"""Figures of a round of Sichere Six: nines, Fate, the Joker and the stones (SIC-10, 14, 17 to 19)."""

from collections.abc import Iterator

from rules_core.figures import SHARED, Figure, FigureType, of_leads, of_tricks
from rules_core.games.sichere_six.ranking import JOKER
from rules_core.games.sichere_six.round import HandSummary, State
from rules_core.games.sichere_six.score import stones

NINES = FigureType("nines", "count", "SIC-17")
WITHOUT_NINE = FigureType("without-nine", "share", "SIC-17")
CHOSEN = FigureType("chosen", "count", "SIC-14")
MIRTHS = FigureType("mirths", "count", "SIC-18")
JOKER_TRICKS = FigureType("joker-tricks", "rate", "SIC-10")
LIGHT_STONES = FigureType("light-stones", "most", "SIC-19")
DARK_STONES = FigureType("dark-stones", "most", "SIC-19")
FIGURE_TYPES = (*SHARED, NINES, WITHOUT_NINE, CHOSEN, MIRTHS, JOKER_TRICKS, LIGHT_STONES, DARK_STONES)


def figures_of(state: State, hand: int) -> Iterator[Figure]:
    """Yields the figures of a finished round's seats."""
    done: HandSummary = state.finished[hand]
    yield from of_tricks(done.tricks)
    yield from of_leads(done.played, state.players)
    for seat, nines in enumerate(done.nines):
        yield NINES.figure(nines, seat=seat)
        yield WITHOUT_NINE.figure(int(not nines), seat=seat)
        yield MIRTHS.figure(int(done.mirth and done.chosen == seat), seat=seat)
        if done.trick_winners:  # totals reveal The Chosen only by Fate's Mirth
            yield CHOSEN.figure(int(done.chosen == seat), seat=seat)
    yield from _jokers(done, state.players)
    yield from _stones(done)


def _jokers(done: HandSummary, players: int) -> Iterator[Figure]:
    """Yields the figure of each seat's Jokers: played, and taking their trick; only where every card is known."""
    if not done.played or not all(trick.cards for trick in done.played):
        return
    laid = [(p.seat, trick.winner) for trick in done.played for p in trick.cards if p.card == JOKER]
    for seat in range(players):
        own = [winner for by, winner in laid if by == seat]
        yield JOKER_TRICKS.figure(own.count(seat), len(own), seat=seat)


def _stones(done: HandSummary) -> Iterator[Figure]:
    for seat, (before, points) in enumerate(zip(done.before, done.points, strict=True)):
        held = stones(before + points)
        yield LIGHT_STONES.figure(held.light, seat=seat)
        yield DARK_STONES.figure(held.dark, seat=seat)
