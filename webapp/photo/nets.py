"""The two nets, computed with numpy: one finds corner indices in a picture, one reads rank and suit of each."""

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from webapp.photo import WEIGHTS

Floats = NDArray[np.float32]
Weights = Mapping[str, Floats]

STRIP = 24
"""Rows of a picture whose surroundings are laid side by side at once: they fit into the cache."""


@cache
def weights() -> Weights:
    """Returns the trained numbers by name; `tools/photo_model` makes them."""
    with np.load(WEIGHTS) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}


def convolved(x: Floats, kept: Weights, name: str, *, stride: int = 1, apart: int = 1) -> Floats:
    """Returns a convolution of 3 by 3: each picture, row, column and channel of `x`. `apart`: of the taps."""
    matrix, bias = kept[f"{name}.weight"], kept[f"{name}.bias"]
    count, channels = x.shape[0], x.shape[3]
    padded = np.pad(x, ((0, 0), (apart, apart), (apart, apart), (0, 0)))
    reach = 2 * apart + 1
    views = sliding_window_view(padded, (reach, reach), axis=(1, 2))[:, ::stride, ::stride, :, ::apart, ::apart]
    rows, columns = views.shape[1], views.shape[2]
    done = np.empty((count, rows, columns, matrix.shape[1]), np.float32)
    strip = max(1, STRIP * 320 // (columns * count))
    for first in range(0, rows, strip):
        # As columns of a matrix: for each tap the channels.
        part = views[:, first : first + strip].transpose(0, 1, 2, 4, 5, 3).reshape(-1, 9 * channels)
        made = part @ matrix
        made += bias
        np.maximum(made, 0, out=made)
        done[:, first : first + strip] = made.reshape(count, -1, columns, matrix.shape[1])
    return done


def mixed(x: Floats, kept: Weights, name: str, *, relu: bool = False) -> Floats:
    """Returns a layer of the channels of each place alone, or of a whole picture's features."""
    made: Floats = np.matmul(x, kept[f"{name}.weight"])
    made += kept[f"{name}.bias"]
    if relu:
        np.maximum(made, 0, out=made)
    return made


def found(picture: NDArray[np.uint8], kept: Weights) -> Floats:
    """Returns six numbers for each four by four pixels: is an index here, where within, how large, which direction.

    The sides of the picture are multiples of 8.
    """
    x = (picture[None].astype(np.float32) - 127.5) / 127.5
    x = convolved(x, kept, "finder.c1", stride=2)
    x = convolved(x, kept, "finder.c2", stride=2)
    near = convolved(x, kept, "finder.c3")
    x = convolved(near, kept, "finder.c4", stride=2)
    x = convolved(x, kept, "finder.c5")
    x = convolved(x, kept, "finder.c6", apart=2)
    far = mixed(x, kept, "finder.far")
    x = np.maximum(mixed(near, kept, "finder.near") + far.repeat(2, axis=1).repeat(2, axis=2), 0)
    x = convolved(x, kept, "finder.c8")
    done: Floats = mixed(x, kept, "finder.head")[0]
    return done


def traits(patches: NDArray[np.uint8], kept: Weights) -> Floats:
    """Returns the second net's traits of each patch, the input of its heads."""
    x = (patches.astype(np.float32) - 127.5) / 127.5
    # Light and colour of the lamp: each patch is brought to the same mean and spread.
    mean, spread = x.mean(axis=(1, 2, 3), keepdims=True), x.std(axis=(1, 2, 3), keepdims=True)
    x = (x - mean) / (spread + 0.05)
    for name, stride in (("r1", 2), ("r2", 1), ("r3", 2), ("r4", 1), ("r5", 2)):
        x = convolved(x, kept, f"reader.{name}", stride=stride)
    return mixed(x.reshape(len(x), -1), kept, "reader.all", relu=True)


def told(seen: Floats, kept: Weights) -> tuple[Floats, Floats]:
    """Returns for traits the probability of each rank, the joker and none; and of each suit."""
    return _shares(mixed(seen, kept, "reader.rank")), _shares(mixed(seen, kept, "reader.suit"))


def _shares(said: Floats) -> Floats:
    grown: Floats = np.exp(said - said.max(axis=1, keepdims=True))
    done: Floats = grown / grown.sum(axis=1, keepdims=True)
    return done
