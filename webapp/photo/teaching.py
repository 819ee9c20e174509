"""A pack is learned from photos of its cards in rows: what the second net makes of their indices, and heads for them.

Of a photo these traits alone are kept, with the rank and suit that each belongs to.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from rules_core.cards import RANKS, SUITS, Card
from webapp.http.limits import LARGEST_LESSONS
from webapp.photo import nets
from webapp.photo.corners import Corner, corners, read_corners, traits_of
from webapp.photo.picture import Photo
from webapp.photo.rows import Placed, placed, rows
from webapp.photo.seen import Lesson

NONE = len(RANKS) + 1
"""The class of what is no index."""
LIKENESSES = ((1.0, 0.0), (1.07, 0.06), (0.94, -0.06))
"""Each index is learned as it was found, and a little larger and smaller, turned one way and the other."""
NO_INDICES = ((0.0, 0.0, math.pi), (0.7, 0.0, 0.0), (0.0, 0.7, 0.0), (-0.6, -0.4, 0.0))
"""What is learned to be none, by its place in heights and its direction: an index on its head, what lies beside it."""
CLEAR, FEWEST_AGAINST = 0.9, 3
"""What is so probable is read untaught; so many that are others than their places say are no chance."""
FLOORS, CERTAIN = (0.4, 0.5, 0.6), 0.75
"""How sure it must be that something is an index, one after the other until rows fit; where it seems to say nothing."""
MARGIN, HELD_BACK, ROUNDS = 5.0, 0.02, 12
"""How far, as a logarithm, one class is told from the others; what a change costs; how often it is made."""
MOST_PACKS = 8


def lesson(photo: Photo, cards: Sequence[Card], before: Sequence[bytes]) -> Lesson:
    """Returns what is learned of a photo on which these cards lie in rows, suit by suit, or those of the first suits.

    `before`: what was learned of other photos, which is kept with it.
    """
    kept, suits = nets.weights(), "".join(dict.fromkeys(card[1] for card in cards))
    long = len(cards) // len(suits)
    found = corners(photo.picture, kept)
    read = read_corners(found, traits_of(photo.picture, found, kept), tuple(cards), kept)
    levels = [
        [one.corner for one in read if one.corner.score >= (floor if one.none < CLEAR else CERTAIN)] for floor in FLOORS
    ]
    ways = placed(levels, long, len(suits))
    if not ways:
        return _unlike(max(rows(levels[0]), rows(levels[0], is_turned=True), key=len), long, len(suits))
    said = {one.corner: one.cards for one in read}

    def number(one: Placed) -> int:
        return one.spot[0] * long + one.spot[1]

    def fits(way: Sequence[Placed]) -> float:
        return sum(math.log(said[one.corner][number(one)] + 0.001) for one in way)

    way = max(ways, key=fits)
    clear = [one for one in way if said[one.corner].max() > CLEAR]
    against = [one for one in clear if said[one.corner].argmax() != number(one)]
    if len(against) >= FEWEST_AGAINST and 2 * len(against) > len(clear):
        first = min(against, key=lambda one: one.spot)
        return Lesson(problem="order", card=cards[number(first)], read=cards[int(said[first.corner].argmax())])
    learned = suits[: 1 + max(one.spot[0] for one in way)]
    lessons = _kept(photo, [(one.corner, cards[number(one)]) for one in way], before)
    if len(lessons) > LARGEST_LESSONS:
        return Lesson(problem="too-much")
    return Lesson(learned, lessons, known=len(clear) - len(against), indices=len(way))


def _unlike(laid: list[list[Corner]], cards: int, most: int) -> Lesson:
    """Returns why nothing is learned of these rows."""
    if not laid:
        return Lesson(problem="nothing-seen")
    if len(laid) > most:
        return Lesson(problem="rows", seen=len(laid))
    row = next((row for row, indices in enumerate(laid, 1) if len(indices) not in (cards, 2 * cards)), 1)
    return Lesson(problem="cards", row=row, seen=len(laid[row - 1]))


def _kept(photo: Photo, way: Sequence[tuple[Corner, Card]], before: Sequence[bytes]) -> bytes:
    """Returns traits and classes as they are kept, with those from before."""
    said = [(RANKS.index(card[0]), SUITS.index(card[1])) for _, card in way]
    looked, classes = list[Corner](), list[tuple[int, int]]()
    for taller, turn in LIKENESSES:
        looked += [replace(one, height=one.height * taller, direction=one.direction + turn) for one, _ in way]
        classes += said
    for right, down, turn in NO_INDICES:
        looked += [replace(one.beside(right, down), direction=one.direction + turn) for one, _ in way]
        classes += [(NONE, 0)] * len(way)
    traits = traits_of(photo.picture, looked, nets.weights()).astype(np.float16)
    every = [*map(_opened, before), (traits, np.array(classes, np.uint8))]
    file = BytesIO()
    np.savez_compressed(
        file, traits=np.concatenate([one for one, _ in every]), classes=np.concatenate([one for _, one in every])
    )
    return file.getvalue()


def _opened(lessons: bytes) -> tuple[NDArray[np.float16], NDArray[np.uint8]]:
    with np.load(BytesIO(lessons), allow_pickle=False) as file:
        return file["traits"], file["classes"]


@lru_cache(maxsize=MOST_PACKS)
def taught(lessons: bytes) -> nets.Weights:
    """Returns the weights with heads that know the pack of these lessons, and other packs as before."""
    traits, classes = _opened(lessons)
    kept, seen = nets.weights(), traits.astype(np.float32)
    is_card = classes[:, 0] != NONE
    changed = _told_apart(kept, "reader.rank", seen, classes[:, 0])
    return {**kept, **changed, **_told_apart(kept, "reader.suit", seen[is_card], classes[is_card, 1])}


def _told_apart(kept: nets.Weights, head: str, seen: nets.Floats, classes: NDArray[np.uint8]) -> nets.Weights:
    """Returns a head that differs as little as may be from what it was, and tells each of these from others."""
    x = np.concatenate([seen, np.ones((len(seen), 1), np.float32)], axis=1)
    weights = np.concatenate([kept[f"{head}.weight"], kept[f"{head}.bias"][None]])
    costs = x.T @ x + HELD_BACK * len(x) * np.eye(x.shape[1], dtype=np.float32)
    each = np.arange(len(x))
    for _ in range(ROUNDS):
        said = x @ weights
        others = said.copy()
        others[each, classes] = -np.inf
        nearest = others.argmax(axis=1)
        lack = np.maximum(0, MARGIN - said[each, classes] + said[each, nearest]) / 2
        wanted = np.zeros_like(said)
        wanted[each, classes] = lack
        wanted[each, nearest] = -lack
        weights = weights + np.linalg.solve(costs, x.T @ wanted)
    return {f"{head}.weight": weights[:-1].astype(np.float32), f"{head}.bias": weights[-1].astype(np.float32)}
