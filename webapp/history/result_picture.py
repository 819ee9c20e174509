"""Pictures of a table's result and of a standing: in the language of the request, drawn once and kept."""

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path
from threading import Lock

import gevent
from flask import Response
from PIL import Image, ImageDraw, ImageFilter

from webapp.games.common.names import counted, game_name
from webapp.games.registry import look_of
from webapp.history.picture_layout import (
    BOX,
    BRASS,
    CLOTH_ENDS,
    INK,
    INK_2,
    MARGIN,
    ROW,
    STANDING_HEAD,
    WIDTH,
    CardFace,
    Facts,
    StandingFacts,
    drawable,
    font,
    height,
    line_colour,
    on_chart,
    pieces,
    standing_box,
    texts,
)
from webapp.history.scores.chart import chart
from webapp.history.scores.match_end import begun_at, length_of, match_end, place_said, time_said
from webapp.history.scores.score_sheet import sheet
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.limits import PICTURES_KEPT
from webapp.http.newest import keep_newest
from webapp.store.models import Table
from webapp.table.snapshot import Snapshot
from webapp.words.cards import JOKER, rank_face, set_deck, suit_sign
from webapp.words.phrases import day
from webapp.words.turn import side_names

STYLES = Path(__file__).parents[1] / "static/app.css"
CLOTH = r"\[data-cloth=%s\]\{--cloth:(#\w{6});--cloth-lo:(#\w{6})"
PLAIN_CLOTH = ("#23282B", "#16191B")
"""That of a game which says no colours."""
Key = tuple[Hashable, ...]
RED = "#B91C2B"
COLOURS = {"h": RED, "d": RED, "laub": "#146B3A", "eichel": "#6A4620", "schellen": "#8A5A00"}
CARD = (230, 322)
FINE = 2
"""Cards are drawn this many times larger and scaled down after rotation, for smooth edges."""
Pen = ImageDraw.ImageDraw


class Pictures:
    """Cache of the newest pictures, by content and language. One is drawn at a time, in a native thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._lock = Lock()

    def of(self, now: Snapshot) -> bytes | None:
        """Returns the picture of a match that is over as PNG; None while it lasts."""
        return self.drawn((now.table.id, now.fold.seq, now.table.title, *now.table.players), lambda: facts_of(now))

    def drawn(self, shows: Key, told: Callable[[], Facts | StandingFacts | None]) -> bytes | None:
        """Returns the cached picture, else that of the content from `told`; None without content."""
        key = (*shows, language())
        with self._lock:
            if key not in self._kept:
                facts = told()
                if facts is None:
                    return None
                self._kept[key] = gevent.get_hub().threadpool.apply(png, (facts,))
            keep_newest(self._kept, key, self._kept[key], PICTURES_KEPT)
            return self._kept[key]


def picture_answer(drawn: bytes) -> Response:
    answer = Response(drawn, mimetype="image/png")
    answer.headers["Content-Disposition"] = 'inline; filename="sixfold.png"'
    return answer


def facts_of(now: Snapshot) -> Facts | None:
    """Returns the content of the picture, as on the table's page; None while the match lasts."""
    title, names = drawable(now.table.title), names_drawn(now.table.players)
    table = Table(**now.table.model_dump(exclude={"players", "title"}), players=names, title=title)
    now = replace(now, table=table)
    end = match_end(now)
    if end is None:
        return None
    set_deck(now.table.choices)  # a circle draws matches of all its tables
    begun = begun_at(now)
    found, look = sheet(now.fold, open_book=True), look_of(now.table.game)
    names = side_names(names, len(found.totals))
    drawn = chart(names, found.lines, len(found.hands), found.limits)
    before, winners, after = end.parts
    numbers = [*(level.value for level in drawn.levels), *(curve.total for curve in drawn.curves)]
    return Facts(
        game=game_name(table.game),
        when=", ".join(filter(None, (table.title, day(begun) if begun else ""))),
        before=before,
        winners=winners,
        after=after,
        best=end.best,
        places=end.places,
        place_names=[place_said(one.place) for one in end.places],
        fan=[_face(card) for card in end.fan],
        chart=drawn if found.hands else None,
        chart_names=names,
        chart_numbers=[look.points_said(number) for number in numbers],
        first=found.view.winners[0],
        length=f"{counted(table.game, found.played, found.planned)}, {time_said(length_of(now))}",
        cloth=cloth_of(table.game),
    )


def names_drawn(names: Sequence[str]) -> list[str]:
    """Returns the names as a picture can show them: a name of which it has no letter is *Name 2*, by its seat."""
    return [drawable(name, _("Name %(n)s", n=number)) for number, name in enumerate(names, 1)]


def _face(card: str) -> CardFace:
    """A Joker has a crown and no rank; where suits do not matter, a card has its rank alone."""
    if card == JOKER:
        return CardFace("", CROWN)
    return CardFace(rank_face(card), suit_sign(card[1]) if len(card) > 1 else "")


@cache
def cloth_of(game: str) -> tuple[str, str]:
    """Returns the light colours of a game's cloth, as its style has them."""
    found = re.search(CLOTH % re.escape(game), STYLES.read_text("utf-8"))
    return (found[1], found[2]) if found else PLAIN_CLOTH


def _heart() -> list[tuple[float, float]]:
    turns = [2 * pi * step / 48 for step in range(48)]
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


def _draw_leaf(pen: Pen, x: float, y: float, half: float, fill: str) -> None:
    pen.polygon(_at([(px * 0.95, -py * 0.85 - 0.15) for px, py in _heart()], x, y, half), fill)
    pen.line(_at([(0.0, 0.4), (0.0, 0.75), (-0.2, 1.05)], x, y, half), fill, round(half * 0.2), joint="curve")
    for vein in ([(0.0, -0.5), (0.0, 0.55)], *([(-0.4, at), (0.0, at + 0.3), (0.4, at)] for at in (-0.1, 0.25))):
        pen.line(_at(vein, x, y, half), "#FFFFFF", max(1, round(half * 0.1)))


def _draw_acorn(pen: Pen, x: float, y: float, half: float, fill: str) -> None:
    pen.rectangle((*_at([(-0.1, -1)], x, y, half)[0], *_at([(0.1, -0.7)], x, y, half)[0]), fill)
    pen.pieslice((x - half * 0.8, y - half * 0.85, x + half * 0.8, y + half * 0.65), 180, 360, fill)
    pen.pieslice((x - half * 0.62, y - half, x + half * 0.62, y + half), 0, 180, fill)
    pen.line(_at([(-0.8, -0.05), (0.8, -0.05)], x, y, half), "#FFFFFF", max(1, round(half * 0.1)))


def _draw_bell(pen: Pen, x: float, y: float, half: float, fill: str) -> None:
    pen.ellipse((x - half * 0.22, y - half, x + half * 0.22, y - half * 0.55), fill)
    pen.ellipse((x - half * 0.85, y - half * 0.75, x + half * 0.85, y + half * 0.95), fill)
    pen.line(_at([(-0.85, 0.05), (0.85, 0.05)], x, y, half), "#FFFFFF", max(1, round(half * 0.13)))
    pen.line(_at([(0, 0.45), (0, 0.95)], x, y, half), "#FFFFFF", max(1, round(half * 0.16)))
    pen.ellipse((x - half * 0.18, y + half * 0.3, x + half * 0.18, y + half * 0.6), "#FFFFFF")


def _draw_crown(pen: Pen, x: float, y: float, half: float, fill: str) -> None:
    points = [(-0.95, -0.5), (-0.45, 0.1), (0, -0.85), (0.45, 0.1), (0.95, -0.5), (0.72, 0.8), (-0.72, 0.8)]
    pen.polygon(_at(points, x, y, half), fill)


CROWN = "crown"
SUITS: dict[str, Callable[[Pen, float, float, float, str], None]] = {
    "h": _draw_heart,
    "s": _draw_spade,
    "d": _draw_diamond,
    "c": _draw_club,
    "laub": _draw_leaf,
    "eichel": _draw_acorn,
    "schellen": _draw_bell,
    CROWN: _draw_crown,
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
FAN_MIDDLE = (540, 322)
FAN_STEP, FAN_TURN = 108, 9.0
"""From one card of the fan to the next: pixels to the right, and degrees."""


def png(facts: Facts | StandingFacts) -> bytes:
    picture = Image.new("RGB", (WIDTH, height(facts)), PAPER)
    pen = ImageDraw.Draw(picture)
    if isinstance(facts, StandingFacts):
        _cloth(picture, STANDING_HEAD, *facts.cloth)
        _draw_rows(pen, facts)
    else:
        _cloth(picture, CLOTH_ENDS, *facts.cloth)
        for at, face in enumerate(facts.fan):
            off = at - (len(facts.fan) - 1) / 2
            across, down = round(FAN_MIDDLE[0] + off * FAN_STEP), round(FAN_MIDDLE[1] + off * off * 7)
            laid(picture, face, across, down, off * FAN_TURN, closing=at == len(facts.fan) - 1)
        _chart(pen, facts)
    sign(pen, MARGIN, height(facts) - 80)
    for one in texts(facts):
        x = one.ends[0]
        for part, written in pieces(one.text, one.face, one.size, one.weight):
            pen.text((x, one.y), part, one.fill, written, anchor="ls")
            x += written.getlength(part)
    out = BytesIO()
    picture.save(out, "PNG", optimize=False, compress_level=6)
    return out.getvalue()


def _draw_rows(pen: Pen, facts: StandingFacts) -> None:
    left, top, right, bottom = standing_box(facts)
    pen.rounded_rectangle((left, top, right, bottom), 28, "#FFFFFF")
    for y in range(top + ROW, bottom, ROW):
        pen.line((left + 28, y, right - 28, y), "#D8DDD8", 2)


def _cloth(picture: Image.Image, ends: int, base: str, low: str) -> None:
    light = Image.linear_gradient("L").resize((WIDTH, ends))
    picture.paste(Image.composite(Image.new("RGB", light.size, low), Image.new("RGB", light.size, base), light), (0, 0))


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
