"""Entry point: reads the cards on a photo, or learns a pack from it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from rules_core.cards import Card, pack
from webapp.photo import WEIGHTS
from webapp.photo.picture import NoPhoto, opened
from webapp.photo.reading import LearnedRows, Reading


class CannotRead(Exception):
    """Photos cannot be read here; the text says what to install."""


def can_read() -> bool:
    """Tells whether photos are read here: the extra is installed, and the weights lie in the package."""
    return find_spec("numpy") is not None and WEIGHTS.is_file()


def read(photo: bytes, pack: Mapping[Card, int], taught_packs: Sequence[bytes] = ()) -> Reading:
    """Returns the cards on a photo. `pack`: how often each card is there; jokers are `X`. Raises CannotRead.

    `taught_packs`: what was kept of packs that were taught.
    """
    try:
        seen = opened(photo)
    except NoPhoto as problem:
        return Reading(0, 0, (), (problem.problem,))
    _require()
    from webapp.photo.recognition import recognise

    return recognise(seen, pack, taught_packs)


def teach(photo: bytes, cards: Sequence[Card], taught_packs: Sequence[bytes] = ()) -> LearnedRows:
    """Returns what is learned of a photo with these cards in rows, suit by suit, or those of the first suits.

    `taught_packs`: what was kept of photos before it, with which it is kept. Raises CannotRead.
    """
    try:
        seen = opened(photo)
    except NoPhoto as problem:
        return LearnedRows(problem=problem.problem)
    _require()
    from webapp.photo.teaching import learn

    return learn(seen, cards, taught_packs)


def _require() -> None:
    if not can_read():
        raise CannotRead("Photos are read by sixfold[photo], which is not installed: pip install 'sixfold[photo]'")


JOKER = "X"


def _plain(ranks: str, copies: int = 1, jokers: int = 0) -> Mapping[Card, int]:
    return {**dict.fromkeys(pack(ranks), copies), **({JOKER: jokers} if jokers else {})}


PACKS: Mapping[str, Mapping[Card, int]] = {
    "24": _plain("9TJQKA"),
    "32": _plain("789TJQKA"),
    "36": _plain("6789TJQKA"),
    "52": _plain("23456789TJQKA"),
    "54": _plain("23456789TJQKA", jokers=2),
    "48": _plain("9TJQKA", copies=2),
    "64": _plain("789TJQKA", copies=2),
    "104": _plain("23456789TJQKA", copies=2),
    "108": _plain("23456789TJQKA", copies=2, jokers=4),
}


def most_of(hands: Mapping[int, tuple[Card, ...]]) -> Mapping[Card, int]:
    """Returns how often each card can be on one table of a game, with any number of players."""
    most = Counter[Card]()
    for cards in hands.values():
        most |= Counter(cards)
    return most


SUITS_SHOWN = "CSHD"
"""In this order the rows of a pack are shown that is learned."""


def cards_left(ranks: str, known: str) -> tuple[Card, ...]:
    """Returns the cards of the suits that are not known yet, row by row."""
    return pack(ranks, (suit for suit in SUITS_SHOWN if suit not in known))
