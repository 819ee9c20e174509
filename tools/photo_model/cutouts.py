"""Makes up the surroundings of single corner indices, faster than whole scenes: what the reader is trained with."""

import math
import random
import sys
from pathlib import Path

import numpy as np
from faces import MM, RANKS, SUITS, Face, Index, OwnPack
from nets import NONE
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from scenes import Maker, Pack

SIZE = (60, 84)
"""Columns and rows of a cutout: some more than a patch, so that it can still be turned and moved in training."""
INDEX_ROWS = 44
JOKER = 13
SAMPLE = 1.5
"""Pixels of the canvas for one of a cutout."""
CANVAS = (round(SIZE[0] * SAMPLE), round(SIZE[1] * SAMPLE))


def _turned(card: Image.Image, anchor: tuple[float, float], scale: float, angle: float, squash: float) -> Image.Image:
    """Returns what of a card lies on the canvas when this point of it lies in the middle."""
    cos, sin = math.cos(angle) / scale, math.sin(angle) / scale
    x, y, lean = CANVAS[0] / 2, CANVAS[1] / 2, random.uniform(-0.12, 0.12)
    a, b, d, e = cos, sin * squash + cos * lean, -sin, cos * squash - sin * lean
    matrix = (a, b, anchor[0] - a * x - b * y, d, e, anchor[1] - d * x - e * y)
    return card.transform(CANVAS, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC)


def _ground() -> Image.Image:
    colour = tuple(random.randint(5, 240) for _ in range(3))
    noise = np.random.normal(0, random.uniform(0, 25), (CANVAS[1] // 6, CANVAS[0] // 6, 3)) + np.array(colour)
    return Image.fromarray(noise.clip(0, 255).astype(np.uint8)).resize(CANVAS, Image.Resampling.BILINEAR)


def _shade(canvas: Image.Image, card: Image.Image) -> None:
    dark = card.getchannel("A").filter(ImageFilter.GaussianBlur(random.uniform(0.6, 4)))
    level = random.uniform(0, 0.55)
    canvas.paste((0, 0, 0), (random.randint(-2, 2), random.randint(-1, 2)), dark.point(lambda one: int(one * level)))
    canvas.paste(card.convert("RGB"), (0, 0), card.getchannel("A"))


def _over(canvas: Image.Image, pack: Pack, scale: float) -> None:
    """Lays another card over what is not the index: beside it as in a fan, or below it as in a row."""
    other = pack.face(_any(pack)).picture
    if random.random() < 0.7:
        gap = random.uniform(3.0, 8) * MM
        angle, anchor = random.uniform(-0.25, 0.25), (-gap, random.uniform(0.05, 0.3) * other.height)
    else:
        angle, anchor = (
            random.uniform(-0.2, 0.2),
            (random.uniform(0, 0.4) * other.width, -INDEX_ROWS * SAMPLE * 0.56 / scale),
        )
    _shade(canvas, _turned(other, anchor, scale, angle, 1.0))


def _any(pack: Pack, kind: str = "usual") -> str:
    if isinstance(pack, OwnPack) and random.random() < (0.2 if kind == "jokers" else 0.04):
        return "X"
    return random.choice(RANKS) + random.choice("CS" if kind == "small" else SUITS)


def _index_of(face: Face) -> Index:
    return random.choice(face.indices)


def cutout(pack: Pack, fonts: list[Path], kind: str) -> tuple[Image.Image, int, int]:
    """Returns a cutout, the class of its rank and of its suit. `kind`: usual, many jokers, or small and black."""
    if random.random() < 0.2:
        return _nothing(pack, fonts)
    code = _any(pack, kind)
    face = pack.face(code)
    index = _index_of(face)
    scale = INDEX_ROWS * SAMPLE / index.height
    canvas = _under(pack, scale)
    angle = math.pi if index.is_turned else 0.0
    _shade(canvas, _turned(face.picture, (index.x, index.y), scale, angle, random.uniform(0.85, 1.3)))
    if random.random() < 0.4:
        _over(canvas, pack, scale)
    rank = JOKER if code == "X" else RANKS.index(code[0])
    return canvas, rank, 0 if code == "X" else SUITS.index(code[1])


def _under(pack: Pack, scale: float) -> Image.Image:
    canvas = _ground()
    if random.random() < 0.5:
        other = pack.face(_any(pack)).picture
        anchor = random.uniform(0, other.width), random.uniform(0, other.height)
        _shade(canvas, _turned(other, anchor, scale, random.uniform(0, 6.3), 1.0))
    return canvas


def _nothing(pack: Pack, fonts: list[Path]) -> tuple[Image.Image, int, int]:
    """Returns what is no index, or one that must not be read: turned, covered, beside the middle."""
    face = pack.face(_any(pack))
    index, card = _index_of(face), face.picture
    scale = INDEX_ROWS * SAMPLE / index.height
    canvas, angle = _under(pack, scale), math.pi if index.is_turned else 0.0
    kind = random.choice(["turned", "turned", "inside", "inside", "beside", "beside", "covered", "covered", "print"])
    where = index.x, index.y
    if kind == "turned":
        angle += random.choice([math.pi, math.pi, math.pi / 2, -math.pi / 2]) + random.uniform(-0.4, 0.4)
    elif kind == "inside":
        where = random.uniform(0.28, 0.72) * card.width, random.uniform(0.08, 0.92) * card.height
        scale *= random.uniform(0.4, 1.6)
    elif kind == "beside":
        turn, out = random.uniform(0, 6.3), random.uniform(0.6, 1.1) * index.height
        where = index.x + out * math.cos(turn), index.y + out * math.sin(turn)
    if kind == "print":
        font = ImageFont.truetype(str(random.choice(fonts)), random.randint(14, 70))
        text = "".join(random.choices("ABCDEFGHJKLMNQRSTW0123456789abeg", k=random.randint(1, 8)))
        ImageDraw.Draw(canvas).text((random.randint(-10, 40), random.randint(0, 70)), text, (20, 20, 30), font)
    else:
        _shade(canvas, _turned(card, where, scale, angle, random.uniform(0.85, 1.3)))
    if kind == "covered":
        other = pack.face(_any(pack)).picture
        off = random.uniform(-0.12, 0.12) * index.height
        side, turn = random.choice(
            [
                ((-off, other.height / 2), 0.0),
                ((other.width - off, other.height / 2), 0.0),
                ((other.width / 2, -off), 0.0),
                ((other.width / 2, other.height - off), 0.0),
            ]
        )
        _shade(canvas, _turned(other, side, scale, turn + random.uniform(-0.3, 0.3), 1.0))
    return canvas, NONE, 0


def _seen(canvas: Image.Image, kind: str) -> Image.Image:
    """Returns the cutout as a camera of few pixels may have seen it."""
    least, most = (0.3, 0.5) if kind == "small" else (0.36, 1.2)
    small = random.uniform(least, most) if kind == "small" or random.random() < 0.7 else 1.0
    rough = canvas.resize((round(SIZE[0] * small), round(SIZE[1] * small)), Image.Resampling.BOX)
    return rough.resize(SIZE, Image.Resampling.BILINEAR)


def make(file: Path, count: int, seed: int, kind: str = "usual") -> None:
    """Writes so many cutouts with their classes into a file."""
    random.seed(seed)
    np.random.seed(seed)
    maker = Maker(fresh=0.01, many_jokers=kind == "jokers")
    pictures, classes = np.empty((count, SIZE[1], SIZE[0], 3), np.uint8), np.empty((count, 2), np.uint8)
    for number in range(count):
        canvas, *classes[number] = cutout(maker.pack(), maker.fonts, kind)
        pictures[number] = np.asarray(_seen(canvas, kind))
    unfinished = file.with_suffix(".new")
    with unfinished.open("wb") as written:
        np.savez(written, pictures=pictures, classes=classes)
    unfinished.replace(file)


if __name__ == "__main__":
    make(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
