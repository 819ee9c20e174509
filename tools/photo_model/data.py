"""Makes scenes into a folder, as many as are asked for, from where it was left."""

import json
import random
import sys
from dataclasses import astuple
from pathlib import Path

import numpy as np
from scenes import Maker

SHARES = {"lying": 26, "trick": 18, "fan": 22, "rows": 20, "pile": 9, "none": 5}

BLOCK = 100
"""Scenes whose packs are drawn together."""


def make(folder: Path, first: int, last: int, *, many_jokers: bool) -> None:
    """Makes the scenes of these numbers that are not there yet; each follows from its number alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for block in range(first, last, BLOCK):
        random.seed(block)
        np.random.seed(block)
        if (folder / f"{min(block + BLOCK, last) - 1:05}.json").exists():
            continue
        maker = Maker(many_jokers=many_jokers)
        for number in range(block, min(block + BLOCK, last)):
            (layout,) = random.choices(list(SHARES), list(SHARES.values()))
            scene = maker.scene(layout, doubles=random.random() < 0.05)
            scene.picture.save(folder / f"{number:05}.jpg", quality=95)
            (folder / f"{number:05}.json").write_text(json.dumps([astuple(one) for one in scene.seen]))


if __name__ == "__main__":
    make(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), many_jokers="jokers" in sys.argv)
