"""Trains the two nets, from where they were left: `train.py finder|reader FOLDER STEPS`."""

import json
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import torch
from cutouts import INDEX_ROWS, SIZE
from nets import NONE, Finder, Reader
from PIL import Image
from torch import Tensor, nn
from torch.nn import functional

CROP, CELL = 160, 4
USUAL_HEIGHT = 26.0
FOUND_HEIGHTS = (16.5, 42.0)
"""Pixels of an index that is to be found at a scale; what is a little smaller or larger does not count."""
DOUBTFUL = 1.35
VISIBLE, HIDDEN = 0.86, 0.45
PATCH = (40, 64)
SAVED_EVERY = 50


# Crops of scenes, with what is to be said of them


@cache
def _scene(folder: Path, name: str) -> tuple[Image.Image, list]:
    """Returns a scene. Decoding one takes longer than a step of training does, and all fit into memory."""
    picture = Image.open(folder / f"{name}.jpg")
    picture.load()
    return picture, json.loads((folder / f"{name}.json").read_text())


def _crop(folder: Path, names: list[str]) -> tuple[np.ndarray, np.ndarray]:
    picture, seen = _scene(folder, random.choice(names))
    wanted = [one for one in seen if one[6] >= VISIBLE and one[4] > 8]
    scale, middle = random.uniform(0.5, 1.3), (random.uniform(0, picture.width), random.uniform(0, picture.height))
    if wanted and random.random() < 0.85:
        one = random.choice(wanted)
        scale = math.exp(random.uniform(math.log(17), math.log(41))) / one[4]
        middle = one[2], one[3]
    scale = min(scale, 2.5)
    side = CROP / scale
    left = middle[0] - side * random.uniform(0.2, 0.8)
    top = middle[1] - side * random.uniform(0.2, 0.8)
    if scale < 0.6:
        half = picture.reduce(2)
        crop = _cut(half, left / 2, top / 2, side / 2)
    else:
        crop = _cut(picture, left, top, side)
    here = [(one, (one[2] - left) * scale, (one[3] - top) * scale, one[4] * scale) for one in seen]
    return _turned(np.asarray(crop), _said(here))


def _cut(picture: Image.Image, left: float, top: float, side: float) -> Image.Image:
    box = (side / CROP, 0, left, 0, side / CROP, top)
    return picture.transform((CROP, CROP), Image.Transform.AFFINE, box, Image.Resampling.BILINEAR, fillcolor=(127,) * 3)


def _said(here: list[tuple[list, float, float, float]]) -> np.ndarray:
    """Returns for each cell: how much it is an index, what of it counts; where within, how large, which direction."""
    cells = CROP // CELL
    said = np.zeros((8, cells, cells), np.float32)
    said[1] = 1
    y, x = np.mgrid[:cells, :cells].astype(np.float32)
    for one, at_x, at_y, height in here:
        column, row = at_x / CELL - 0.5, at_y / CELL - 0.5
        if not (-4 < column < cells + 4 and -4 < row < cells + 4):
            continue
        far = (x - column) ** 2 + (y - row) ** 2
        if one[6] < VISIBLE or not FOUND_HEIGHTS[0] <= height <= FOUND_HEIGHTS[1]:
            near_size = FOUND_HEIGHTS[0] / DOUBTFUL <= height <= FOUND_HEIGHTS[1] * DOUBTFUL
            if one[6] >= HIDDEN and near_size:
                said[1][far < (0.3 * height / CELL) ** 2] = 0
            continue
        heat = np.exp(-far / (2 * max(0.8, 0.045 * height) ** 2))
        if 0 <= round(column) < cells and 0 <= round(row) < cells:
            heat[round(row), round(column)] = 1
        best = heat > said[0]
        said[0][best] = heat[best]
        inner = best & (far < 2.6)
        for place, value in ((2, column - x), (3, row - y), (4, math.log2(height / USUAL_HEIGHT) + 0 * x)):
            said[place][inner] = value[inner]
        said[5][inner], said[6][inner], said[7][inner] = math.cos(one[5]), math.sin(one[5]), 1
    return said


def _turned(crop: np.ndarray, said: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Turns both by quarters of a circle, so that every direction is as frequent."""
    quarters = random.randint(0, 3)
    crop = np.rot90(crop, quarters).copy()
    said = np.rot90(said, quarters, axes=(1, 2)).copy()
    for _ in range(quarters):  # counter-clockwise: what pointed right points up
        said[2], said[3] = said[3].copy(), -said[2]
        said[5], said[6] = said[6].copy(), -said[5]
    return crop, said


def _light(x: Tensor) -> Tensor:
    """Changes light and colours of pictures in the range of -1 to 1."""
    many = len(x)
    gain, shift = torch.empty(many, 3, 1, 1).uniform_(0.75, 1.3), torch.empty(many, 1, 1, 1).uniform_(-0.25, 0.25)
    return ((x * (gain * torch.empty(many, 1, 1, 1).uniform_(0.65, 1.25)) + shift).clamp(-1, 1)).contiguous()


def finder_batches(folder: Path, size: int) -> Iterator[tuple[Tensor, Tensor]]:
    names: list[str] = []
    for step in range(10**9):
        if step % 100 == 0:  # more may have been made meanwhile
            names = [path.stem for path in sorted(folder.glob("*.json"))]
        made = [_crop(folder, names) for _ in range(size)]
        x = torch.from_numpy(np.stack([one for one, _ in made])).permute(0, 3, 1, 2).float().div(127.5).sub(1)
        yield _light(x), torch.from_numpy(np.stack([said for _, said in made]))


def finder_loss(net: nn.Module, x: Tensor, said: Tensor) -> Tensor:
    made = net(x)
    heat, counts, inner = said[:, 0], said[:, 1], said[:, 7]
    sure = torch.sigmoid(made[:, 0])
    is_there = (heat > 0.93).float()
    log_sure, log_not = functional.logsigmoid(made[:, 0]), functional.logsigmoid(-made[:, 0])
    right = is_there * (1 - sure) ** 2 * log_sure
    wrong = (1 - is_there) * (1 - heat) ** 4 * sure**2 * log_not * counts
    found = -(right + wrong).sum() / is_there.sum().clamp(min=1)
    off = (functional.smooth_l1_loss(made[:, 1:6], said[:, 2:7], reduction="none", beta=0.1).sum(1) * inner).sum()
    return found + off / inner.sum().clamp(min=1)


# Cutouts


def reader_batches(folder: Path, size: int) -> Iterator[tuple[Tensor, Tensor]]:
    kept: dict[Path, tuple[np.ndarray, np.ndarray]] = {}
    for step in range(10**9):
        if step % 200 == 0:
            for path in sorted(folder.glob("*.npz")):
                if path not in kept:
                    with np.load(path) as file:
                        kept[path] = file["pictures"], file["classes"]
        files = list(kept.values())
        chosen = random.choices(files, [len(file[0]) for file in files], k=size)
        places = [(file, random.randrange(len(file[0]))) for file in chosen]
        x = torch.from_numpy(np.stack([file[0][place] for file, place in places])).permute(0, 3, 1, 2).float()
        yield _moved(x.div(127.5).sub(1)), torch.from_numpy(np.stack([file[1][place] for file, place in places])).long()


def _moved(x: Tensor) -> Tensor:
    """Returns patches out of cutouts: turned, moved, larger, smaller, in another light, as the finder may have them."""
    many = len(x)
    turn, size = torch.empty(many).normal_(0, 0.11).clamp(-0.3, 0.3), torch.empty(many).uniform_(0.86, 1.16)
    stretch = torch.empty(many).uniform_(0.92, 1.08)
    right, down = torch.empty(many).normal_(0, 2.0).clamp(-5, 5), torch.empty(many).normal_(0, 2.0).clamp(-5, 5)
    w, h = SIZE
    half_w, half_h = PATCH[0] / w, PATCH[1] / h
    theta = torch.zeros(many, 2, 3)
    theta[:, 0, 0], theta[:, 0, 1] = turn.cos() * size * stretch * half_w, -turn.sin() * size * half_h * h / w
    theta[:, 1, 0], theta[:, 1, 1] = turn.sin() * size * stretch * half_w * w / h, turn.cos() * size * half_h
    theta[:, 0, 2], theta[:, 1, 2] = right * 2 / w, down * 2 / h
    grid = functional.affine_grid(theta, [many, 3, PATCH[1], PATCH[0]], align_corners=False)
    x = functional.grid_sample(x, grid, mode="bilinear", padding_mode="border", align_corners=False)
    slope = torch.linspace(-1, 1, PATCH[0])[None, None, None] * torch.empty(many, 1, 1, 1).normal_(0, 0.12)
    x = _light(x) * torch.empty(many, 1, 1, 1).uniform_(0.25, 1.0) + slope
    if random.random() < 0.5:
        sigma = random.uniform(0.4, 1.5)
        taps = torch.exp(-(torch.arange(-3.0, 4.0) ** 2) / (2 * sigma**2))
        taps = (taps / taps.sum())[None, None, None].expand(3, 1, 1, 7)
        x = functional.conv2d(functional.pad(x, (3, 3, 0, 0), "replicate"), taps, groups=3)
        x = functional.conv2d(functional.pad(x, (0, 0, 3, 3), "replicate"), taps.transpose(2, 3), groups=3)
    return (x + torch.randn_like(x) * random.uniform(0, 0.08)).clamp(-1, 1)


def reader_loss(net: nn.Module, x: Tensor, said: Tensor) -> Tensor:
    ranks, suits = net(x)
    has_suit = said[:, 0] < NONE - 1
    found = functional.cross_entropy(ranks, said[:, 0], label_smoothing=0.02)
    return found + functional.cross_entropy(suits[has_suit], said[has_suit, 1], label_smoothing=0.02)


KINDS: dict[str, tuple[Callable[[], nn.Module], Callable, Callable, int, float]] = {
    "finder": (Finder, finder_batches, finder_loss, 16, 3e-3),
    "reader": (Reader, reader_batches, reader_loss, 64, 3e-3),
}


def _seed(done: int) -> None:
    """Lets chance follow from the steps done: training that was interrupted goes on as if it had not been."""
    random.seed(done)
    torch.manual_seed(done)


def train(kind: str, folder: Path, steps: int, kept: Path) -> None:
    """Goes on until so many steps are done; every now and then all that it needs to go on is saved."""
    torch.set_num_threads(1)
    make, batches, loss_of, size, rate = KINDS[kind]
    _seed(0)
    net = make().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-4)
    done, shown, began = 0, 0.0, time.process_time()
    if kept.exists():
        saved = torch.load(kept)
        net.load_state_dict(saved["net"])
        optimizer.load_state_dict(saved["optimizer"])
        done = saved["done"]
    _seed(done)
    net.train()
    for x, said in batches(folder, size):
        if done >= steps:
            break
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1.0, (done + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * done / steps)) + 2e-5
        loss = loss_of(net, x.contiguous(memory_format=torch.channels_last), said)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        done, shown = done + 1, 0.95 * shown + 0.05 * loss.item()
        if done % SAVED_EVERY == 0 or done == steps:
            torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict(), "done": done}, f"{kept}.new")
            Path(f"{kept}.new").replace(kept)
            print(f"{kind} {done} of {steps}: {shown:.3f}, {time.process_time() - began:.0f} s of CPU", flush=True)
            _seed(done)


assert INDEX_ROWS == 44
if __name__ == "__main__":
    train(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
