"""Cards that a hand can have held when it melded, by the entries of its deal, before and since (DEEP-1, DEEP-3)."""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import UNSET, Struct

from rules_core.cards import Card
from rules_core.events import Event, Hand, Play
from rules_core.games.deep_six.events import CardMeld
from rules_core.games.deep_six.hand import COPIES, HAND, PACK, SEATS
from rules_core.games.deep_six.meld import meld_of, needed


class Holdings(Struct, frozen=True):
    """`sure`: how often the hand held each card for certain. `most`: how often it can have held it, 0 to 2."""

    sure: Mapping[Card, int]
    most: Mapping[Card, int]

    def too_many(self, need: Mapping[Card, int]) -> int:
        """Returns by how many cards the hand would be larger than fourteen if it had held these as well."""
        whole = Counter(self.sure) | Counter(need)
        return max(0, whole.total() - HAND)


def holdings(entries: Iterable[Event], seat: int, reuse: str) -> Holdings:
    """Returns the cards that this seat can have held when it melded; the meld in question is not among the entries.

    `entries` are those of one deal, in order, as many as the observer may look at: the fewer, the more is possible.
    `reuse` is the table's reading of DEEP-11.
    """
    sure = _shown(entries, reuse)
    room = HAND - sure[seat].total()
    others = Counter[Card]()
    for other, cards in enumerate(sure):
        others += cards if other != seat else Counter()
    most = {card: max(0, min(COPIES - others[card], sure[seat][card] + room)) for card in PACK}
    return Holdings(dict(sure[seat]), most)


def _shown(entries: Iterable[Event], reuse: str) -> list[Counter[Card]]:
    """The cards that each seat has shown to have held when the melds began: melded, played, declared."""
    shown = [Counter[Card]() for _ in range(SEATS)]
    played = [Counter[Card]() for _ in range(SEATS)]
    for event in entries:
        if isinstance(event, Play):
            played[event.seat][event.card] += 1
            shown[event.seat] |= played[event.seat]
        elif isinstance(event, Hand):  # what is left then, without what was played before
            shown[event.seat] |= played[event.seat] + Counter(event.cards)
        elif isinstance(event, CardMeld) and event.melds is not UNSET:
            laid = [meld for cards in event.melds if (meld := meld_of(cards)) is not None]
            shown[event.seat] |= Counter(needed([(meld.kind, meld.cards) for meld in laid], reuse))
    return shown
