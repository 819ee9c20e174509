"""Layout of the pictures of a match and of a standing, and their fonts."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import ImageFont

from webapp.history.scores.chart import Chart
from webapp.history.scores.match_end import FinalPlace
from webapp.http.limits import PICTURE_FONTS_KEPT

FOLDER = Path(__file__).parents[1] / "static/fonts"
FILES = {"face": "besley-%s-wght-normal.woff2", "text": "hanken-grotesk-%s-wght-normal.woff2"}
Face = Literal["face", "text"]
Script = Literal["latin", "latin-ext", "other"]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
LATIN = re.compile("[\u0000-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]")
LATIN_EXT = re.compile("[\u0100-\u02ff\u1e00-\u1e9f\u1ef2-\u1eff]")
"""Characters of the two files of a font, as its package says."""
OTHER = "DejaVuSans-Bold.ttf"
"""Font for names in other scripts, where this machine has it."""
NO_LETTER = "\U0010ffff"
"""Is in no font: every font draws a box for it."""


@lru_cache(PICTURE_FONTS_KEPT)
def font(face: Face, size: int, weight: int, script: Script = "latin") -> Font:
    """Returns a font; Pillow's own where its library cannot read ours, which are compressed."""
    try:
        found = ImageFont.truetype(OTHER if script == "other" else FOLDER / (FILES[face] % script), size)
    except OSError:
        return ImageFont.load_default(size)
    if script != "other":
        found.set_variation_by_axes([weight])
    return found


def pieces(text: str, face: Face, size: int, weight: int) -> Iterator[tuple[str, Font]]:
    """Yields the parts of a text with the font that has their letters; a space is written like the letter before it."""
    letters = unicodedata.normalize("NFC", text)
    for script, part in groupby(zip(letters, _scripts(letters), strict=True), itemgetter(1)):
        yield "".join(letter for letter, _ in part), font(face, size, weight, script)


def _scripts(letters: str) -> Iterator[Script]:
    script: Script = "latin"
    for letter in letters:
        script = script if letter == " " else _script(letter)
        yield script


def drawable(text: str, otherwise: str = "") -> str:
    """Returns a text without the letters that no font of the pictures has; `otherwise` where nothing is left to see."""
    letters = unicodedata.normalize("NFC", text)
    kept = " ".join("".join(letter for letter in letters if _has(letter)).split())
    return kept if any(unicodedata.category(letter)[0] in "LNPS" for letter in kept) else otherwise


def _has(letter: str) -> bool:
    """Tells whether a picture shows this letter, and no box."""
    own = font("text", 40, 400, _script(letter))
    return letter == " " or bytes(own.getmask(letter)) not in (b"", bytes(own.getmask(NO_LETTER)))


def _script(letter: str) -> Script:
    return "latin" if LATIN.match(letter) else "latin-ext" if LATIN_EXT.match(letter) else "other"


def width(text: str, face: Face, size: int, weight: int) -> float:
    """Returns how wide a text is, in pixels."""
    return sum(font.getlength(part) for part, font in pieces(text, face, size, weight))


def fitting(text: str, room: float, face: Face, size: int, weight: int, least: int) -> tuple[str, int]:
    """Returns a text that is no wider than its room, and its size: smaller down to the least, then cut."""
    while size > least and width(text, face, size, weight) > room:
        size -= 2
    kept = text
    while kept and width(text, face, size, weight) > room:
        kept = kept[:-1].rstrip()
        text = f"{kept}…"
    return text, size


WIDTH, HEIGHT = 1080, 1350
MARGIN = 64
CLOTH_ENDS = 640
BOX = (MARGIN, 864, WIDTH - MARGIN, 1246)
CHART_SCALE = (2.58, 1.98)
CHART_AT = (BOX[0] + 12, BOX[1] + 14)
STANDING_HEAD, GAP, ROW, MORE, FOOT = 250, 36, 90, 64, 128
"""Of a standing: where its cloth ends, the room below it, a row, the line of who is left out, the foot."""
ON, ON_2, BRASS = "#FBFAF7", "#E0DCE0", "#F3C063"
INK, INK_2 = "#191C1A", "#525A54"
LINES = ("#4B3458", "#0B6A6A", "#9A4600")
"""The colours of the lines of the chart, where there are no more than three; else the winner has the first alone."""


@dataclass(frozen=True)
class CardFace:
    """A card of the fan: the text in its corner, its suit by the sprite's sign, none for a card without."""

    rank: str
    sign: str


@dataclass(frozen=True)
class Facts:
    """Content of the picture, in words.

    `before`, `winners` and `after` are the sentence of who has won; `chart` has none before the first hand.
    """

    game: str
    when: str
    before: str
    winners: str
    after: str
    best: str
    places: Sequence[FinalPlace]
    place_names: Sequence[str]
    fan: Sequence[CardFace]
    chart: Chart | None
    chart_names: Sequence[str]
    chart_numbers: Sequence[str]
    first: int
    length: str
    cloth: tuple[str, str]


class PictureRow(NamedTuple):
    """A row of a standing, in words: place, name, basis of the total, total."""

    place: str
    name: str
    hint: str
    total: str


@dataclass(frozen=True)
class StandingFacts:
    """Content of the picture of a standing, in words; `more`: the number of those left out."""

    title: str
    under: str
    rows: Sequence[PictureRow]
    more: str
    foot: str
    cloth: tuple[str, str]


def height(facts: Facts | StandingFacts) -> int:
    """Returns how high the picture is, in pixels: one without a chart leaves no room for it."""
    if isinstance(facts, StandingFacts):
        return standing_box(facts)[3] + (MORE if facts.more else 0) + FOOT
    return HEIGHT if facts.chart is not None else HEIGHT - (BOX[3] - BOX[1])


@dataclass(frozen=True)
class Text:
    """A line of text: its place by `anchor` (left, middle, right) on its base line."""

    x: float
    y: float
    text: str
    face: Face
    size: int
    weight: int
    fill: str
    anchor: str = "l"

    @property
    def ends(self) -> tuple[float, float]:
        """From where to where it goes, in pixels."""
        wide = width(self.text, self.face, self.size, self.weight)
        left = self.x - {"l": 0.0, "m": wide / 2, "r": wide}[self.anchor]
        return left, left + wide


def standing_box(facts: StandingFacts) -> tuple[int, int, int, int]:
    """Returns where the rows of a standing lie: left, top, right, bottom."""
    return (MARGIN, STANDING_HEAD + GAP, WIDTH - MARGIN, STANDING_HEAD + GAP + ROW * len(facts.rows))


def texts(facts: Facts | StandingFacts) -> list[Text]:
    """Returns every line of the picture; none goes over its margins."""
    if isinstance(facts, StandingFacts):
        return [*_standing_head(facts), *_rows(facts), *_brand(facts, facts.foot)]
    return [*_head(facts), *_won(facts), *_places(facts), *_foot(facts), *_chart_texts(facts)]


def _fit(
    x: float, y: float, text: str, room: float, face: Face, size: int, weight: int, fill: str, anchor: str = "l"
) -> Text:
    fitted, size = fitting(text, room, face, size, weight, least=round(size * 0.6))
    return Text(x, y, fitted, face, size, weight, fill, anchor)


def _head(facts: Facts) -> Iterator[Text]:
    room = WIDTH - 2 * MARGIN
    yield _fit(MARGIN, 104, facts.game, room, "face", 58, 650, ON)
    yield _fit(MARGIN, 147, facts.when, room, "text", 34, 400, ON_2)
    if not facts.fan:
        yield _fit(WIDTH / 2, 420, facts.best, room, "face", 230, 650, ON, "m")


def _won(facts: Facts) -> Iterator[Text]:
    room = WIDTH - 2 * MARGIN
    whole, size = fitting(facts.before + facts.winners + facts.after, room, "face", 92, 650, least=20)
    cut, x = len(whole), float(MARGIN)
    for part, fill in ((facts.before, ON), (facts.winners, BRASS), (facts.after, ON)):
        shown, cut = (part, cut - len(part)) if len(part) <= cut else (whole[len(whole) - cut :], 0)
        if shown:
            yield Text(x, 588, shown, "face", size, 650, fill)
            x += width(shown, "face", size, 650)


def _places(facts: Facts) -> Iterator[Text]:
    column = (WIDTH - 2 * MARGIN) / len(facts.places)
    for at, (one, place) in enumerate(zip(facts.places, facts.place_names, strict=True)):
        x, room = MARGIN + column * (at + 0.5), column - 16
        yield _fit(x, 702, place, room, "text", 32, 400, INK_2, "m")
        yield _fit(x, 750, one.name, room, "text", 38, 650, INK, "m")
        yield _fit(x, 832, one.total, room, "face", 80, 650, INK, "m")


def _foot(facts: Facts) -> Iterator[Text]:
    yield from _brand(facts, facts.length)


def _brand(facts: Facts | StandingFacts, said: str) -> Iterator[Text]:
    foot = height(facts)
    yield Text(MARGIN + 70, foot - 42, "Sixfold", "face", 38, 650, INK)
    yield _fit(WIDTH - MARGIN, foot - 44, said, 640, "text", 32, 400, INK_2, "r")


def _standing_head(facts: StandingFacts) -> Iterator[Text]:
    room = WIDTH - 2 * MARGIN
    yield _fit(MARGIN, 130, facts.title, room, "face", 76, 650, ON)
    yield _fit(MARGIN, 194, facts.under, room, "text", 34, 400, ON_2)


def _rows(facts: StandingFacts) -> Iterator[Text]:
    left, top, right, bottom = standing_box(facts)
    for at, row in enumerate(facts.rows):
        y = top + ROW * at + 60
        yield _fit(left + 84, y, row.place, 68, "face", 44, 650, INK_2, "r")
        yield _fit(left + 112, y, row.name, 430, "text", 42, 650, INK)
        yield _fit(right - 170, y, row.hint, 220, "text", 28, 400, INK_2, "r")
        yield _fit(right - 28, y, row.total, 130, "face", 52, 650, INK, "r")
    if facts.more:
        yield _fit(left + 112, bottom + 48, facts.more, 700, "text", 32, 400, INK_2)


def on_chart(x: float, y: float) -> tuple[float, float]:
    return CHART_AT[0] + x * CHART_SCALE[0], CHART_AT[1] + y * CHART_SCALE[1]


def line_colour(facts: Facts, side: int) -> str:
    if facts.chart is not None and len(facts.chart.curves) <= len(LINES):
        return LINES[side]
    return LINES[0] if side == facts.first else INK_2


def _chart_texts(facts: Facts) -> Iterator[Text]:
    if facts.chart is None:
        return
    for level, number in zip(facts.chart.levels, facts.chart_numbers, strict=False):
        x, y = on_chart(28, level.y)
        yield Text(x, y + 9, number, "text", 27, 400, INK_2, "r")
    for hand, at in facts.chart.numbers:
        x, y = on_chart(at, 178)
        yield Text(x, y, str(hand), "text", 27, 400, INK_2, "m")
    for curve, number in zip(facts.chart.curves, facts.chart_numbers[len(facts.chart.levels) :], strict=True):
        x, y = on_chart(curve.name_x, curve.name_y)
        room = BOX[2] - 12 - x - width(f" {number}", "text", 28, 600)
        name, size = fitting(facts.chart_names[curve.mark - 1], room, "text", 28, 600, least=20)
        yield Text(x, y, f"{name} {number}", "text", size, 600, line_colour(facts, curve.mark - 1))
