"""Corner indices cut out of a picture, upright and of one size: what the second net reads."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

WIDTH, HEIGHT = 40, 64
INDEX_HEIGHT = 44
"""Rows of a patch from the top of the rank to the foot of the suit."""
FINEST = 2
"""A picture is halved until an index has fewer than so many times the rows that it has in a patch."""


class Pyramid:
    """A picture, halved as often as somebody asks for it."""

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
