"""Makes up photos of cards on tables, and says where each corner index is and how much of it is seen."""

import io
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import faces
import numpy as np
from faces import RANKS, SUITS, Face, OwnPack, SvgPack
from PIL import Image, ImageDraw, ImageFilter, ImageFont

Pack = OwnPack | SvgPack
Spot = tuple[float, float]


@dataclass(frozen=True)
class Seen:
    """A corner index in a scene: its direction is where the top of the rank lies from its centre, in radians."""

    code: str
    card: int
    x: float
    y: float
    height: float
    direction: float
    visible: float


@dataclass(frozen=True)
class Scene:
    """A made-up photo, its indices, and the cards that lie on it."""

    picture: Image.Image
    seen: list[Seen]
    cards: list[str]


def _field(rough: int, size: tuple[int, int], low: float, high: float) -> np.ndarray:
    """Returns a smooth random field; `rough`: how many knots it has along a side."""
    knots = np.random.uniform(low, high, (rough, rough)).astype(np.float32)
    return np.asarray(Image.fromarray(knots).resize(size, Image.Resampling.BICUBIC))


def _colour(low: int = 20, high: int = 235) -> np.ndarray:
    return np.random.randint(low, high, 3).astype(np.float32)


# Tables


def _wood(size: tuple[int, int]) -> np.ndarray:
    tall = Image.fromarray(np.random.uniform(0, 1, (size[1] // 4, max(2, size[0] // 60))).astype(np.float32))
    grain = np.asarray(tall.resize(size, Image.Resampling.BICUBIC)) + _field(9, size, -0.5, 0.5)
    grain = (0.5 + 0.5 * np.sin(grain * random.uniform(3, 12)))[..., None]
    brown = np.array([random.randint(60, 220), 0, 0], np.float32)
    brown[1], brown[2] = brown[0] * random.uniform(0.6, 0.85), brown[0] * random.uniform(0.3, 0.65)
    plain = brown * (1 - random.uniform(0.1, 0.6) * grain)
    return plain if random.random() < 0.5 else plain.transpose(1, 0, 2)[: size[1], : size[0]]


def _cloth(size: tuple[int, int]) -> np.ndarray:
    base = random.choice([_colour(), np.array([20, 100, 50], np.float32) * random.uniform(0.5, 1.6)])
    weave = np.random.normal(0, random.uniform(2, 18), (size[1], size[0], 1)).astype(np.float32)
    return base + weave + _field(8, size, -15, 15)[..., None]


def _pattern(size: tuple[int, int]) -> np.ndarray:
    y, x = np.mgrid[: size[1], : size[0]].astype(np.float32)
    turn, step = random.uniform(0, math.pi), random.uniform(8, 90)
    along, across = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    stripes = np.sin(along / step * 6.3) > random.uniform(-0.5, 0.8)
    if random.random() < 0.6:
        stripes = stripes ^ (np.sin(across / step * 6.3) > random.uniform(-0.5, 0.8))
    return np.where(stripes[..., None], _colour(), _colour()) + _field(6, size, -12, 12)[..., None]


def _plain(size: tuple[int, int]) -> np.ndarray:
    return _colour(5, 250) + _field(random.choice([3, 40, 120]), size, -14, 14)[..., None]


def _marble(size: tuple[int, int]) -> np.ndarray:
    veins = np.abs(_field(5, size, -1, 1) + 0.5 * _field(17, size, -1, 1) + 0.2 * _field(60, size, -1, 1))
    return _colour(60, 245) * (1 - 0.5 * np.exp(-veins * random.uniform(6, 20)))[..., None]


def _tiles(size: tuple[int, int]) -> np.ndarray:
    y, x = np.mgrid[: size[1], : size[0]]
    side = random.randint(60, 180)
    joint = ((x % side) < 4) | ((y % side) < 4)
    tint = np.random.uniform(-18, 18, (size[1] // side + 1, size[0] // side + 1))[y // side, x // side]
    return np.where(joint[..., None], _colour(), (_colour() + np.zeros((*x.shape, 3))) + tint[..., None])


def _knitted(size: tuple[int, int]) -> np.ndarray:
    y, x = np.mgrid[: size[1], : size[0]].astype(np.float32)
    step = random.uniform(5, 14)
    loops = np.sin(x / step * 6.3 + 1.5 * np.sin(y / step * 3.1)) * np.sin(y / step * 6.3)
    return _colour(30, 220) + (loops * random.uniform(10, 45) + _field(5, size, -20, 20))[..., None]


Table = Callable[[tuple[int, int]], np.ndarray]
TABLES: tuple[Table, ...] = (_wood, _wood, _cloth, _cloth, _pattern, _plain)
OTHER_TABLES: tuple[Table, ...] = (_marble, _tiles, _knitted)
"""Tables that nothing is trained with."""


def _table(size: tuple[int, int], tables: tuple[Table, ...]) -> Image.Image:
    made = random.choice(tables)(size)
    if made.shape[:2] != (size[1], size[0]):
        made = np.asarray(Image.fromarray(made.clip(0, 255).astype(np.uint8)).resize(size))
    return Image.fromarray(made.clip(0, 255).astype(np.uint8)).convert("RGB")


# What lies about


def _foreign(canvas: Image.Image, fonts: list) -> None:
    """Lays something on the table that is no card: shapes, cables, print, coins, backs of cards."""
    draw, (w, h) = ImageDraw.Draw(canvas), canvas.size
    x, y, r = random.randint(0, w), random.randint(0, h), random.randint(10, w // 5)
    colour = tuple(int(one) for one in _colour(0, 255))
    kind = random.choice(["print", "print", "ellipse", "box", "cable", "paper", "back", "skin"])
    if kind == "print":
        font = ImageFont.truetype(str(random.choice(fonts)), random.randint(9, 60))
        letters = "".join(
            random.choices("ABCDEFGHIKLMNOPRSTUVWabcdefghiklmnopqrstu 0123456789JQK♥", k=random.randint(1, 14))
        )
        text = Image.new("L", (420, 80))
        ImageDraw.Draw(text).text((4, 4), letters, 255, font)
        text = text.rotate(random.uniform(0, 360), expand=True)
        if random.random() < 0.5:
            draw.rectangle([x - 4, y - 4, x + text.width // 2, y + text.height // 2], fill=(245, 245, 240))
        canvas.paste(colour, (x, y), text)
    elif kind == "ellipse":
        draw.ellipse([x - r, y - r * random.uniform(0.3, 1), x + r, y + r], fill=colour, outline=(30, 30, 30))
    elif kind == "box":
        draw.polygon([(x + random.randint(-r, r), y + random.randint(-r, r)) for _ in range(4)], fill=colour)
    elif kind == "cable":
        line = [(random.randint(0, w), random.randint(0, h)) for _ in range(4)]
        draw.line(line, fill=colour, width=random.randint(2, 9), joint="curve")
    elif kind == "skin":
        tone = random.randint(90, 235)
        draw.ellipse([x - r, y - r, x + r * 2, y + r], fill=(tone, int(tone * 0.75), int(tone * 0.62)))
    else:
        _flat(canvas, colour, kind, (x, y))


def _flat(canvas: Image.Image, colour: tuple[int, ...], kind: str, at: tuple[int, int]) -> None:
    sheet = Image.new("RGBA", (random.randint(60, 200), random.randint(80, 260)), (250, 250, 245, 255))
    draw = ImageDraw.Draw(sheet)
    if kind == "back":
        step = random.randint(4, 14)
        for along in range(6, sheet.height + sheet.width, step):
            draw.line([(6, along), (along, 6)], fill=(*colour, 255), width=2)
            draw.line([(sheet.width - 6, along), (sheet.width - along, 6)], fill=(*colour, 255), width=2)
    else:
        for row in range(12, sheet.height - 10, random.randint(7, 16)):
            draw.line([(8, row), (random.randint(30, sheet.width - 8), row)], fill=(60, 60, 60, 255), width=2)
    sheet = sheet.rotate(random.uniform(0, 360), expand=True)
    canvas.paste(sheet, at, sheet)


# Cards in the plane of the table: each has a centre, an angle, and a height of one


def _scatter(most: int) -> Iterator[tuple[Spot, float]]:
    taken: list[Spot] = []
    apart, tilt = random.uniform(0.75, 1.2), random.choice([0.15, 0.6, math.pi])
    wide = 0.75 * math.sqrt(most)
    for _ in range(most * 12):
        spot = random.uniform(-wide, wide), random.uniform(-wide, wide) * 0.75
        if len(taken) < most and all(math.dist(spot, other) > apart for other in taken):
            taken.append(spot)
            yield spot, random.uniform(-tilt, tilt)


def _trick(most: int) -> Iterator[tuple[Spot, float]]:
    start, out = random.uniform(0, 6.3), random.uniform(0.25, 0.65)
    for seat in range(most):
        turn = start + seat * 2 * math.pi / most + random.uniform(-0.3, 0.3)
        yield (
            (out * math.sin(turn), -out * math.cos(turn)),
            turn + random.choice([0, math.pi]) + random.uniform(-0.3, 0.3),
        )


def _fan(most: int) -> Iterator[tuple[Spot, float]]:
    step, radius, whole = random.uniform(0.07, 0.22), random.uniform(0.9, 2.2), random.uniform(-0.6, 0.6)
    if random.random() < 0.1:
        whole += math.pi
    for place in range(most):
        turn = (place - most / 2) * step * 1.4 / radius + whole + random.uniform(-0.02, 0.02)
        yield (radius * math.sin(turn) + random.uniform(-0.02, 0.02), radius * (1 - math.cos(turn))), turn


def _rows(most: int) -> Iterator[tuple[Spot, float]]:
    """Rows of cards that cover each other, sideways or downwards, or lie side by side."""
    across = random.choice([random.uniform(0.14, 0.3), random.uniform(0.72, 0.85)])
    down = random.choice([random.uniform(0.22, 0.4), random.uniform(1.02, 1.15)])
    wide, turn = random.randint(1, 8), random.choice([0, 0, math.pi / 2, math.pi, random.uniform(0, 6.3)])
    for place in range(most):
        row, column = divmod(place, wide)
        x = (column - wide / 2) * across + random.uniform(-0.02, 0.02)
        y = (row - most / wide / 2) * down + random.uniform(-0.02, 0.02)
        spot = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
        yield spot, turn + random.uniform(-0.06, 0.06)


def _pile(most: int) -> Iterator[tuple[Spot, float]]:
    for _ in range(most):
        yield (random.gauss(0, 0.55), random.gauss(0, 0.45)), random.uniform(0, 6.3)


LAYOUTS: dict[str, tuple[Callable[[int], Iterator[tuple[Spot, float]]], int, int]] = {
    "lying": (_scatter, 1, 9),
    "trick": (_trick, 2, 6),
    "fan": (_fan, 4, 13),
    "rows": (_rows, 3, 24),
    "pile": (_pile, 3, 10),
}


# The camera


def _solved(source: list[Spot], target: list[Spot]) -> np.ndarray:
    """Returns the eight numbers of the perspective that leads these four points to those."""
    rows, wanted = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        wanted += [u, v]
    return np.linalg.solve(np.array(rows, float), np.array(wanted, float))


def _through(eight: np.ndarray, x: float, y: float) -> Spot:
    a, b, c, d, e, f, g, h = eight
    below = g * x + h * y + 1
    return (a * x + b * y + c) / below, (d * x + e * y + f) / below


def _camera(size: tuple[int, int], scale: float, tilt: float) -> Callable[[Spot], Spot]:
    """Returns the way from the table to the picture. `scale`: pixels of a card's height in the middle."""
    far, roll = 6.0, random.uniform(0, 6.3)

    def seen(spot: Spot) -> Spot:
        x, y = (
            spot[0] * math.cos(roll) - spot[1] * math.sin(roll),
            spot[0] * math.sin(roll) + spot[1] * math.cos(roll),
        )
        deep = far + y * math.sin(tilt)
        return size[0] / 2 + scale * x * far / deep, size[1] / 2 + scale * y * math.cos(tilt) * far / deep

    return seen


class Laid:
    """A scene while cards are laid on it."""

    def __init__(self, canvas: Image.Image, see: Callable[[Spot], Spot]) -> None:
        self.canvas, self._see = canvas, see
        self.top = np.full((canvas.height, canvas.width), -1, np.int16)
        self._cards: list[tuple[Face, np.ndarray]] = []

    def add(self, face: Face, spot: Spot, angle: float) -> None:
        card, half_w, half_h = face.picture, face.picture.width / face.picture.height / 2, 0.5
        flat = [(-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h)]
        turned = [
            (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)) for x, y in flat
        ]
        corners = [self._see((spot[0] + x, spot[1] + y)) for x, y in turned]
        left, top = (math.floor(min(one[axis] for one in corners)) - 2 for axis in (0, 1))
        right, low = (math.ceil(max(one[axis] for one in corners)) + 2 for axis in (0, 1))
        small = max(1, round(card.height / max(8, math.dist(corners[0], corners[3])) * 0.8))
        source = card.reduce(small) if small > 1 else card
        own = [(0, 0), (card.width, 0), (card.width, card.height), (0, card.height)]
        there = _solved(own, corners)
        back = _solved([(x - left, y - top) for x, y in corners], [(x / small, y / small) for x, y in own])
        drawn = source.transform(
            (right - left, low - top), Image.Transform.PERSPECTIVE, list(back), Image.Resampling.BICUBIC
        )
        mask = drawn.getchannel("A")
        shade = Image.new("RGB", drawn.size, (0, 0, 0))
        dark = mask.filter(ImageFilter.GaussianBlur(2.5)).point(lambda one: int(one * self._shadow))
        self.canvas.paste(shade, (left + random.randint(-2, 3), top + random.randint(0, 3)), dark)
        self.canvas.paste(drawn.convert("RGB"), (left, top), mask)
        self._note(np.asarray(mask) > 127, left, top)
        self._cards.append((face, there))

    _shadow = 0.45

    def _note(self, mask: np.ndarray, left: int, top: int) -> None:
        height, width = self.top.shape
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(width, left + mask.shape[1]), min(height, top + mask.shape[0])
        if x0 < x1 and y0 < y1:
            part = mask[y0 - top : y1 - top, x0 - left : x1 - left]
            self.top[y0:y1, x0:x1][part] = len(self._cards)

    def cover(self, shape: Image.Image) -> None:
        """Notes that something foreign lies where this mask is."""
        self.top[np.asarray(shape) > 127] = -2

    def seen(self) -> list[Seen]:
        return [one for number in range(len(self._cards)) for one in self._of(number)]

    def _of(self, number: int) -> Iterator[Seen]:
        face, there = self._cards[number]
        for one in face.indices:
            up = 1 if one.is_turned else -1
            x, y = _through(there, one.x, one.y)
            head = _through(there, one.x, one.y + up * one.height / 2)
            foot = _through(there, one.x, one.y - up * one.height / 2)
            spots = [
                _through(there, one.x + dx * one.height, one.y + dy * one.height)
                for dx in (-0.18, 0, 0.18)
                for dy in (-0.46, -0.3, -0.15, 0, 0.15, 0.3, 0.46)
            ]
            visible = sum(self._is_top(number, *spot) for spot in spots) / len(spots)
            turn = math.atan2(head[1] - foot[1], head[0] - foot[0])
            yield Seen(face.code, number, x, y, math.dist(head, foot), turn, visible)

    def _is_top(self, number: int, x: float, y: float) -> bool:
        column, row = math.floor(x), math.floor(y)
        inside = 0 <= row < self.top.shape[0] and 0 <= column < self.top.shape[1]
        return inside and bool(self.top[row, column] == number)


# Light and lens


def _lit(picture: Image.Image, seen: list[Seen], *, harsh: float) -> tuple[Image.Image, list[Seen]]:
    """Returns the picture as a phone may take it; what glare washes out is less visible. `harsh`: 0 to 1."""
    size = picture.size
    light = np.asarray(picture, np.float32)
    lamp = _field(random.choice([2, 3, 5]), size, 1 - 0.4 * harsh, 1 + 0.2 * harsh)[..., None]
    if random.random() < 0.3 * harsh + 0.05:
        y, x = np.mgrid[: size[1], : size[0]].astype(np.float32)
        turn, edge = random.uniform(0, 6.3), random.uniform(2, 60)
        side = (
            (x - random.randint(0, size[0])) * math.cos(turn) + (y - random.randint(0, size[1])) * math.sin(turn)
        ) / edge
        lamp = lamp * (1 - random.uniform(0.2, 0.65) / (1 + np.exp(-side.clip(-30, 30))))[..., None]
    light = light * lamp * random.uniform(0.72, 1.25) * np.random.uniform(1 - 0.2 * harsh, 1 + 0.1 * harsh, 3)
    glare = np.zeros((size[1], size[0]), np.float32)
    for _ in range(random.choice([0, 0, 0, 1, 2]) if harsh else 0):
        y, x = np.mgrid[: size[1], : size[0]].astype(np.float32)
        wide, tall = random.uniform(15, size[0] / 4), random.uniform(15, size[1] / 4)
        spot = ((x - random.randint(0, size[0])) / wide) ** 2 + ((y - random.randint(0, size[1])) / tall) ** 2
        glare += random.uniform(0.3, 1.1) * np.exp(-spot)
    light = light + 230 * glare[..., None]
    gamma = random.uniform(1 - 0.3 * harsh, 1 + 0.25 * harsh)
    light = 255 * (light.clip(0, 255) / 255) ** gamma
    done = Image.fromarray(light.astype(np.uint8))
    dull = [one if glare[_inside(one, size)] < 0.5 else _washed(one) for one in seen]
    return _taken(done, harsh), dull


def _inside(one: Seen, size: tuple[int, int]) -> tuple[int, int]:
    return min(size[1] - 1, max(0, int(one.y))), min(size[0] - 1, max(0, int(one.x)))


def _washed(one: Seen) -> Seen:
    return Seen(one.code, one.card, one.x, one.y, one.height, one.direction, min(one.visible, 0.6))


def _taken(picture: Image.Image, harsh: float) -> Image.Image:
    if random.random() < 0.6:
        picture = picture.filter(ImageFilter.GaussianBlur(random.uniform(0.2, 0.4 + 0.9 * harsh)))
    if random.random() < 0.12 * harsh:
        line = np.zeros((5, 5))
        line[2] = 1
        kernel = line if random.random() < 0.5 else random.choice([line.T, np.eye(5)])
        picture = picture.filter(ImageFilter.Kernel((5, 5), kernel.ravel().tolist()))
    if random.random() < 0.3:
        picture = picture.filter(ImageFilter.UnsharpMask(1.5, random.randint(40, 160), 2))
    noise = np.random.normal(0, random.uniform(0, 1 + 8 * harsh * random.random()), (picture.height, picture.width, 1))
    picture = Image.fromarray((np.asarray(picture, np.float32) + noise).clip(0, 255).astype(np.uint8))
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=random.randint(40 if harsh else 75, 95))
    return Image.open(file).convert("RGB")


# Scenes


class Maker:
    """Makes scenes from the packs and tables of a part: those to train with, or those that are held out."""

    def __init__(self, part: str = "train", fresh: float = 0.15, *, many_jokers: bool = False) -> None:
        self._fresh, self._part = fresh, part
        self._jokers, self._stars = (10, 0.5) if many_jokers else (2, 0.25)
        packs = faces.svg_packs()
        self._others = [pack for name, pack in packs.items() if faces.parts(name) == part]
        self.fonts = faces.fonts(part)
        self._courts = faces.courts(self._others or [packs["cardsjs"]])
        self._own: list[OwnPack] = []

    def pack(self, *, german: bool | None = None) -> Pack:
        """Returns a pack by chance; of our own some are kept for a while, since they are slow to draw."""
        if german is None:
            german = random.random() < 0.25
        if self._others and not german and random.random() < 0.25:
            return random.choice(self._others)
        fitting = [one for one in self._own if one.is_german == german]
        if len(fitting) < 6 or random.random() < self._fresh:
            if len(fitting) > 12:
                self._own.remove(fitting[0])
            style = "jumbo" if random.random() < 0.2 else "normal"
            fitting = [OwnPack(self.fonts, self._courts, is_german=german, style=style, stars=self._stars)]
            self._own += fitting
        return random.choice(fitting)

    def scene(
        self,
        layout: str,
        *,
        long_side: int | None = None,
        harsh: float = 1.0,
        german: bool | None = None,
        tilt: float | None = None,
        doubles: bool = False,
    ) -> Scene:
        """Returns a made-up photo."""
        long_side = long_side or random.randint(520, 860)
        short = round(long_side * random.choice([0.75, 0.75, 0.5625]))
        size = (long_side, short) if random.random() < 0.6 else (short, long_side)
        canvas = _table(size, TABLES if self._part == "train" else OTHER_TABLES)
        for _ in range(random.choice([0, 0, 1, 3, 6])):
            _foreign(canvas, self.fonts)
        if layout == "none":
            return Scene(_lit(canvas, [], harsh=harsh)[0], [], [])
        places, fewest, most = LAYOUTS[layout]
        spots = list(places(random.randint(fewest, most)))
        pack = self.pack(german=german)
        tilt = abs(random.gauss(0, 0.3)) if tilt is None else tilt
        laid = Laid(canvas, self._view(size, spots, tilt))
        cards = _dealt(len(spots), pack, 0 if doubles else self._jokers)
        for code, (spot, angle) in zip(cards, spots, strict=True):
            laid.add(pack.face(code), spot, angle)
        if random.random() < 0.2 * harsh:
            self._finger(laid)
        picture, seen = _lit(laid.canvas, laid.seen(), harsh=harsh)
        return Scene(picture, seen, cards)

    def _view(self, size: tuple[int, int], spots: list[tuple[Spot, float]], tilt: float) -> Callable[[Spot], Spot]:
        """Returns a camera that has the cards in view, more or less."""
        x, y = (sum(one[0][axis] for one in spots) / len(spots) for axis in (0, 1))
        far = max(math.dist((x, y), spot) for spot, _ in spots) + 0.6
        scale = min(size) / 2 / far * random.uniform(0.7, 1.25)
        see = _camera(size, min(scale, min(size) * 0.62), min(tilt, 1.0))
        return lambda spot: see((spot[0] - x, spot[1] - y))

    @staticmethod
    def _finger(laid: Laid) -> None:
        w, h = laid.canvas.size
        x, y, r = random.randint(0, w), random.randint(0, h), random.randint(8, 40)
        mask = Image.new("L", (w, h))
        ImageDraw.Draw(mask).line([(x, y), (x + random.randint(-300, 300), h + 50)], fill=255, width=r)
        ImageDraw.Draw(mask).ellipse([x - r / 2, y - r / 2, x + r / 2, y + r / 2], fill=255)
        tone = random.randint(70, 230)
        laid.canvas.paste((tone, int(tone * 0.74), int(tone * 0.6)), (0, 0), mask)
        laid.cover(mask)


def _dealt(count: int, pack: Pack, jokers: int) -> list[str]:
    """Returns cards of a pack with so many jokers; without any each card is there twice."""
    whole = [rank + suit for rank in RANKS for suit in SUITS]
    if not jokers:
        pairs = random.sample(whole, (count + 1) // 2)
        whole = pairs * 2
    elif isinstance(pack, OwnPack):
        whole += ["X"] * jokers
    return random.sample(whole, count)
