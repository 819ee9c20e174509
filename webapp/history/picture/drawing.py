"""Drawing of a match's picture in its shapes."""

from collections.abc import Callable
from io import BytesIO
from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFilter

from webapp.history.picture.layout import (
    BOX,
    BRASS,
    CLOTH_ENDS,
    INK,
    INK_2,
    MARGIN,
    WIDTH,
    CardFace,
    Facts,
    font,
    height,
    line_colour,
    on_chart,
    texts,
)

RED = "#B91C2B"
COLOURS = {"h": RED, "d": RED, "laub": "#146B3A", "eichel": "#6A4620", "schellen": "#8A5A00"}
CARD = (230, 322)
FINE = 2
"""Cards are drawn so many times larger and made smaller once they are turned: their edges are smooth then."""
Pen = ImageDraw.ImageDraw


def _heart(steps: int = 48) -> list[tuple[float, float]]:
    turns = [2 * pi * step / steps for step in range(steps)]
    return [(sin(t) ** 3, -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 15) for t in turns]


def _at(points: list[tuple[float, float]], x: float, y: float, half: float) -> list[tuple[float, float]]:
    return [(x + px * half, y + py * half) for px, py in points]


def _draw_heart(pen: Pen, x: float, y: float, half: float, fill: str) -> None:
    pen.polygon(_at(_heart(), x, y, half), fill)


def _draw_spade(pen: Pen, x: float, y: float, half: float, fill: str) -> None:
    pen.polygon(_at([(px, -py * 0.92 - 0.08) for px, py in _heart()], x, y, half), fill)
    pen.polygon(_at([(0, 0.2), (0.38, 1), (-0.38, 1)], x, y, half), fill)


def _draw_diamond(pen: Pen, x: float, y: float, half: float, fill: str) -> None:
    pen.polygon(_at([(0, -1), (0.78, 0), (0, 1), (-0.78, 0)], x, y, half), fill)


def _draw_club(pen: Pen, x: float, y: float, half: float, fill: str) -> None:
    for px, py in ((0, -0.5), (-0.52, 0.22), (0.52, 0.22)):
        r = half * 0.47
        pen.ellipse((x + px * half - r, y + py * half - r, x + px * half + r, y + py * half + r), fill)
    pen.polygon(_at([(0, -0.2), (0.38, 1), (-0.38, 1)], x, y, half), fill)


SUITS: dict[str, Callable[[Pen, float, float, float, str], None]] = {
    "h": _draw_heart,
    "s": _draw_spade,
    "d": _draw_diamond,
    "c": _draw_club,
}


def card(face: CardFace, *, closing: bool) -> Image.Image:
    """Returns a card `FINE` times as large as it lies, the one that closed the match with a ring of brass."""
    wide, high = CARD[0] * FINE, CARD[1] * FINE
    ink = COLOURS.get(face.sign, INK)
    drawn = Image.new("RGBA", (wide, high), "#FFFFFF00")
    pen = ImageDraw.Draw(drawn)
    outline, edge = (BRASS, 7 * FINE) if closing else ("#CBD2CB", FINE)
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), wide // 8, "#FFFFFF", outline, edge)
    pen.text((wide * 0.1, high * 0.3), face.rank, ink, font("face", round(wide * 0.4), 700), anchor="ls")
    if face.sign in SUITS:
        SUITS[face.sign](pen, wide * 0.22, high * 0.46, wide * 0.11, ink)
        SUITS[face.sign](pen, wide * 0.68, high * 0.76, wide * 0.2, ink)
    return drawn


def laid(picture: Image.Image, face: CardFace, x: int, y: int, turned: float, *, closing: bool) -> None:
    """Lays a card on a picture: its middle, and by how many degrees it is turned."""
    shown = card(face, closing=closing).rotate(-turned, Image.Resampling.BICUBIC, expand=True)
    shown = shown.resize((shown.width // FINE, shown.height // FINE), Image.Resampling.LANCZOS)
    left, top = x - shown.width // 2, y - shown.height // 2
    shade = Image.new("RGBA", shown.size, "#00000000")
    shade.paste("#00000066", mask=shown.getchannel("A"))
    picture.paste(
        "#000000", (left, top + 10), shade.getchannel("A").filter(ImageFilter.GaussianBlur(7)).point(lambda a: a // 3)
    )
    picture.paste(shown, (left, top), shown)


def mark(pen: Pen, kind: int, x: float, y: float, fill: str) -> None:
    """Draws the mark of a side on its line: its own form each."""
    r = 11
    match kind:
        case 1:
            pen.ellipse((x - r, y - r, x + r, y + r), fill)
        case 2:
            pen.rectangle((x - 9, y - 9, x + 9, y + 9), fill)
        case 3:
            pen.polygon([(x, y - 13), (x + 13, y + 10), (x - 13, y + 10)], fill)
        case 4:
            pen.polygon([(x, y - 13), (x + 13, y), (x, y + 13), (x - 13, y)], fill)
        case 5:
            pen.polygon([(x, y + 13), (x + 13, y - 10), (x - 13, y - 10)], fill)
        case _:
            pen.ellipse((x - r, y - r, x + r, y + r), "#FFFFFF", fill, 5)


def sign(pen: Pen, x: float, y: float) -> None:
    """Draws our sign: six pips, the last in brass."""
    pen.rounded_rectangle((x, y, x + 52, y + 52), 14, INK)
    for row in range(3):
        for column in range(2):
            px, py, r = x + 17 + 18 * column, y + 13 + 13 * row, 4.6
            pen.ellipse((px - r, py - r, px + r, py + r), BRASS if (row, column) == (2, 1) else "#FFFFFF")


PAPER = "#E9ECE8"
FAN_MIDDLE = (540, 330)
FAN_STEP, FAN_TURN = 108, 9.0
"""From one card of the fan to the next: pixels to the right, and degrees."""


def png(facts: Facts) -> bytes:
    """Returns the picture as PNG."""
    picture = Image.new("RGB", (WIDTH, height(facts)), PAPER)
    _cloth(picture, *facts.cloth)
    _fan(picture, facts)
    pen = ImageDraw.Draw(picture)
    _chart(pen, facts)
    sign(pen, MARGIN, height(facts) - 80)
    for one in texts(facts):
        pen.text((one.x, one.y), one.text, one.fill, font(one.face, one.size, one.weight), anchor=f"{one.anchor}s")
    out = BytesIO()
    picture.save(out, "PNG", optimize=False, compress_level=6)
    return out.getvalue()


def _cloth(picture: Image.Image, base: str, low: str) -> None:
    light = Image.linear_gradient("L").resize((WIDTH, CLOTH_ENDS))
    picture.paste(Image.composite(Image.new("RGB", light.size, low), Image.new("RGB", light.size, base), light), (0, 0))


def _fan(picture: Image.Image, facts: Facts) -> None:
    for at, face in enumerate(facts.fan):
        off = at - (len(facts.fan) - 1) / 2
        x, y = round(FAN_MIDDLE[0] + off * FAN_STEP), round(FAN_MIDDLE[1] + off * off * 7)
        laid(picture, face, x, y, off * FAN_TURN, closing=at == len(facts.fan) - 1)


def _chart(pen: ImageDraw.ImageDraw, facts: Facts) -> None:
    if facts.chart is None:
        return
    pen.rounded_rectangle(BOX, 28, "#FFFFFF")
    for level in facts.chart.levels:
        _level(pen, level.y, axis=level.axis)
    order = sorted(facts.chart.curves, key=lambda curve: curve.mark - 1 == facts.first)
    for curve in order:
        fill = line_colour(facts, curve.mark - 1)
        points = [on_chart(*point) for point in curve.points]
        pen.line(points, fill, 7 if curve.mark - 1 == facts.first else 4, joint="curve")
        for x, y in points[1:]:
            mark(pen, curve.mark, x, y, fill)


def _level(pen: ImageDraw.ImageDraw, at: float, *, axis: bool) -> None:
    (left, y), (right, _y) = on_chart(34, at), on_chart(244, at)
    if axis:
        pen.line((left, y, right, y), INK_2, 2)
        return
    x = left
    while x < right:
        pen.line((x, y, min(x + 8, right), y), "#7A847C", 2)
        x += 18
