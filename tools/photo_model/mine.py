"""Cuts out of scenes what the finder finds, right or wrong, for the reader to learn from."""

import json
import math
import sys
from pathlib import Path

import numpy as np
import torch
from cutouts import JOKER, RANKS, SIZE, SUITS
from nets import NONE, Finder, written
from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[2]))
from webapp.photo.corners import Corner, Pyramid, corners, patch

VISIBLE, HIDDEN = 0.86, 0.45


def classes(one: Corner, seen: list[list]) -> tuple[int, int] | None:
    """Returns what is to be read of a finding, None where that is doubtful."""
    near = [(math.hypot(one.x - other[2], one.y - other[3]) / other[4], other) for other in seen]
    near = [(far, other) for far, other in near if far < 0.6 and other[6] > HIDDEN]
    if not near:
        return NONE, 0
    far, (code, _card, _x, _y, height, direction, visible) = min(near)
    is_same_size = 0.7 < one.height / height < 1.4
    turned = abs(math.remainder(one.direction - direction, 2 * math.pi))
    if turned > 1.0:
        return NONE, 0
    if far > 0.3 or turned > 0.4 or visible < VISIBLE or not is_same_size:
        return None
    return (JOKER, 0) if code == "X" else (RANKS.index(code[0]), SUITS.index(code[1]))


def mine(finder: Path, scenes: Path, file: Path, names: list[str]) -> None:
    net = Finder()
    net.load_state_dict(torch.load(finder)["net"])
    net.eval()
    kept = {name: one.astype(np.float32) for name, one in written(net, "finder").items()}
    pictures, said = [], []
    for name in names:
        picture = Image.open(scenes / f"{name}.jpg").convert("RGB")
        source, seen = Pyramid(picture), json.loads((scenes / f"{name}.json").read_text())
        for one in corners(picture, kept):
            if (found := classes(one, seen)) is not None:
                pictures.append(np.asarray(patch(source, (one.x, one.y), one.height, one.direction, SIZE)))
                said.append(found)
    wrong = sum(rank == NONE for rank, _ in said)
    print(f"{len(said)} findings in {len(names)} scenes, {wrong} of them no index")
    np.savez(file, pictures=np.stack(pictures), classes=np.array(said, np.uint8))


if __name__ == "__main__":
    torch.set_num_threads(1)
    every = [f"{number:05}" for number in range(int(sys.argv[4]), int(sys.argv[5]))]
    mine(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), every)
