"""What the process for files makes of a photo: the cards on it, and what of it is kept."""

from collections.abc import Iterator, Mapping
from io import BytesIO

from PIL import Image

from rules_core.cards import Card
from webapp.files.photos import ReadCodes, SmallPhoto
from webapp.http.limits import PHOTO_SIDE_KEPT
from webapp.photo.picture import NoPhoto, opened
from webapp.photo.reading import read
from webapp.photo.seen import Reading

QUALITY = 80


def read_photo(photo: bytes, *, is_known: bool, opens: bool, pack: Mapping[Card, int]) -> Iterator[Reading]:
    """Yields what lies on a photo, all at once."""
    yield read(photo, pack)


def read_picture(
    sent: bytes, *, is_known: bool, opens: bool, pack: Mapping[Card, int] | None = None
) -> Iterator[SmallPhoto]:
    """Yields the photo in a file, small, upright, and with nothing beside its pixels; with a pack its cards, too."""
    try:
        found = opened(sent).picture
    except NoPhoto:
        yield SmallPhoto()
        return
    found.thumbnail((PHOTO_SIDE_KEPT, PHOTO_SIDE_KEPT), Image.Resampling.LANCZOS)
    bare, out = Image.new("RGB", found.size), BytesIO()
    bare.paste(found)
    bare.save(out, "JPEG", quality=QUALITY, optimize=True)
    yield SmallPhoto(out.getvalue(), None if pack is None else read(sent, pack))


def read_codes(sent: bytes, *, is_known: bool, opens: bool) -> Iterator[ReadCodes]:
    """Yields the QR codes on a photo."""
    from zxingcpp import BarcodeFormat, BarcodeFormats, read_barcodes  # only here: most files need it not

    try:
        found = opened(sent).picture.convert("L")
    except NoPhoto as problem:
        yield ReadCodes(problem=problem.problem)
        return
    yield ReadCodes(tuple(one.text for one in read_barcodes(found, BarcodeFormats(BarcodeFormat.QRCode))))
