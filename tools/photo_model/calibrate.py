"""Measures on packs that nothing was trained with how sure a card of so much evidence is, and writes the weights."""

import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from nets import Finder, Reader, written
from PIL import Image
from scenes import LAYOUTS, Maker, Seen

sys.path.insert(0, str(Path(__file__).parents[2]))
from webapp.photo import WEIGHTS, nets
from webapp.photo.corners import corners, read_corners, traits_of, with_jokers
from webapp.photo.reader import PACKS
from webapp.photo.recognition import Group, features, grouped, packed

WRONG = 0.001
"""What share of the cards that are called sure may be wrong: half of what is promised, since these packs are few."""
LEAST_SURE = 0.97
WRONG_COUNTS = 10
"""How many right cards one that is wrong counts: there are few, and what is to be sure must be told from them."""
LIGHTS = {21: (0.2, 1.0), 22: (0.0, 0.5)}
"""How harsh the light is, from where to where, by the seed of the scenes."""


def trained(finder: Path, reader: Path) -> dict[str, np.ndarray]:
    """Returns the numbers of both nets as they were trained."""
    found: dict[str, np.ndarray] = {}
    for name, net, path in (("finder", Finder(), finder), ("reader", Reader(), reader)):
        net.load_state_dict(torch.load(path)["net"])
        net.eval()
        found |= written(net, name)
    return found


def judged(kept: nets.Weights, count: int, seed: int) -> Iterator[tuple[tuple[float, ...], bool]]:
    """Yields for each card that is read what its certainty follows from, and whether it is right."""
    harsh = LIGHTS[seed]
    random.seed(seed)
    np.random.seed(seed)
    maker = Maker("calibrate", fresh=0.4)
    cards, counts = packed(PACKS["54"])
    for number in range(count):
        layout, side, light = list(LAYOUTS)[number % len(LAYOUTS)], random.randint(800, 2000), random.uniform(*harsh)
        scene = maker.scene(layout, long_side=side, harsh=light)
        for group in _groups(scene.picture, kept, cards, counts):
            yield features(group, cards), _is_right(group, scene.seen, cards)


def _groups(picture: Image.Image, kept: nets.Weights, cards: tuple[str, ...], counts: tuple[int, ...]) -> list[Group]:
    found = corners(picture, kept)
    found, traits = with_jokers(picture, found, traits_of(picture, found, kept), kept)
    return grouped(read_corners(found, traits, cards, kept), counts)


def _is_right(group: Group, seen: list[Seen], cards: tuple[str, ...]) -> bool:
    """Tells whether the card lies where one of its indices was found. Others may be of a neighbouring card."""
    places = [one.corner for one in group.corners]
    like = [one for one in seen if one.code == cards[group.best]]
    return any(math.hypot(one.x - at.x, one.y - at.y) < 0.6 * one.height for one in like for at in places)


def certainty_of(x: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Returns the weights by which evidence comes to a certainty that is as often right as it says."""
    weights = fitted(x, right, np.where(right, 1, WRONG_COUNTS))
    said = np.stack([x[:, 0], x @ weights], axis=1)
    shift, stretch = fitted(said, right, np.ones(len(x)))
    weights *= stretch
    weights[0] += shift
    return weights


def fitted(x: np.ndarray, right: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Returns the weights of a logistic regression, by Newton's method. `counts`: how much each row does."""
    weights, small = np.zeros(x.shape[1]), 0.05 * np.eye(x.shape[1])
    for _ in range(40):
        sure = 1 / (1 + np.exp(-(x @ weights).clip(-30, 30)))
        slope = x.T @ (counts * (right - sure)) - small @ weights
        bend = (x * (counts * sure * (1 - sure))[:, None]).T @ x + small
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def sure_from(sure: np.ndarray, right: np.ndarray) -> float:
    """Returns the certainty from which on so few are wrong as may be."""
    order = np.argsort(-sure)
    wrong = np.cumsum(~right[order]) / np.arange(1, len(order) + 1)
    fine = np.nonzero(wrong <= WRONG)[0]
    return max(LEAST_SURE, float(sure[order][fine[-1]])) if len(fine) else 1.0


def write(finder: Path, reader: Path, scenes: int) -> None:
    kept = trained(finder, reader)
    weights = {name: one.astype(np.float32) for name, one in kept.items()}
    found = [one for seed in LIGHTS for one in judged(weights, scenes, seed)]
    x, right = np.array([one for one, _ in found]), np.array([is_right for _, is_right in found])
    certainty = certainty_of(x, right)
    sure = 1 / (1 + np.exp(-(x @ certainty).clip(-30, 30)))
    least = sure_from(sure, right)
    called = sure >= least
    print(f"{len(right)} cards, {right.mean():.2%} right")
    print(f"sure from {least:.4f}: {called.mean():.1%}, of these {(~right & called).sum()} wrong")
    np.savez_compressed(WEIGHTS, **kept, certainty=certainty.astype(np.float32), sure=np.float32(least))
    print(f"{WEIGHTS}: {WEIGHTS.stat().st_size / 2**20:.2f} MB")


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
