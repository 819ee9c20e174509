"""Draws faces of playing cards, ours and those of free packs, and says where their corner indices are."""

import io
import random
import re
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path

import resvg_py
from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFont

RANKS = "23456789TJQKA"
SUITS = "CDHS"
MM = 6
"""Pixels of a millimetre of a face."""
FETCHED = Path(__file__).parent / "node_modules"
"""Where npm puts fonts and packs (package.json)."""
BUILT = Path(__file__).parent / "build"


@dataclass(frozen=True)
class Index:
    """A corner index on a face: its centre, its height from the top of the rank to the foot of the suit."""

    x: float
    y: float
    height: float
    is_turned: bool = False


@dataclass
class Face:
    """A drawn card; of the joker the code is `X`."""

    code: str
    picture: Image.Image
    indices: list[Index]


# Suits


def _points(size: int, *pairs: tuple[float, float]) -> list[tuple[float, float]]:
    return [(x * size, y * size) for x, y in pairs]


def _heart(draw: ImageDraw.ImageDraw, s: int, lobe: float) -> None:
    for x in (0.5 - lobe, 0.5 + lobe):
        draw.ellipse([(x - 0.26) * s, 0.05 * s, (x + 0.26) * s, 0.57 * s], fill=255)
    low = 0.26 + lobe
    draw.polygon(_points(s, (0.53 - low, 0.42), (0.5, 0.97), (0.47 + low, 0.42), (0.5, 0.25)), fill=255)


def _club(draw: ImageDraw.ImageDraw, s: int, lobe: float) -> None:
    r = 0.18 + lobe / 6
    for x, y in ((0.5, 0.05 + r), (0.04 + r, 0.56), (0.96 - r, 0.56)):
        draw.ellipse([(x - r) * s, (y - r) * s, (x + r) * s, (y + r) * s], fill=255)
    draw.polygon(_points(s, (0.44, 0.4), (0.56, 0.4), (0.66, 0.97), (0.34, 0.97)), fill=255)
    draw.rectangle([0.42 * s, 0.4 * s, 0.58 * s, 0.65 * s], fill=255)


def _diamond(draw: ImageDraw.ImageDraw, s: int, lobe: float) -> None:
    half, bend = 0.3 + lobe / 2, random.uniform(-0.02, 0.06)
    near, far = 0.5 - half / 2 + bend, 0.5 + half / 2 - bend
    corners = ((0.5, 0.02), (far, 0.26 + bend), (0.5 + half, 0.5), (far, 0.74 - bend))
    corners += ((0.5, 0.98), (near, 0.74 - bend), (0.5 - half, 0.5), (near, 0.26 + bend))
    draw.polygon(_points(s, *corners), fill=255)


def pip(suit: str, lobe: float) -> Image.Image:
    """Returns the mask of a suit, 240 pixels square."""
    size = 240
    mask = Image.new("L", (size, size))
    draw = ImageDraw.Draw(mask)
    if suit == "S":
        _heart(draw, size, lobe)
        mask = mask.transpose(Image.Transpose.FLIP_TOP_BOTTOM).resize((size, int(size * 0.85)))
        whole = Image.new("L", (size, size))
        whole.paste(mask, (0, 0))
        ImageDraw.Draw(whole).polygon(_points(size, (0.5, 0.4), (0.68, 0.98), (0.32, 0.98)), fill=255)
        return whole
    {"H": _heart, "C": _club, "D": _diamond}[suit](draw, size, lobe)
    return mask


# Packs of our own

LAYOUT = {
    "2": [(1, 0), (1, 4)],
    "3": [(1, 0), (1, 2), (1, 4)],
    "4": [(0, 0), (2, 0), (0, 4), (2, 4)],
    "5": [(0, 0), (2, 0), (1, 2), (0, 4), (2, 4)],
    "6": [(0, 0), (2, 0), (0, 2), (2, 2), (0, 4), (2, 4)],
    "7": [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2), (0, 4), (2, 4)],
    "8": [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2), (1, 3), (0, 4), (2, 4)],
    "9": [(0, 0), (2, 0), (0, 1.33), (2, 1.33), (1, 2), (0, 2.67), (2, 2.67), (0, 4), (2, 4)],
    "T": [(0, 0), (2, 0), (1, 0.67), (0, 1.33), (2, 1.33), (0, 2.67), (2, 2.67), (1, 3.33), (0, 4), (2, 4)],
}
COLOURS = {
    "two": {"C": "#161616", "S": "#101014", "H": "#c8141e", "D": "#cd1622"},
    "four": {"C": "#0c7a2c", "S": "#101014", "H": "#cc1420", "D": "#1846c4"},
    "orange": {"C": "#0b6e3a", "S": "#14141a", "H": "#c31a28", "D": "#e5801a"},
}


def _shaken(colour: str) -> tuple[int, ...]:
    return tuple(max(0, min(255, one + random.randint(-22, 22))) for one in ImageColor.getrgb(colour))


@dataclass(eq=False)
class OwnPack:
    """A pack in a style that is drawn by chance: fonts, sizes, colours, indices in two corners or in four."""

    fonts: list[Path]
    courts: list[Image.Image]
    is_german: bool = False
    style: str = "normal"
    stars: float = 0.25
    """How many of its jokers are marked by a star instead of the word."""
    faces: dict[str, Face] = field(default_factory=dict)

    def __post_init__(self) -> None:
        pick, even = random.choice, random.uniform
        self.width, self.height = pick([(63, 88), (63, 88), (57, 88), (59, 91)])
        self.font = pick(self.fonts)
        self.lobe = even(0.19, 0.26)
        colours = COLOURS[pick(["two"] * 5 + ["four", "orange"])]
        self.colours = {suit: _shaken(colour) for suit, colour in colours.items()}
        big = self.style == "jumbo"
        self.rank_height = even(11, 21) if big else even(5, 9.4)
        self.suit_height = self.rank_height * even(0.5, 1.05)
        self.gap = even(0.4, 1.6) * (1.5 if big else 1)
        self.squeeze = even(0.6, 1.05)
        self.margin = even(1.6, 3.6), even(2.0, 6.0)
        self.four_corners = self.is_german or random.random() < 0.12
        self.letters = {"J": "B", "Q": "D"} if self.is_german else {}
        self.ten = "10" if random.random() < 0.97 else "T"
        self.paper = tuple(random.randint(232, 255) for _ in range(3)) if random.random() < 0.5 else (252, 252, 250)
        self.pips = {suit: pip(suit, self.lobe) for suit in SUITS}

    @property
    def size(self) -> tuple[int, int]:
        return self.width * MM, self.height * MM

    def face(self, code: str) -> Face:
        if code not in self.faces:
            self.faces[code] = self._joker() if code == "X" else self._drawn(code)
        return self.faces[code]

    def _blank(self) -> Image.Image:
        card = Image.new("RGBA", self.size)
        draw = ImageDraw.Draw(card)
        w, h = self.size
        draw.rounded_rectangle([0, 0, w - 1, h - 1], 3.2 * MM, fill=(*self.paper, 255), outline=(150, 150, 150, 255))
        return card

    @lru_cache(maxsize=64)  # noqa: B019  # a pack lives as long as its faces
    def _text(self, text: str, height: float) -> Image.Image:
        """Returns the mask of a rank so high."""
        font = ImageFont.truetype(str(self.font), 160)
        box = font.getbbox(text)
        mask = Image.new("L", (int(box[2] - box[0]) + 4, int(box[3] - box[1]) + 4))
        ImageDraw.Draw(mask).text((2 - box[0], 2 - box[1]), text, 255, font)
        tall = max(8, round(height * MM))
        narrow = self.squeeze * (0.72 if len(text) == 2 else 1)
        return mask.resize((max(4, round(mask.width * tall / mask.height * narrow)), tall), Image.Resampling.BOX)

    def _index(self, code: str) -> Image.Image:
        """Returns an index as a mask: the rank above the suit."""
        rank = code[0]
        text = self._text(self.letters.get(rank, self.ten if rank == "T" else rank), self.rank_height)
        side = round(self.suit_height * MM)
        suit = self.pips[code[1]].resize((side, side), Image.Resampling.BOX)
        mask = Image.new("L", (max(text.width, side), text.height + round(self.gap * MM) + side))
        mask.paste(text, ((mask.width - text.width) // 2, 0))
        mask.paste(suit, ((mask.width - side) // 2, mask.height - side))
        return mask

    def _with_indices(self, card: Image.Image, index: Image.Image, colour: tuple[int, ...]) -> list[Index]:
        """Puts the index into its corners and returns where they are."""
        w, h = self.size
        half = index.width / 2
        x, y = self.margin[0] * MM + max(half, 2.2 * MM), self.margin[1] * MM + index.height / 2
        turned = index.rotate(180)
        found = [Index(x, y, index.height), Index(w - x, h - y, index.height, is_turned=True)]
        if self.four_corners:
            found += [Index(w - x, y, index.height), Index(x, h - y, index.height, is_turned=True)]
        for one in found:
            mask = turned if one.is_turned else index
            card.paste((*colour, 255), (round(one.x - half), round(one.y - index.height / 2)), mask)
        return found

    def _drawn(self, code: str) -> Face:
        card, rank, suit = self._blank(), code[0], code[1]
        index = self._index(code)
        reach = self.margin[0] * MM + max(index.width, 4.4 * MM)
        if rank in "JQK":
            self._court(card, suit, reach)
        elif rank == "A":
            self._one(card, suit, random.uniform(12, 34) if suit == "S" else random.uniform(10, 22))
        else:
            self._spread(card, rank, suit, reach)
        return Face(code, card, self._with_indices(card, index, self.colours[suit]))

    def _one(self, card: Image.Image, suit: str, mm: float) -> None:
        side = round(mm * MM)
        mask = self.pips[suit].resize((side, side), Image.Resampling.BOX)
        card.paste((*self.colours[suit], 255), ((card.width - side) // 2, (card.height - side) // 2), mask)

    def _spread(self, card: Image.Image, rank: str, suit: str, reach: float) -> None:
        w, h = self.size
        left, top = max(w * random.uniform(0.24, 0.3), reach + 4 * MM), h * random.uniform(0.14, 0.22)
        side = round(min(random.uniform(8.5, 12.5), (w / 2 - left) / MM * 0.95) * MM)
        if side < 3 * MM:
            return self._one(card, suit, 8)
        mask = self.pips[suit].resize((side, side), Image.Resampling.BOX)
        for column, row in LAYOUT[rank]:
            x, y = left + column * (w / 2 - left), top + row * (h - 2 * top) / 4
            image = mask.transpose(Image.Transpose.FLIP_TOP_BOTTOM) if row > 2 else mask
            card.paste((*self.colours[suit], 255), (round(x - side / 2), round(y - side / 2)), image)
        return None

    def _court(self, card: Image.Image, suit: str, reach: float) -> None:
        w, h = self.size
        left, top = reach + random.uniform(0.5, 2) * MM, random.uniform(6, 11) * MM
        box = (round(w - 2 * left), round(h - 2 * top))
        if box[0] < 8 * MM:
            left, box = 0.28 * w, (round(0.44 * w), box[1])
        art = random.choice(self.courts).resize(box)
        hue = random.choice([0, 0, random.randint(0, 255)])
        if hue:
            bands = art.convert("HSV").split()
            art = Image.merge("HSV", (bands[0].point(lambda one: (one + hue) % 256), *bands[1:])).convert("RGB")
        card.paste(art, (round(left), round(top)))
        if random.random() < 0.6:
            edge = [left, top, left + box[0], top + box[1]]
            ImageDraw.Draw(card).rectangle(edge, outline=(20, 30, 90, 255), width=random.choice([1, 2, 3]))
        side = round(random.uniform(6, 11) * MM)
        mask = self.pips[suit].resize((side, side), Image.Resampling.BOX)
        if random.random() < 0.8:
            for turn, x, y in ((0, left + MM, top + MM), (180, w - left - MM - side, h - top - MM - side)):
                card.paste((*self.colours[suit], 255), (round(x), round(y)), mask.rotate(turn))

    def _joker(self) -> Face:
        card = self._blank()
        colour = random.choice(list(self.colours.values()))
        self._court(card, random.choice(SUITS), 12 * MM)
        letters = [self._text(one, self.rank_height * 0.55) for one in "JOKER"]
        if random.random() < self.stars:
            index = Image.new("L", (round(7 * MM), round(7 * MM)))
            star = [(0.5, 0), (0.62, 0.37), (1, 0.37), (0.69, 0.6), (0.81, 1), (0.5, 0.75), (0.19, 1), (0.31, 0.6)]
            ImageDraw.Draw(index).polygon(_points(index.width, *star, (0, 0.37), (0.38, 0.37)), fill=255)
        else:
            step = round(self.rank_height * 0.65 * MM)
            index = Image.new("L", (max(one.width for one in letters), 5 * step))
            for row, one in enumerate(letters):
                index.paste(one, ((index.width - one.width) // 2, row * step))
        return Face("X", card, self._with_indices(card, index, colour))


# Packs of others


@dataclass
class SvgPack:
    """A pack of pictures. `index`: the centre of the upper left index and its height, as parts of the card."""

    folder: Path
    names: str
    index: tuple[float, float, float]
    faces: dict[str, Face] = field(default_factory=dict)

    @cached_property
    def size(self) -> tuple[int, int]:
        return self.face("AS").picture.size

    def _file(self, code: str) -> Path:
        rank, suit = code
        names = {"rank-suit": f"{rank}{suit}", "letele": f"{suit}{'10' if rank == 'T' else rank.lower()}"}
        return self.folder / f"{names[self.names]}.svg"

    def face(self, code: str) -> Face:
        if code not in self.faces:
            card = drawn(self._file(code), 88 * MM)
            w, h = card.size
            x, y, tall = self.index[0] * w, self.index[1] * h, self.index[2] * h
            self.faces[code] = Face(code, card, [Index(x, y, tall), Index(w - x, h - y, tall, is_turned=True)])
        return self.faces[code]


def drawn(path: Path, height: int) -> Image.Image:
    """Returns an SVG as a picture so high."""
    text = path.read_text("utf-8")
    head = re.search(r"<svg[^>]*>", text)
    assert head is not None
    if "viewBox" in head[0]:
        text = text.replace(head[0], re.sub(r'\s(width|height)="[^"]*"', "", head[0]))
    card = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, height=height)))).convert("RGBA")
    whole = Image.new("L", card.size)
    ImageDraw.Draw(whole).rounded_rectangle([0, 0, card.width - 1, card.height - 1], card.width * 0.05, fill=255)
    card.putalpha(ImageChops.darker(whole, card.getchannel("A")))
    return card


REGULAR, BIG = (0.085, 0.127, 0.183), (0.135, 0.224, 0.377)


@cache
def svg_packs() -> dict[str, SvgPack]:
    """Returns the packs of others by name."""
    heruka = FETCHED / "@heruka_urgyen" / "react-playing-cards" / "src" / "images"
    packs = {"cardsjs": SvgPack(FETCHED / "cardsJS" / "dist" / "cards", "rank-suit", (0.072, 0.139, 0.183))}
    for name in ("2color", "4color"):
        packs[name] = SvgPack(heruka / name, "rank-suit", REGULAR)
        packs[f"{name}-bf"] = SvgPack(heruka / f"{name}-bf", "rank-suit", BIG)
    packs["letele"] = SvgPack(BUILT / "letele", "letele", (0.085, 0.127, 0.183))
    return packs


HELD_OUT: dict[str, tuple[str, ...]] = {
    "calibrate": ("domine", "arvo", "archivo-narrow"),
    "judge": ("tinos", "rokkitt", "bodoni-moda", "letele"),
}
"""Fonts and packs that nothing is trained with: by the first certainty is measured, by the others all is judged."""


def parts(name: str) -> str:
    """Returns what a font or a pack is for: to train, to calibrate, or to judge."""
    return next((part for part, names in HELD_OUT.items() if name in names), "train")


def fonts(part: str) -> list[Path]:
    """Returns the fonts of a part."""
    every = sorted((FETCHED / "@fontsource").glob("*/files/*-latin-[47]00-normal.woff"))
    return [one for one in every if parts(one.parent.parent.name) == part]


def courts(packs: list[SvgPack]) -> list[Image.Image]:
    """Returns pictures of kings, queens and jacks without their indices."""
    cards = [pack.face(rank + suit).picture for pack in packs for rank in "JQK" for suit in SUITS]
    return [
        card.crop(
            tuple(round(at * side) for at, side in zip((0.17, 0.13, 0.83, 0.87), card.size * 2, strict=True))
        ).convert("RGB")
        for card in cards
    ]
