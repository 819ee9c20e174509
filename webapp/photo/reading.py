"""Result of reading a photo: cards with their places and certainty, and problems."""

import math
from collections.abc import Iterable

from msgspec import Struct

from rules_core.cards import Card

LIKELIEST = 3
FARTHEST = 100_000
"""Pixels from the corner of a photo: no photo has as many."""

Point = tuple[int, int]


class Guess(Struct, frozen=True):
    """A card that may lie there, and how probable that is: 0 to 1."""

    card: Card
    certainty: float


class SeenCard(Struct, frozen=True):
    """A card on a photo, in pixels of the upright photo.

    `outline` are the corners of the card, clockwise, where two of its indices are seen, else those of its index;
    `centre` is their middle. `certainty`: how probable it is that this is the card; `is_sure`: so probable that nobody
    need be asked. `likeliest`: what it may be, the likeliest first.
    """

    card: Card
    certainty: float
    is_sure: bool
    centre: Point
    outline: tuple[Point, ...]
    likeliest: tuple[Guess, ...]


class Reading(Struct, frozen=True):
    """The reading of a photo: its width and height once upright, its cards from left to right, and its problems.

    Problems are codes: `no-picture` and `too-large` where the file could not be looked at, `nothing-seen`; and where
    not all is sure what may be the cause: `too-dark`, `glare`, `from-the-side`, `too-small`.
    """

    width: int
    height: int
    cards: tuple[SeenCard, ...]
    problems: tuple[str, ...]

    @property
    def is_sure(self) -> bool:
        """Tells whether all cards that were seen are sure."""
        return bool(self.cards) and all(card.is_sure for card in self.cards)


def can_lie_on_a_photo(pixels: Iterable[int]) -> bool:
    """Tells whether a photo can have places so far from its corner."""
    return all(-FARTHEST <= at <= FARTHEST for at in pixels)


def rounded(certainty: float) -> float:
    """Returns a probability as it is told: never as certain as 1."""
    return math.floor(certainty * 10_000) / 10_000


class LearnedRows(Struct, frozen=True):
    """What was learned of a photo of rows: the suits of its rows, and the traits of its indices, which are kept.

    `known` of its `indices` were read before they were taught. Else `problem` says why nothing was learned: those of a
    Reading that could not be looked at; `rows`, of which more were `seen` than suits are left; `cards`, of which so
    many were seen in a `row`; `order`: where a `card` should lie another one was `read`; `too-much` is known of it.
    """

    suits: str = ""
    traits: bytes = b""
    known: int = 0
    indices: int = 0
    problem: str = ""
    row: int = 0
    seen: int = 0
    card: Card = ""
    read: Card = ""
