"""From corner indices to cards: opposite corners are one card, and no card is there more often than in the pack."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules_core.cards import Card
from webapp.photo.corners import Corner, ReadCorner
from webapp.photo.nets import Floats

Point = tuple[float, float]

LEAST = 0.15
"""How probable a corner's likeliest card must be for it to count at all."""
AGREED = 0.02
"""How probable it must be that two corners say the same card, for them to be of one."""
TURN = math.radians(35)
"""How far two corners of one card may be from one direction, or from opposite ones."""
SIZES = 1.7
"""How many times larger one corner of a card may be seen than another."""
FLOOR = 1e-6


@dataclass
class Group:
    """The corners of one card, the surest first, and the probability of each card that there is."""

    corners: list[ReadCorner]
    cards: Floats
    is_paired: bool = False

    @property
    def best(self) -> int:
        return int(self.cards.argmax())

    @property
    def probable(self) -> float:
        return float(self.cards.max())


def grouped(read: Sequence[ReadCorner], counts: Sequence[int]) -> list[Group]:
    """Returns the cards on a picture. `counts`: how often each is in the pack."""
    groups = [Group([one], one.cards) for one in read if one.none < 0.5 and one.cards.max() >= LEAST]
    groups.sort(key=lambda one: -one.probable * one.corners[0].corner.score)
    return _as_in_the_pack(_paired(groups), counts)


def _paired(groups: list[Group]) -> list[Group]:
    """Puts corners together that lie as those of one card do, the best matches first."""
    matches = sorted(
        (
            (_fit(one, other), first, second)
            for first, one in enumerate(groups)
            for second, other in enumerate(groups[:first])
        ),
        reverse=True,
    )
    at = list(range(len(groups)))
    for fit, first, second in matches:
        if fit <= 0:
            break
        one, other = groups[at[first]], groups[at[second]]
        if one is not other and all(_fit_of(a, b) > 0 for a in one.corners for b in other.corners):
            whole = Group(one.corners + other.corners, _together(one.cards, other.cards), is_paired=True)
            keep, gone = min(at[first], at[second]), max(at[first], at[second])
            groups[keep] = whole
            at = [keep if place == gone else place for place in at]
    return [groups[place] for place in dict.fromkeys(at)]


def _fit(one: Group, other: Group) -> float:
    return _fit_of(one.corners[0], other.corners[0])


def _fit_of(one: ReadCorner, other: ReadCorner) -> float:
    """Returns how well two corners go together as two of one card; 0 where they do not."""
    if not lie_as_one(one.corner, other.corner):
        return 0.0
    agreed = float(one.cards @ other.cards)
    return agreed if agreed >= AGREED else 0.0


def lie_as_one(one: Corner, other: Corner) -> bool:
    """Tells whether two indices lie as two of one card: opposite each other, or beside and below as on German packs."""
    larger, smaller = max(one.height, other.height), min(one.height, other.height)
    if larger > smaller * SIZES:
        return False
    turned = abs(math.remainder(one.direction - other.direction, 2 * math.pi))
    right, down = other.seen_from(one)
    if turned > math.pi - TURN:
        across = abs(right)  # to the left are those of packs with four indices
        is_opposite = 0.9 < across < 7.5 and 0.9 < down < 8.5 and 0.4 < across / down < 1.7
        return is_opposite or (abs(right) < 0.25 * down and 1.2 < down < 8.5)
    return turned < TURN and abs(down) < 0.25 * abs(right) and 1.2 < abs(right) < 7.5


def _together(one: Floats, other: Floats) -> Floats:
    both = (one + FLOOR) * (other + FLOOR)
    done: Floats = (both / both.sum() * max(one.sum(), other.sum())).astype(np.float32)
    return done


def _as_in_the_pack(groups: list[Group], counts: Sequence[int]) -> list[Group]:
    """Leaves each card as often as it can be there; one too many is another card that it may be, or the same again."""
    left, kept = list(counts), list[Group]()
    for one in sorted(groups, key=lambda one: (-one.is_paired, -one.probable)):
        if not left[one.best]:
            others = one.cards * np.array([bool(count) for count in left])
            if others.max() < LEAST / 3:
                continue
            one = Group(one.corners, others.astype(np.float32), one.is_paired)  # noqa: PLW2901
        left[one.best] -= 1
        kept.append(one)
    return kept


def outline(group: Group) -> tuple[Point, ...]:
    """Returns the corners of the card as far as it is known where they are, else those of its index."""
    first = group.corners[0].corner
    for other in group.corners[1:]:
        right, down = other.corner.seen_from(first)
        if right > 0.9 and down > 0.9:
            across = (right + 0.9) * first.height, (down + 1.4) * first.height
            return _box(first, (-0.45, -0.7), across)
    return _box(first, (-0.32, -0.58), (0.64 * first.height, 1.16 * first.height))


def _box(corner: Corner, start: Point, size: Point) -> tuple[Point, ...]:
    up_x, up_y = corner.up
    left, top = start[0] * corner.height, start[1] * corner.height

    def at(right: float, down: float) -> Point:
        return corner.x - up_y * right - up_x * down, corner.y + up_x * right - up_y * down

    ends = (left + size[0], top + size[1])
    return at(left, top), at(ends[0], top), at(*ends), at(left, ends[1])


def is_from_the_side(groups: Sequence[Group]) -> bool:
    """Tells whether cards look squashed: seen from above a card's indices are further apart along it than across."""
    squashed = [
        down / right
        for group in groups
        for other in group.corners[1:]
        for right, down in [other.corner.seen_from(group.corners[0].corner)]
        if right > 0.9 and down > 0.9
    ]
    return bool(squashed) and not 0.72 < sorted(squashed)[len(squashed) // 2] < 1.75


def packed(pack: Mapping[Card, int]) -> tuple[tuple[Card, ...], tuple[int, ...]]:
    """Returns the cards of a pack and how often each is there."""
    cards = tuple(card for card, count in pack.items() if count > 0)
    return cards, tuple(pack[card] for card in cards)
