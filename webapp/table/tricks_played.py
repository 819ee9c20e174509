"""Where the cards of a match lay: its tricks hand by hand, and what each of them asked for."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules_core import replay
from rules_core.cards import Suit
from rules_core.replay import Fold
from rules_core.tricks import CompleteTrick, Played
from rules_core.view import TrickView, trick_of


class HandTricks(NamedTuple):
    """The tricks of a hand, by its number from 1; `lying` are the cards of one that is open or was cut short."""

    number: int
    under_way: bool
    tricks: tuple[CompleteTrick, ...]
    lying: tuple[Played, ...]

    def trick_of(self, event: int) -> TrickView | None:
        """Returns the trick in which the play at this place of the log fell, None where it is not in this hand."""
        return trick_of(event, self.tricks, self.lying)


def hand_tricks(fold: Fold) -> Iterator[HandTricks]:
    """Yields the hands of a match, the one under way last; none in a game in which no cards are played from hands."""
    state = fold.state
    if "play" not in fold.events:
        return
    for number, done in enumerate(state.finished, 1):
        yield HandTricks(number, False, done.played, getattr(done, "lying", ()))
    if state.hand is not None:
        yield HandTricks(len(state.finished) + 1, True, state.hand.tricks, state.hand.trick)


def trick_at(fold: Fold, index: int) -> TrickView | None:
    """Returns the trick in which the play at this place of the log fell, None for what is no play of a card."""
    return next((trick for hand in hand_tricks(fold) if (trick := hand.trick_of(index)) is not None), None)


def state_before_entry(fold: Fold, index: int) -> Any:
    """Returns the state before the event that stands at this place of the log."""
    return replay.state_before(fold, next(node for node in replay.nodes(fold) if node.index == index))


def suit_asked_for(before: Any, trick: TrickView) -> Suit | None:
    """Returns the suit that a trick asked for, as the hand stood `before` a card of it; None: none yet.

    Of a card that asks for another suit than its own only the hand itself knows it.
    """
    return getattr(before.hand, "led", None) or trick.cards[0].card[1:] or None
