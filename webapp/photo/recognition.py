"""From a picture to a reading: corners are found and read, put together to cards, each with how sure it is."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules_core.cards import Card
from webapp.photo.corners import JOKER, Corner, ReadCorner, corners, read_corners, traits_of, with_jokers
from webapp.photo.nets import Floats, Weights, weights
from webapp.photo.picture import Photo, spoiled_by
from webapp.photo.reading import LIKELIEST, Guess, Reading, SeenCard, rounded
from webapp.photo.teaching import taught

Point = tuple[float, float]

LEAST = 0.15
"""How probable a corner's likeliest card must be for it to count at all."""
AGREED = 0.02
"""How probable it must be that two corners say the same card, for them to be of one."""
TURN = math.radians(35)
"""How far two corners of one card may be from one direction, or from opposite ones."""
SIZES = 1.7
"""How many times larger one corner of a card may be seen than another."""
WEAK = 0.3
"""Less probable pairs are joined only if the other cards of the photo support them."""
ACROSS = 0.7
"""Distance of a card's corners across it, as a share of that along it."""
SPREAD, LEAST_ALIKE = 0.2, 0.15
"""How much the distances of corners differ from card to card, as logarithms, and how alike they must be."""
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
    return _as_in_the_pack(_paired(groups, counts), counts)


def _paired(groups: list[Group], counts: Sequence[int]) -> list[Group]:
    """Puts corners together that lie as those of one card do, the best matches first."""
    fits = _fits([one.corners[0] for one in groups], counts)
    at, members = list(range(len(groups))), [[place] for place in range(len(groups))]
    for first, second in sorted(fits, key=lambda pair: (-fits[pair], pair)):
        keep, gone = sorted((at[first], at[second]))
        if keep != gone and all((max(a, b), min(a, b)) in fits for a in members[keep] for b in members[gone]):
            one, other = groups[at[first]], groups[at[second]]
            groups[keep] = Group(one.corners + other.corners, _together(one.cards, other.cards), is_paired=True)
            members[keep] += members[gone]
            at = [keep if place == gone else place for place in at]
    return [groups[place] for place in dict.fromkeys(at)]


def _fits(read: Sequence[ReadCorner], counts: Sequence[int]) -> dict[tuple[int, int], float]:
    """Returns how well two corners go together as two of one card, where they do.

    Two of like cards lie as those of one card now and then, and so do two that hardly say the same: they are of one
    only where they are as far apart as the corners of the other cards here, in heights of their indices or, since those
    of jokers are higher, from the end of one to that of the other in pixels.
    """
    agreed = {
        (first, second): float(one.cards @ other.cards)
        for first, one in enumerate(read)
        for second, other in enumerate(read[:first])
        if lie_as_one(one.corner, other.corner)
    }
    agreed = {pair: share for pair, share in agreed.items() if share >= AGREED}
    apart = {pair: _apart(*(read[place].corner for place in pair)) for pair in agreed}
    tall = {pair: sum(read[place].corner.height for place in pair) / 2 for pair in agreed}
    ends = {pair: (far[0] * tall[pair], far[1] and (far[1] + 1) * tall[pair]) for pair, far in apart.items()}
    usual, many = _usual([(apart[pair], share) for pair, share in agreed.items()]), np.array(counts)
    ends_apart = _usual([(ends[pair], share) for pair, share in agreed.items()])
    alike = {pair: max(_alike(apart[pair], usual), _alike(ends[pair], ends_apart)) for pair in agreed}
    close = {pair for pair, share in agreed.items() if share >= WEAK and alike[pair] > LEAST_ALIKE}
    is_two = usual is not None and not _are_four(close, apart)
    fits = {}
    for (first, second), share in agreed.items():
        pair, is_level = (first, second), not all(apart[first, second])
        is_likely = share >= WEAK
        if is_likely and many[int((read[first].cards * read[second].cards).argmax())] == 1:
            fits[pair] = share
        elif alike[pair] > LEAST_ALIKE and not (is_level and (is_two or (usual is None and not is_likely))):
            fits[pair] = share * alike[pair]
    return fits


def _are_four(close: set[tuple[int, int]], apart: Mapping[tuple[int, int], Point]) -> bool:
    """Tells whether cards have indices in four corners: a third one is seen next to or below one of two opposite."""
    near: dict[int, set[int]] = {}
    for first, second in close:
        near.setdefault(first, set()).add(second)
        near.setdefault(second, set()).add(first)
    return any(near[first] & near[second] for first, second in close if not all(apart[first, second]))


def _apart(one: Corner, other: Corner) -> Point:
    """Returns how far two corners of one card are apart across it and along it; 0 where they are side by side."""
    right, down = (abs(far) for far in other.seen_from(one))
    return (0.0 if right < 0.25 * down else right), (0.0 if down < 0.25 * right else down)


def _usual(apart: Sequence[tuple[Point, float]]) -> Point | None:
    """Returns how far opposite corners are apart on most cards here, if any are seen: a pack has one size."""
    opposite = [(far, share) for far, share in apart if all(far) and share >= WEAK]
    if not opposite:
        return None

    def support(far: Point) -> float:
        is_card = math.exp(-((math.log(far[0] / far[1] / ACROSS) / 0.3) ** 2))
        return is_card * sum(share * _alike(far, other) for other, share in opposite)

    likeliest = max((far for far, _ in opposite), key=support)
    near = [(far, share * _alike(far, likeliest)) for far, share in apart if share >= WEAK]
    across, along = (
        math.exp(sum(share * math.log(far[axis]) for far, share in near if far[axis])
                 / sum(share for far, share in near if far[axis]))
        for axis in (0, 1)
    )  # fmt: skip
    return across, along


def _alike(apart: Point, usual: Point | None) -> float:
    """Returns how much two distances of corners are those of cards of one size, from 0 to 1."""
    if usual is None:
        return 1.0
    off = sum(math.log(far / other) ** 2 for far, other in zip(apart, usual, strict=True) if far)
    return math.exp(-off / SPREAD**2)


def lie_as_one(one: Corner, other: Corner) -> bool:
    """Tells whether two indices lie as two of one card: opposite, or below or level, as on German packs."""
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
        off = math.remainder(other.corner.direction - first.direction - math.pi, 2 * math.pi)
        straight = replace(first, direction=first.direction + off / 2)
        right, down = other.corner.seen_from(straight)
        if right > 0.9 and down > 0.9:
            across = (right + 0.9) * first.height, (down + 1.4) * first.height
            return _box(straight, (-0.45, -0.7), across)
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


LEAST_TOLD = 0.3
"""Less probable cards are not reported: more often than not they are none."""
SMALL = 16
"""Pixels of an index, of which smaller ones are seldom read well."""


def recognise(photo: Photo, pack: Mapping[Card, int], taught_packs: Sequence[bytes]) -> Reading:
    """Returns the cards on a picture. `taught_packs`: of taught packs; the one that reads most is used."""
    kept, (cards, counts) = weights(), packed(pack)
    found = corners(photo.picture, kept)
    found, traits = with_jokers(photo.picture, found, traits_of(photo.picture, found, kept), kept)
    ways = [grouped(read_corners(found, traits, cards, one), counts) for one in (*map(taught, taught_packs), kept)]
    groups = max(ways, key=lambda way: sum(certainty(one, cards, kept) for one in way))
    told = [_seen(one, cards, photo.shrunk, kept) for one in groups]
    seen = sorted((one for one in told if one.certainty >= LEAST_TOLD), key=lambda one: one.centre)
    reading = Reading(photo.width, photo.height, tuple(seen), ())
    if reading.is_sure:
        return reading
    return Reading(photo.width, photo.height, tuple(seen), tuple(_problems(photo, found, groups, seen)))


def _problems(photo: Photo, found: Sequence[Corner], groups: Sequence[Group], seen: Sequence[SeenCard]) -> list[str]:
    problems = [] if seen else ["nothing-seen"]
    problems += spoiled_by(photo.picture)
    if is_from_the_side(groups):
        problems.append("from-the-side")
    heights = sorted(one.height for one in found)
    if heights and heights[len(heights) // 2] < SMALL:
        problems.append("too-small")
    return problems


def features(group: Group, cards: Sequence[Card]) -> tuple[float, ...]:
    """Returns the features for the certainty of a card: its evidence, and whether it is read as a joker.

    What is no card is taken for a joker rather than for another, by what the first net is little sure of.
    """
    ranked = sorted(group.cards.tolist(), reverse=True)
    second = ranked[1] if len(ranked) > 1 else 0.0
    first, weakest = group.corners[0], min(float(one.cards[group.best]) for one in group.corners)
    is_joker, score = cards[group.best] == JOKER, first.corner.score
    is_index = math.log(score / (1 - score + 1e-4))
    return (
        1.0,
        math.log((ranked[0] + FLOOR) / (1 - ranked[0] + FLOOR)),
        math.log((ranked[0] + FLOOR) / (second + FLOOR)),
        is_index,
        -math.log(first.none + 1e-4),
        float(group.is_paired),
        group.is_paired * math.log((weakest + 1e-4) / (1 - weakest + 1e-4)),
        min(0.0, math.log2(first.corner.height / (2 * SMALL))),
        float(is_joker),
        is_joker * is_index,
    )


def certainty(group: Group, cards: Sequence[Card], kept: Weights) -> float:
    """Returns how probable it is that the likeliest card is the right one, as made-up photos showed it."""
    evidence = zip(features(group, cards), kept["certainty"].tolist(), strict=True)
    said = float(sum(one * weight for one, weight in evidence))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, said))))


def _seen(group: Group, cards: Sequence[Card], shrunk: float, kept: Weights) -> SeenCard:
    sure = certainty(group, cards, kept)
    whole = max(float(group.cards.sum()), FLOOR)
    ranked = sorted(zip(group.cards.tolist(), cards, strict=True), reverse=True)[:LIKELIEST]
    likeliest = [Guess(card, rounded(sure if place == 0 else (1 - sure) * share / max(whole - ranked[0][0], share)))
                 for place, (share, card) in enumerate(ranked)]  # fmt: skip
    corners_of = tuple((round(x / shrunk), round(y / shrunk)) for x, y in outline(group))
    middle = (sum(x for x, _ in corners_of) // 4, sum(y for _, y in corners_of) // 4)
    is_sure = sure >= float(kept["sure"])
    return SeenCard(cards[group.best], rounded(sure), is_sure, middle, corners_of, tuple(likeliest))
