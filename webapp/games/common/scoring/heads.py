"""What is told of a finished hand as a whole, before its points are counted side by side."""

from collections.abc import Iterator, Sequence
from typing import Any

from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.words.cited import Cited
from webapp.words.score_kit import FinishedHand


def head(game: str, done: Any, options: Any, names: Sequence[str]) -> list[Cited]:
    """Returns what is told of a finished hand as a whole: who dealt, bid, closed, called."""
    own, hand = look_of(game).head, FinishedHand(done, options, names)
    return [*_dealt(hand), *(own(hand) if own is not None else ())]


def _dealt(hand: FinishedHand) -> Iterator[Cited]:
    if hand.done.dealer is not None:
        yield Cited(_("%(name)s dealt.", name=hand.names[hand.done.dealer]))
