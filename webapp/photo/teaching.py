"""Learning a pack from photos of its cards in rows: the second net's traits of their indices, and new heads.

Of a photo these traits alone are kept, with the rank and suit that each belongs to.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules_core.cards import RANKS, SUITS, Card
from webapp.http.limits import LARGEST_TRAITS
from webapp.photo import nets
from webapp.photo.corners import Corner, corners, read_corners, traits_of
from webapp.photo.picture import Photo
from webapp.photo.reading import LearnedRows

ASKEW = math.radians(25)
"""How far an index may be turned from the others of its photo."""
HEIGHTS = (0.7, 1.45)
"""Smallest and largest height of an index, relative to the usual one of its photo."""
STEEP, LOOSE, NEAREST = 0.2, 0.35, 0.35
"""How far a neighbour lies above or below, for its distance and in heights; and how far to the side at least."""

WIDER = 1.4
"""From this share of the usual distance on, the last two of a row are of one card."""

Spot = tuple[int, int]
"""The row of a card, and its place in it."""


class Placed(NamedTuple):
    """An index, and the card that it is of."""

    corner: Corner
    spot: Spot


def rows(found: Sequence[Corner], *, is_turned: bool = False) -> list[list[Corner]]:
    """Returns the rows of upright indices, the uppermost first; `is_turned`: of those that stand on their heads."""
    axis = _axis(found) + (math.pi if is_turned else 0.0)
    ahead = [one for one in found if abs(math.remainder(one.direction - axis, math.tau)) < ASKEW]
    if not ahead:
        return []
    usual = sorted(one.height for one in ahead)[len(ahead) // 2]
    places = {one: _turned(one, axis) for one in ahead if HEIGHTS[0] < one.height / usual < HEIGHTS[1]}
    right_of = {one: _right_of(one, places, usual) for one in places}
    chains = [_chain(one, right_of) for one in places if one not in right_of.values()]
    longest = max(map(len, chains))
    whole = [chain for chain in chains if len(chain) * 2 > longest]
    return sorted(whole, key=lambda chain: sum(places[one][1] for one in chain) / len(chain))


def placed(levels: Sequence[Sequence[Corner]], cards: int, most: int) -> list[list[Placed]]:
    """Returns how indices may lie in rows of `cards`, at most `most` rows: as the photo stands, or turned over.

    `levels`: the indices of the photo, then those that are surer; the first of which no row has more or fewer counts.
    """
    fitting = [(is_turned, laid) for is_turned in (False, True) if (laid := _fitting(levels, cards, most, is_turned))]
    if len({len(laid) for _, laid in fitting}) > 1:
        del fitting[1:]
    ways = [
        [one for is_turned, laid in fitting for one in _spots(laid, cards, is_over=is_over != is_turned)]
        for is_over in (False, True)
    ]
    return ways if fitting else []


def _fitting(
    levels: Sequence[Sequence[Corner]],
    cards: int,
    most: int,
    is_turned: bool,
) -> list[list[Corner]]:
    for found in levels:
        laid = [_trimmed(row, cards) for row in rows(found, is_turned=is_turned)]
        if 0 < len(laid) <= most and all(len(row) in (cards, 2 * cards) for row in laid):
            return laid
    return []


def _trimmed(row: list[Corner], cards: int) -> list[Corner]:
    """Returns a row of cards that cover each other without the further index of the last one, which nothing covers."""
    if len(row) != cards + 1:
        return row
    gaps = [math.dist((one.x, one.y), (other.x, other.y)) for one, other in pairwise(row)]
    wide = WIDER * sorted(gaps)[len(gaps) // 2]
    return row[1:] if gaps[0] > wide else row[:-1] if gaps[-1] > wide else row


def _spots(laid: list[list[Corner]], cards: int, *, is_over: bool) -> list[Placed]:
    """Returns the card of each index; `is_over`: counted from the last card of the last row."""
    found = []
    for row, indices in enumerate(laid):
        for at, corner in enumerate(indices):
            spot = row, at * cards // len(indices)
            found.append(Placed(corner, (len(laid) - 1 - spot[0], cards - 1 - spot[1]) if is_over else spot))
    return found


def _axis(found: Sequence[Corner]) -> float:
    """Returns the direction of most indices or the opposite one, whichever points upwards."""
    across = sum(one.score * math.sin(2 * one.direction) for one in found)
    along = sum(one.score * math.cos(2 * one.direction) for one in found)
    axis = math.atan2(across, along) / 2
    return axis if math.sin(axis) <= 0 else axis - math.pi


def _turned(one: Corner, axis: float) -> tuple[float, float]:
    """Returns how far to the right and how far down an index lies once its photo is turned upright."""
    up_x, up_y = math.cos(axis), math.sin(axis)
    return up_x * one.y - up_y * one.x, -(up_x * one.x + up_y * one.y)


def _right_of(one: Corner, places: Mapping[Corner, tuple[float, float]], usual: float) -> Corner | None:
    """Returns the nearest index to the right, where one lies in the same row."""
    x, y = places[one]
    near = [
        (far, other)
        for other, (right, down) in places.items()
        if (far := (right - x) / usual) > NEAREST and abs(down - y) / usual < STEEP * far + LOOSE
    ]
    return min(near, key=lambda pair: pair[0], default=(0.0, None))[1]


def _chain(one: Corner, right_of: Mapping[Corner, Corner | None]) -> list[Corner]:
    chain = [one]
    while (following := right_of[chain[-1]]) is not None:
        chain.append(following)
    return chain


NONE = len(RANKS) + 1
"""The class of no index."""
LIKENESSES = ((1.0, 0.0), (1.07, 0.06), (0.94, -0.06))
"""Each index is learned as it was found, and a little larger and smaller, turned one way and the other."""
NO_INDICES = ((0.0, 0.0, math.pi), (0.7, 0.0, 0.0), (0.0, 0.7, 0.0), (-0.6, -0.4, 0.0))
"""Places that are taught as no index, in heights and by direction: an index on its head, what lies next to it."""
CLEAR, FEWEST_AGAINST = 0.9, 3
"""What is so probable is read untaught; so many that are others than their places say are no chance."""
FLOORS, CERTAIN = (0.4, 0.5, 0.6), 0.75
"""How sure it must be that something is an index, one after the other until rows fit; where it seems to say nothing."""
MARGIN, HELD_BACK, ROUNDS = 5.0, 0.02, 12
"""How far, as a logarithm, one class is told from the others; what a change costs; how often it is made."""
MOST_PACKS = 8


def learn(photo: Photo, cards: Sequence[Card], before: Sequence[bytes]) -> LearnedRows:
    """Returns what is learned of a photo with these cards in rows, suit by suit, or those of the first suits.

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
        return LearnedRows(problem="order", card=cards[number(first)], read=cards[int(said[first.corner].argmax())])
    learned = suits[: 1 + max(one.spot[0] for one in way)]
    traits = _kept(photo, [(one.corner, cards[number(one)]) for one in way], before)
    if len(traits) > LARGEST_TRAITS:
        return LearnedRows(problem="too-much")
    return LearnedRows(learned, traits, known=len(clear) - len(against), indices=len(way))


def _unlike(laid: list[list[Corner]], cards: int, most: int) -> LearnedRows:
    """Returns why nothing is learned of these rows."""
    if not laid:
        return LearnedRows(problem="nothing-seen")
    if len(laid) > most:
        return LearnedRows(problem="rows", seen=len(laid))
    row = next((row for row, indices in enumerate(laid, 1) if len(indices) not in (cards, 2 * cards)), 1)
    return LearnedRows(problem="cards", row=row, seen=len(laid[row - 1]))


def _kept(photo: Photo, way: Sequence[tuple[Corner, Card]], before: Sequence[bytes]) -> bytes:
    """Returns traits and classes as they are kept, with those from before."""
    said = [(RANKS.index(card[0]), SUITS.index(card[1])) for _, card in way]
    looked, classes = list[Corner](), list[tuple[int, int]]()
    for taller, turn in LIKENESSES:
        looked += [replace(one, height=one.height * taller, direction=one.direction + turn) for one, _ in way]
        classes += said
    for right, down, turn in NO_INDICES:
        looked += [replace(one.shifted(right, down), direction=one.direction + turn) for one, _ in way]
        classes += [(NONE, 0)] * len(way)
    traits = traits_of(photo.picture, looked, nets.weights()).astype(np.float16)
    every = [*map(_opened, before), (traits, np.array(classes, np.uint8))]
    file = BytesIO()
    np.savez_compressed(
        file, traits=np.concatenate([one for one, _ in every]), classes=np.concatenate([one for _, one in every])
    )
    return file.getvalue()


def _opened(pack: bytes) -> tuple[NDArray[np.float16], NDArray[np.uint8]]:
    with np.load(BytesIO(pack), allow_pickle=False) as file:
        return file["traits"], file["classes"]


@lru_cache(maxsize=MOST_PACKS)
def taught(pack: bytes) -> nets.Weights:
    """Returns the weights with heads that know the pack of these traits, and other packs as before."""
    traits, classes = _opened(pack)
    kept, seen = nets.weights(), traits.astype(np.float32)
    is_card = classes[:, 0] != NONE
    changed = _told_apart(kept, "reader.rank", seen, classes[:, 0])
    return {**kept, **changed, **_told_apart(kept, "reader.suit", seen[is_card], classes[is_card, 1])}


def _told_apart(kept: nets.Weights, head: str, seen: nets.Floats, classes: NDArray[np.uint8]) -> nets.Weights:
    """Returns a head that differs as little as possible from the given one, and separates these classes."""
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
