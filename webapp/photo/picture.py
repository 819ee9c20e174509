"""Photos as they come from phones: opened within limits, turned upright, checked for bad light."""

import warnings
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from webapp.http.limits import LARGEST_PHOTO, MOST_PHOTO_PIXELS, PHOTO_SIDE_READ

FORMATS = ("JPEG", "PNG", "WEBP")
DARK = 70
"""How light (0 to 255) the lightest hundredth of a picture is at least, where cards can be told."""
BLOWN_OUT, MOST_BLOWN_OUT = 252, 0.02
"""From so light on nothing is drawn any more; so much of a picture may be so light, the white of cards aside."""


class NoPhoto(Exception):
    """Why nothing of a file can be looked at, as the code of a problem."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True)
class Photo:
    """A picture, upright. `shrunk`: how many of its pixels are one of the photo, which was so wide and so high."""

    picture: Image.Image
    width: int
    height: int

    @property
    def shrunk(self) -> float:
        return self.picture.width / self.width


def opened(photo: bytes) -> Photo:
    """Returns the photo in a file, no larger than it is read. Raises NoPhoto."""
    if len(photo) > LARGEST_PHOTO:
        raise NoPhoto("too-large")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # asked below, with a limit of our own
            with Image.open(BytesIO(photo), formats=FORMATS) as file:
                return _upright(file)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        raise NoPhoto("no-picture") from None
    except (MemoryError, Image.DecompressionBombError):
        raise NoPhoto("too-large") from None


def _upright(file: Image.Image) -> Photo:
    width, height = file.size
    if width * height > MOST_PHOTO_PIXELS:
        raise NoPhoto("too-large")
    if min(width, height) < 32:
        raise NoPhoto("no-picture")
    file.draft("RGB", (PHOTO_SIDE_READ, PHOTO_SIDE_READ))  # a JPEG is decoded smaller, which takes less memory
    turned = file.getexif().get(0x0112, 1) in (5, 6, 7, 8)
    picture = ImageOps.exif_transpose(file).convert("RGB")
    picture.thumbnail((PHOTO_SIDE_READ, PHOTO_SIDE_READ), Image.Resampling.BILINEAR, reducing_gap=2.0)
    return Photo(picture, *((height, width) if turned else (width, height)))


def spoiled_by(picture: Image.Image) -> list[str]:
    """Returns the faults of light that may hinder reading."""
    small = picture.convert("L").resize((160, 160), Image.Resampling.BOX)
    counts, whole = small.histogram(), 160 * 160
    found = []
    if sum(counts[DARK:]) < whole / 100:
        found.append("too-dark")
    if sum(counts[BLOWN_OUT:]) > whole * MOST_BLOWN_OUT:
        found.append("glare")
    return found
