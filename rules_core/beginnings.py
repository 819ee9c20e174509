"""Made-up hands: how a table stands in each phase of one, so that pages of a phase can be drawn in advance."""

from collections.abc import Iterator
from itertools import islice

from rules_core.events import Deal, Event, Play, Trick, VoidHand
from rules_core.findings import Observer
from rules_core.replay import Fold, step

NOBODY = Observer()
LONGEST = 24
"""No hand needs more entries until it is played, or entered by tricks."""


def beginnings(start: Fold) -> Iterator[Fold]:
    """Yields tables before and in a hand, from every dealer: due, called, melded, led, entered by tricks.

    `start` is a table before its first entry; nothing comes of one whose game has no deals.
    """
    if "deal" not in start.events:
        return
    hands = [_entered(start, Deal(dealer)) for dealer in range(len(start.header.players))]
    yield from hands
    for dealt in hands:
        yield _entered(dealt, VoidHand())
        yield from _walk(dealt, plays=False)
        yield from _walk(dealt, plays=True)


def _walk(fold: Fold, *, plays: bool) -> Iterator[Fold]:
    """Continues by tricks, else by the first entry offered; `plays`: by cards, the last first, for one trick."""
    for _ in range(LONGEST):
        event = _next(fold, plays=plays)
        if event is None:
            return
        fold = _entered(fold, event)
        yield fold
        if isinstance(event, Trick):
            return


def _next(fold: Fold, *, plays: bool) -> Event | None:
    offered = list(islice(fold.game.candidates(fold.state), 400))
    if plays:
        cards = [event for event in offered if isinstance(event, Play)]
        lying = sum(seat.card is not None for seat in fold.game.view(fold.state, NOBODY).seats)
        return cards[-1] if cards and lying < len(fold.header.players) else None
    others = [event for event in offered if not isinstance(event, Play)]
    return next((event for event in others if isinstance(event, Trick)), others[0] if others else None)


def _entered(fold: Fold, event: Event) -> Fold:
    after = step(fold, event)
    assert isinstance(after, Fold), after
    return after
