"""Reads a photo that goes with a match, in the process that reads files."""

from collections.abc import Iterator
from io import BytesIO

from PIL import Image

from webapp.circle.posts import SmallPhoto
from webapp.http.limits import PHOTO_SIDE_KEPT
from webapp.photo.picture import NoPhoto, opened

QUALITY = 80


def read_picture(sent: bytes, *, is_known: bool, opens: bool) -> Iterator[SmallPhoto]:
    """Yields the photo in a file, small, upright, and with nothing beside its pixels."""
    try:
        found = opened(sent).picture
    except NoPhoto:
        yield SmallPhoto()
        return
    found.thumbnail((PHOTO_SIDE_KEPT, PHOTO_SIDE_KEPT), Image.Resampling.LANCZOS)
    bare, out = Image.new("RGB", found.size), BytesIO()
    bare.paste(found)
    bare.save(out, "JPEG", quality=QUALITY, optimize=True)
    yield SmallPhoto(out.getvalue())
