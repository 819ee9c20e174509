"""The hands of a match and their tricks, by the events that belong to them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules_core import replay
from rules_core.cards import Suit
from rules_core.events import Play, VoidHand
from rules_core.replay import Fold, Node, state_before
from rules_core.tricks import CompleteTrick, Played, TrickHand
from rules_core.view import TrickView, trick_of


@dataclass(frozen=True)
class HandSpan:
    """A hand by its number from 1, and its entries in order; `under_way`: it is neither scored nor void."""

    number: int
    nodes: tuple[Node, ...]
    under_way: bool

    @property
    def is_void(self) -> bool:
        return isinstance(self.nodes[-1].event, VoidHand)

    @property
    def last_state(self) -> Any:
        """The state as the hand stood last: now, or just before it ended."""
        before = self.nodes[-1].before
        return self.nodes[-1].state if self.under_way or before is None else before.state

    @property
    def without_cards(self) -> bool:
        """Tells whether the hand went on without its cards: by tricks, or as totals."""
        last = self.last_state.hand
        tally = not self.under_way and self.nodes[-1].event.__struct_config__.tag == "tally"
        return tally or (isinstance(last, TrickHand) and last.by_tricks)


def hand_spans(fold: Fold) -> Iterator[HandSpan]:
    """Yields the hands of a match, the one under way last."""
    entries: list[Node] = []
    for node in replay.nodes(fold):
        before = state_before(fold, node)
        ended = len(node.state.finished) > len(before.finished)
        if not entries and node.state.hand is None and not ended:
            continue  # between two hands
        entries.append(node)
        if ended or node.state.hand is None:
            yield _span(fold, entries, under_way=False)
            entries = []
    if entries:
        yield _span(fold, entries, under_way=True)


def span_of(fold: Fold, index: int) -> HandSpan | None:
    """Returns the hand in which the event at this place of the log fell, None where it fell between two."""
    return next((hand for hand in hand_spans(fold) if any(node.index == index for node in hand.nodes)), None)


def span_numbered(fold: Fold, number: int) -> HandSpan | None:
    """Returns the hand of this number; of those that were dealt again the last."""
    return next((hand for hand in reversed(list(hand_spans(fold))) if hand.number == number), None)


def cards_left(fold: Fold, hand: HandSpan, seat: int) -> int:
    if not hand.under_way and isinstance(hand.nodes[-1].event, Play):
        return 0  # a card that ends a hand is the last of all
    return fold.game.cards_held(hand.last_state, seat)


def _span(fold: Fold, entries: list[Node], *, under_way: bool) -> HandSpan:
    return HandSpan(len(state_before(fold, entries[0]).finished) + 1, tuple(entries), under_way)


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
    """Returns the trick in which the play at this place of the log fell, None for other entries."""
    return next((trick for hand in hand_tricks(fold) if (trick := hand.trick_of(index)) is not None), None)


def tricks_around(fold: Fold, index: int) -> HandTricks:
    """Returns the tricks of the hand in which the play at this place of the log fell, also of one that was scrapped.

    Hands that count are looked through first: the page of a table asks, and must not read the whole log.
    """
    counted = next((hand for hand in hand_tricks(fold) if hand.trick_of(index) is not None), None)
    if counted is not None:
        return counted
    span = span_of(fold, index)
    assert span is not None  # a card is played within a hand
    hand = span.last_state.hand
    return HandTricks(span.number, False, hand.tricks, hand.trick)


def state_before_entry(fold: Fold, index: int) -> Any:
    """Returns the state before the event that stands at this place of the log."""
    return state_before(fold, replay.nodes_at(fold, {index})[0])


def suit_asked_for(before: Any, trick: TrickView) -> Suit | None:
    """Returns the suit that a trick asked for, as the hand stood `before` a card of it; None: none yet.

    Of a card that asks for another suit than its own only the hand itself knows it.
    """
    return getattr(before.hand, "led", None) or trick.cards[0].card[1:] or None
