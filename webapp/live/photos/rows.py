"""Rows and fans on a photo: which cards lie together."""

import itertools
import math
from collections.abc import Sequence

from webapp.photo.seen import Point, SeenCard

CLEAR = 1.5
"""So many times as far as within them rows are apart, to be told as rows."""


def rows_of(cards: Sequence[SeenCard], sides: int) -> list[list[int]]:
    """Returns the places of the cards row by row, from above and in each from the left, as their players look at them.

    As many rows are looked for as there are sides, then fewer, then more; what lies together is one. A card that lies
    alone belongs to the row that is nearest.
    """
    if not cards:
        return []
    spots = _upright(cards)
    for many in (*range(sides, 1, -1), *range(sides + 1, 2 * sides + 1)):
        for found in (_by_distance(spots, many), _by_height(spots, many)):
            rows = _joined(found, spots)
            if len(rows) == many:
                return sorted(rows, key=lambda row: _middle(row, spots))
    return [sorted(range(len(cards)), key=lambda place: spots[place][0])]


def _upright(cards: Sequence[SeenCard]) -> list[Point]:
    """Returns where the index at the upper left of each card lies, turned so that most cards stand upright."""
    ups = [(first[0] - last[0], first[1] - last[1]) for first, *_others, last in (card.outline for card in cards)]
    large = sorted(math.hypot(*up) for up in ups)[len(ups) // 2]
    small = [up for up in ups if math.hypot(*up) <= 2 * large]
    across, along = sum(up[0] for up in small), sum(up[1] for up in small)
    if not math.hypot(across, along):
        across, along = 0, -1
    turned = math.atan2(along, across) + math.pi / 2
    spots = []
    for card, up in zip(cards, ups, strict=True):
        x, y = card.outline[0 if up[0] * across + up[1] * along >= 0 else 2]
        spots.append((
            round(x * math.cos(turned) + y * math.sin(turned)),
            round(y * math.cos(turned) - x * math.sin(turned)),
        ))  # fmt: skip
    return spots


def _by_distance(spots: Sequence[Point], many: int) -> list[list[int]]:
    """Returns so many groups that lie apart, none where they do not clearly."""
    edges, joined, left = list[tuple[float, int, int]](), [0], set(range(1, len(spots)))
    while left:
        edge = min((math.dist(spots[one], spots[other]), one, other) for one in joined for other in left)
        edges.append(edge)
        joined.append(edge[2])
        left.remove(edge[2])
    edges.sort()
    kept, cut = edges[: len(edges) - many + 1], edges[len(edges) - many + 1 :]
    if not kept or cut[0][0] < CLEAR * kept[-1][0]:
        return []
    group = list(range(len(spots)))
    for _far, one, other in kept:
        group = [group[one] if at == group[other] else at for at in group]
    return [[place for place, at in enumerate(group) if at == each] for each in dict.fromkeys(group)]


def _by_height(spots: Sequence[Point], many: int) -> list[list[int]]:
    """Returns so many groups that lie one below the other, none where they do not clearly."""
    order = sorted(range(len(spots)), key=lambda place: spots[place][1])
    gaps = sorted(((spots[b][1] - spots[a][1], at) for at, (a, b) in enumerate(itertools.pairwise(order), 1)))
    kept, cut = gaps[: len(gaps) - many + 1], gaps[len(gaps) - many + 1 :]
    if not kept or not cut or cut[0][0] < CLEAR * max(1, kept[-1][0]):
        return []
    ends = [0, *sorted(at for _gap, at in cut), len(order)]
    return [order[first:end] for first, end in itertools.pairwise(ends)]


def _joined(groups: list[list[int]], spots: Sequence[Point]) -> list[list[int]]:
    """Returns the groups with each card that lies alone in the nearest of the others, from the left."""
    rows = [group for group in groups if len(group) > 1]
    for place in (group[0] for group in groups if len(group) == 1 and rows):
        min(rows, key=lambda row: min(math.dist(spots[place], spots[one]) for one in row)).append(place)
    return [sorted(row, key=lambda place: spots[place][0]) for row in rows]


def _middle(row: Sequence[int], spots: Sequence[Point]) -> float:
    return sum(spots[place][1] for place in row) / len(row)
