"""Evidence for a claim: the melds that a player's cards held (DEEP-9 to 11), the points taken (DEEP-18)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from rules_core.cards import Card
from rules_core.case_evidence import CountLine, HandCount, Question, count, trick_lines
from rules_core.events import Hand, Play
from rules_core.games.deep_six.events import CardMeld
from rules_core.games.deep_six.hand import COPIES, HAND, HandState, Meld, Melded, State, hand_of
from rules_core.games.deep_six.meld import ECHOES, RUNS, WIDES, best_melds, is_barred, worth
from rules_core.games.deep_six.score import LAST_TRICK
from rules_core.tricks import Played

MELDS: tuple[Meld, ...] = (*(meld for runs in RUNS.values() for meld in runs), *(e for s in ECHOES.values() for e in s))


class MeldEvidence(Struct, frozen=True):
    """Evidence of a seat's meld: `said` is the count that it claimed, `laid` its melds where they were laid.

    `shown` are the cards of the hand that have come to light otherwise than by the meld itself, `best` the melds that
    count the most in them. The hand
    may still have held those that are `possible`; for `impossible` ones too many of the cards lay elsewhere, or it has
    no room for them.
    """

    seat: int
    said: int
    laid: tuple[Meld, ...]
    shown: tuple[Card, ...]
    best: tuple[Meld, ...]
    possible: tuple[Meld, ...]
    impossible: tuple[Meld, ...]

    @property
    def points(self) -> int:
        """The total of the best melds of the cards shown, 0 or less."""
        return worth(self.best)

    @property
    def unseen(self) -> int:
        """How many cards of the hand are unknown."""
        return HAND - len(self.shown)


def evidence(question: Question) -> MeldEvidence | HandCount | None:
    """Returns the evidence of a meld, or the points of all tricks; None for a single card."""
    event, state = question.event, question.last
    if isinstance(event, CardMeld):
        return _of_meld(question, event.seat, state)
    if isinstance(event, (Play, Hand)) or not question.tricks:
        return None
    return count(("points",), list(_lines(question)), len(state.totals), "DEEP-18")


def _lines(question: Question) -> Iterator[CountLine]:
    yield from trick_lines(question.tricks, lambda trick: trick.counts)
    if len(question.tricks) == HAND:
        yield CountLine(question.tricks[-1].winner, (LAST_TRICK,), what="last-trick")


def _of_meld(question: Question, seat: int, state: State) -> MeldEvidence:
    hand, reuse = hand_of(state), state.options.meld_reuse
    played: dict[int, Counter[Card]] = {other: Counter() for other in range(state.players)}
    for one in _played(question):
        played[one.seat][one.card] += 1
    known = {other: hand.known[other] if hand.known and other != seat else () for other in played}
    held = {other: cards + _still_held(hand, other, cards, known[other]) for other, cards in played.items()}
    shown, sunk = held.pop(seat), hand.opening.sunk
    elsewhere = sum(held.values(), Counter[Card]())
    possible, impossible = _sorted_out(shown, elsewhere, hand)
    melded = hand.opening.melded[seat] or Melded(0)
    cards = tuple(sorted(shown.elements()))
    best = best_melds(cards, sunk, reuse)
    return MeldEvidence(seat, melded.points, melded.melds, cards, best, possible, impossible)


def _played(question: Question) -> Iterator[Played]:
    for trick in question.tricks:
        yield from trick.cards
    yield from question.lying


def _still_held(hand: HandState, seat: int, played: Counter[Card], known: Iterable[Card]) -> Counter[Card]:
    """The cards of a hand that were declared or are known to be in it, and not among those played since."""
    since = played - Counter(_played_before(hand, seat))
    return (Counter(known) | Counter(hand.declared[seat] or ())) - since


def _played_before(hand: HandState, seat: int) -> list[Card]:
    lay = [*(played for trick in hand.tricks for played in trick.cards), *hand.trick]
    return [played.card for played in lay if played.seat == seat]


def _sorted_out(
    shown: Counter[Card], elsewhere: Mapping[Card, int], hand: HandState
) -> tuple[tuple[Meld, ...], tuple[Meld, ...]]:
    """The melds that the cards shown do not hold: those that the hand may have held, and those that it cannot have."""
    possible: list[Meld] = []
    impossible: list[Meld] = []
    room = HAND - shown.total()
    for meld in (*MELDS, *WIDES):
        lacking = Counter(meld.cards) - shown
        if not lacking or is_barred(meld, hand.opening.sunk):
            continue
        fits = lacking.total() <= room and all(n <= COPIES - elsewhere[c] - shown[c] for c, n in lacking.items())
        (possible if fits else impossible).append(meld)
    return tuple(possible), tuple(impossible)
