"""The pages' own fonts for pictures, and texts that fit into their room."""

from functools import lru_cache
from pathlib import Path
from typing import Literal

from PIL import ImageFont

from webapp.http.limits import PICTURE_FONTS_KEPT

FOLDER = Path(__file__).parents[2] / "static/fonts"
FILES = {"face": "besley-latin-wght-normal.woff2", "text": "hanken-grotesk-latin-wght-normal.woff2"}
Face = Literal["face", "text"]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@lru_cache(PICTURE_FONTS_KEPT)
def font(face: Face, size: int, weight: int) -> Font:
    """Returns a font; Pillow's own where its library cannot read ours, which are compressed."""
    try:
        found = ImageFont.truetype(FOLDER / FILES[face], size)
    except OSError:
        return ImageFont.load_default(size)
    found.set_variation_by_axes([weight])
    return found


def width(text: str, face: Face, size: int, weight: int) -> float:
    """Returns how wide a text is, in pixels."""
    return font(face, size, weight).getlength(text)


def fitting(text: str, room: float, face: Face, size: int, weight: int, least: int) -> tuple[str, int]:
    """Returns a text that is no wider than its room, and its size: smaller down to the least, then cut."""
    while size > least and width(text, face, size, weight) > room:
        size -= 2
    kept = text
    while kept and width(text, face, size, weight) > room:
        kept = kept[:-1].rstrip()
        text = f"{kept}…"
    return text, size
