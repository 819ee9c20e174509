"""Corner indices on a picture and their patches: the first net finds them, the second reads them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from rules_core.cards import RANKS, SUITS, Card
from webapp.photo import nets

WIDTH, HEIGHT = 40, 64
INDEX_HEIGHT = 44
"""Rows of a patch from the top of the rank to the foot of the suit."""
FINEST = 2
"""A picture is halved until an index has fewer than this many times the rows that it has in a patch."""


class Pyramid:
    """A picture, halved as often as needed."""

    def __init__(self, picture: Image.Image) -> None:
        self._levels = [picture]

    def level(self, halved: int) -> Image.Image:
        while len(self._levels) <= halved:
            self._levels.append(self._levels[-1].reduce(2))
        return self._levels[halved]


def patch(
    source: Pyramid,
    centre: tuple[float, float],
    height: float,
    direction: float,
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> Image.Image:
    """Returns the surroundings of an index. `direction`: where the top of the rank lies from its centre, in radians."""
    halved = max(0, math.floor(math.log2(max(1.0, height / INDEX_HEIGHT / FINEST * 2))))
    picture, shrunk = source.level(halved), 0.5**halved
    step = height / INDEX_HEIGHT * shrunk
    up_x, up_y = math.cos(direction) * step, math.sin(direction) * step
    x, y, half_w, half_h = centre[0] * shrunk, centre[1] * shrunk, size[0] / 2, size[1] / 2
    # A pixel (u, v) of the patch lies at: centre + right * (u - half) - up * (v - half).
    across = (-up_y, -up_x, x + up_y * half_w + up_x * half_h)
    down = (up_x, -up_y, y - up_x * half_w + up_y * half_h)
    return picture.transform(size, Image.Transform.AFFINE, (*across, *down), Image.Resampling.BILINEAR)


def stacked(patches: Sequence[Image.Image]) -> NDArray[np.uint8]:
    """Returns patches as one array: each, row, column, colour."""
    return np.stack([np.asarray(one, np.uint8) for one in patches])


JOKER = "X"
SIDES = (1792, 896, 448, 224)
"""Pixels of the longer side of the picture in which the first net looks, once each."""
MOST_ENLARGED = 2.0
CELL = 4
USUAL_HEIGHT = 26.0
"""Height in pixels of the indices that the first net is trained on; it tells a size as a power of two times this."""
SEEN_HEIGHTS = (13.0, 52.0)
"""Heights found at one scale; others are found at another."""
SURE_ENOUGH = 0.25
"""How sure the first net must be that something is an index, for it to be read."""
MOST_CORNERS = 260
"""Corners of a picture that are read: two double packs."""
APART = 0.3
"""Heights of an index within which two findings are one."""
SHIFTS = ((0.05, 0.0), (-0.05, 0.0), (0.0, 0.05), (0.0, -0.05))
"""Shifts to the right and down, in heights of the index, at which it is read again: none is found to the pixel."""
JOKER_LOOKS = (*((down, size) for size in (1.3, 1.65, 2.1) for down in (-0.3, 0.0, 0.3)), (0.0, 0.7))
"""Shifts and sizes at which a joker's index is read again: its word is long, its star small."""
PART, SURELY_JOKER, CLEAR_OF = 0.005, 0.97, 0.6
"""How probable a joker must be for that, and how probable it is then; heights within which nothing else is
read: indices of a row below each other look like a word."""
CLEAR, NEAREST, FEWEST = 0.9, 4, 3
"""How probable a rank must be for its index to show how large they are, of how many around and at least."""
ODD = 0.65, 1.5
"""How many times so high as those around it an index can be; jokers have others."""
SURELY_NONE = 0.9
"""An index that is so probably none is not read again."""


@dataclass(frozen=True)
class Corner:
    """An index. `direction`: where the top of its rank lies from its centre; `score`: how surely it is an index."""

    x: float
    y: float
    height: float
    direction: float
    score: float

    @property
    def up(self) -> tuple[float, float]:
        return math.cos(self.direction), math.sin(self.direction)

    def shifted(self, right: float, down: float) -> "Corner":
        """Returns the corner moved to the right and down, in units of its height."""
        (up_x, up_y), tall = self.up, self.height
        x, y = self.x - (up_y * right + up_x * down) * tall, self.y + (up_x * right - up_y * down) * tall
        return replace(self, x=x, y=y)

    def seen_from(self, other: "Corner") -> tuple[float, float]:
        """Returns how far this one lies to the right of another and below it, in heights of both."""
        x, y, height = self.x - other.x, self.y - other.y, (self.height + other.height) / 2
        up_x, up_y = other.up
        return (up_x * y - up_y * x) / height, -(up_x * x + up_y * y) / height


@dataclass(frozen=True)
class ReadCorner:
    """A corner with the probability of each card, and of no card."""

    corner: Corner
    cards: nets.Floats
    none: float


def corners(picture: Image.Image, kept: nets.Weights) -> list[Corner]:
    """Returns the indices of a picture, the surest first."""
    every: list[Corner] = []
    longer = max(picture.size)
    for side in SIDES:
        scale = min(side, longer * MOST_ENLARGED * side / SIDES[0]) / longer
        every += _at_scale(picture, scale, kept)
    return _told_apart(sorted(every, key=lambda one: -one.score))


def _at_scale(picture: Image.Image, scale: float, kept: nets.Weights) -> list[Corner]:
    width, height = (max(8, round(side * scale)) for side in picture.size)
    gap = 2.0 if scale < 1 else None
    small = picture.resize((width, height), Image.Resampling.BILINEAR, reducing_gap=gap)
    whole = np.full((-(-height // 8) * 8, -(-width // 8) * 8, 3), 127, np.uint8)
    whole[:height, :width] = np.asarray(small)
    said = nets.found(whole, kept)
    heat = said[..., 0]
    around = np.pad(heat, 1, constant_values=-99.0)
    highest = np.lib.stride_tricks.sliding_window_view(around, (3, 3)).max(axis=(2, 3))
    rows, columns = np.nonzero((heat >= highest) & (heat > math.log(SURE_ENOUGH / (1 - SURE_ENOUGH))))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        score, right, down, size, cos, sin = said[row, column].tolist()
        tall = USUAL_HEIGHT * 2.0 ** max(-3.0, min(3.0, size))
        if SEEN_HEIGHTS[0] <= tall <= SEEN_HEIGHTS[1]:
            x, y = (column + 0.5 + right) * CELL / scale, (row + 0.5 + down) * CELL / scale
            found.append(Corner(x, y, tall / scale, math.atan2(sin, cos), 1 / (1 + math.exp(-score))))
    return found


def _told_apart(found: list[Corner]) -> list[Corner]:
    kept: list[Corner] = []
    for one in found:
        if len(kept) < MOST_CORNERS and not any(_is_same(one, other) for other in kept):
            kept.append(one)
    return kept


def _is_same(one: Corner, other: Corner) -> bool:
    return math.hypot(one.x - other.x, one.y - other.y) < APART * max(one.height, other.height)


def traits_of(picture: Image.Image, found: list[Corner], kept: nets.Weights) -> nets.Floats:
    """Returns the traits that the second net finds in each index; of a likely index the mean over several shifts."""
    if not found:
        return np.zeros((0, kept["reader.all.bias"].size), np.float32)
    source = Pyramid(picture)
    seen = nets.traits(_cut(source, found), kept)
    near = np.flatnonzero(nets.told(seen, kept)[0][:, -1] < SURELY_NONE)
    if len(near):
        for right, down in SHIFTS:
            seen[near] += nets.traits(_cut(source, [found[place].shifted(right, down) for place in near]), kept)
        seen[near] /= 1 + len(SHIFTS)
    return seen


def with_jokers(
    picture: Image.Image, found: list[Corner], seen: nets.Floats, kept: nets.Weights
) -> tuple[list[Corner], nets.Floats]:
    """Returns indices and traits, those that may be a part of a joker's looked at once more, as large as it may be."""
    if not found:
        return found, seen
    ranks, source = nets.told(seen, kept)[0], Pyramid(picture)
    found, seen, joker = list(found), seen.copy(), len(RANKS)
    read = [found[place] for place in np.flatnonzero(ranks[:, -1] < 0.5)]
    may_be = (ranks[:, :-1].argmax(axis=1) == joker) & (ranks[:, joker] >= PART) & (ranks[:, -1] >= 0.5)
    for place in np.flatnonzero(may_be):
        one = found[place]
        looks = [replace(one.shifted(0, down * size), height=one.height * size) for down, size in JOKER_LOOKS]
        each = nets.traits(_cut(source, looks), kept)
        says = nets.told(each, kept)[0][:, joker]
        best = looks[likeliest := int(says.argmax())]
        far = [math.hypot(other.x - best.x, other.y - best.y) for other in read]
        if says[likeliest] >= SURELY_JOKER and min(far, default=math.inf) > CLEAR_OF * best.height:
            found[place], seen[place] = best, each[likeliest]
            read.append(best)
    return found, seen


def _cut(source: Pyramid, found: list[Corner]) -> NDArray[np.uint8]:
    return stacked([patch(source, (one.x, one.y), one.height, one.direction) for one in found])


def read_corners(
    found: list[Corner], traits: nets.Floats, cards: tuple[Card, ...], kept: nets.Weights
) -> list[ReadCorner]:
    """Returns the probabilities of these cards for each index, by its traits."""
    ranks, suits = nets.told(traits, kept)
    ranks_of = np.array([len(RANKS) if card == JOKER else RANKS.index(card[0]) for card in cards])
    suits_of = np.array([0 if card == JOKER else SUITS.index(card[1]) for card in cards])
    suits = np.where(ranks_of == len(RANKS), 1.0, suits[:, suits_of]).astype(np.float32)
    each = ranks[:, ranks_of] * suits
    is_joker = ranks.argmax(axis=1) == len(RANKS)
    each[_are_odd(found, clear=ranks[:, : len(RANKS)].max(axis=1) >= CLEAR) & ~is_joker] = 0.0
    return [ReadCorner(one, each[place], float(ranks[place, -1])) for place, one in enumerate(found)]


def _are_odd(found: list[Corner], clear: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tells of each whether it is far smaller or larger than the clear ones around it, as no index of their pack is."""
    heights = np.array([one.height for one in found])
    places = np.array([(one.x, one.y) for one in found])
    odd = np.zeros(len(found), bool)
    for place in range(len(found)):
        others = np.flatnonzero(clear & (np.arange(len(found)) != place))
        if len(others) >= FEWEST:
            far = np.hypot(*(places[others] - places[place]).T)
            usual = float(np.median(heights[others[np.argsort(far)[:NEAREST]]]))
            odd[place] = not ODD[0] < heights[place] / usual < ODD[1]
    return odd
