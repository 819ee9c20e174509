"""Figures of a hand of Sechsundsechzig: calls, closings, marriages, Augen (SU-9, 14, 17 to 23)."""

from collections.abc import Iterator

from rules_core.figures import SHARED, Figure, FigureType, Level, of_leads, of_tricks
from rules_core.games.sechsundsechzig.hand import HandSummary, Marriage, State, side_of
from rules_core.games.sechsundsechzig.marriage import PLAIN_MARRIAGE, TRUMP_MARRIAGE
from rules_core.games.sechsundsechzig.score import MOST_POINTS

CALLS = FigureType("calls", "rate", "SU-19")
CLOSINGS = FigureType("closings", "rate", "SU-22")
MARRIAGES = FigureType("marriages-20", "count", "SU-17")
TRUMP_MARRIAGES = FigureType("marriages-40", "count", "SU-17")
THREES = FigureType("threes", "count", "SU-21")
AUGEN = FigureType("augen", "points", "SU-9")
MOST_AUGEN = FigureType("most-augen", "most", "SU-9")
FIGURE_TYPES = (*SHARED, CALLS, CLOSINGS, MARRIAGES, TRUMP_MARRIAGES, THREES, AUGEN, MOST_AUGEN)


def level_of(done: HandSummary) -> Level:
    """Returns how closely a finished hand was entered; one that was called in its first trick has no trick."""
    if done.augen is None:
        return "totals"
    return "cards" if all(trick.cards for trick in done.played) else "tricks"


def figures_of(state: State, hand: int) -> Iterator[Figure]:
    """Yields the figures of a finished hand's seats, and of its sides where partners have them together.

    Of a hand entered as its points nothing is known but who scored three.
    """
    done: HandSummary = state.finished[hand]
    for side, points in enumerate(done.points):
        yield THREES.figure(int(points == MOST_POINTS), side=side)
    if done.augen is None or done.tricks is None:
        return
    yield from of_tricks(done.tricks)
    yield from of_leads(done.played, state.players)
    for seat, augen in enumerate(done.augen):
        yield AUGEN.figure(augen, seat=seat)
        yield MOST_AUGEN.figure(augen, seat=seat)
        yield from _risks(state, done, seat)
        yield from _marriages(done.marriages, seat)


def _risks(state: State, done: HandSummary, seat: int) -> Iterator[Figure]:
    called, closed = done.claimed_by == seat, done.closed_by == seat
    yield CALLS.figure(int(called and done.claim_good is True), int(called), seat=seat)
    yield CLOSINGS.figure(int(closed and done.points[side_of(state, seat)] > 0), int(closed), seat=seat)


def _marriages(marriages: tuple[Marriage, ...], seat: int) -> Iterator[Figure]:
    """Yields how many marriages a seat announced, those that stayed without a trick included (SU-18)."""
    own = [marriage.points for marriage in marriages if marriage.seat == seat]
    yield MARRIAGES.figure(own.count(PLAIN_MARRIAGE), seat=seat)
    yield TRUMP_MARRIAGES.figure(own.count(TRUMP_MARRIAGE), seat=seat)
