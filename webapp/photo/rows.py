"""Cards laid in rows: their indices row by row, from left to right, told by their places alone."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from webapp.photo.corners import Corner

ASKEW = math.radians(25)
"""How far an index may be turned from the others of its photo."""
HEIGHTS = (0.7, 1.45)
"""How small and how large an index may be for what is usual on its photo."""
STEEP, LOOSE, NEAREST = 0.2, 0.35, 0.35
"""How far a neighbour lies above or below, for its distance and in heights; and how far beside at least."""

WIDER = 1.4
"""From so much of the usual distance on, the last two of a row are of one card."""

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
    beside = {one: _right_of(one, places, usual) for one in places}
    chains = [_chain(one, beside) for one in places if one not in beside.values()]
    longest = max(map(len, chains))
    whole = [chain for chain in chains if len(chain) * 2 > longest]
    return sorted(whole, key=lambda chain: sum(places[one][1] for one in chain) / len(chain))


def placed(levels: Sequence[Sequence[Corner]], cards: int, most: int) -> list[list[Placed]]:
    """Returns how indices may lie in rows of so many cards, at most so many rows: as the photo stands, or turned over.

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
    """Returns the direction in which most stand or the opposite one, whichever points upwards."""
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


def _chain(one: Corner, beside: Mapping[Corner, Corner | None]) -> list[Corner]:
    chain = [one]
    while (following := beside[chain[-1]]) is not None:
        chain.append(following)
    return chain
