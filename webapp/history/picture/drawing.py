"""Draws the picture of a result with Pillow. Knows no request: it may run beside the loop that serves."""

from io import BytesIO

from PIL import Image, ImageDraw

from webapp.history.picture.fonts import font
from webapp.history.picture.layout import (
    BOX,
    CLOTH_ENDS,
    INK_2,
    MARGIN,
    WIDTH,
    Facts,
    height,
    line_colour,
    on_chart,
    texts,
)
from webapp.history.picture.shapes import laid, mark, sign

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
    """The cloth, a little darker to its foot."""
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
