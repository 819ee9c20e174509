"""Reading a photo in the process for files: the cards on it, and the small copy to keep."""

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO

from PIL import Image

from rules_core.cards import Card
from webapp.files.photos import ReadCodes, SmallPhoto
from webapp.http.limits import PHOTO_SIDE_KEPT
from webapp.photo.picture import NoPhoto, opened
from webapp.photo.reader import read, teach
from webapp.photo.reading import LearnedRows, Reading

QUALITY = 80


def read_photo(
    photo: bytes, *, is_known: bool, opens: bool, pack: Mapping[Card, int], taught_packs: Sequence[bytes] = ()
) -> Iterator[Reading]:
    """Yields the reading of a photo, in one part."""
    yield read(photo, pack, taught_packs)


def read_rows(
    photo: bytes, *, is_known: bool, opens: bool, pack: Mapping[Card, int], taught_packs: Sequence[bytes] = ()
) -> Iterator[LearnedRows]:
    """Yields what is learned of a photo with these cards in rows, suit by suit; `taught_packs`: of photos before it."""
    yield teach(photo, tuple(pack), taught_packs)


def read_picture(
    sent: bytes,
    *,
    is_known: bool,
    opens: bool,
    pack: Mapping[Card, int] | None = None,
    taught_packs: Sequence[bytes] = (),
) -> Iterator[SmallPhoto]:
    """Yields the photo in a file, small, upright and without metadata; with a pack its cards, too."""
    try:
        found = opened(sent).picture
    except NoPhoto as problem:
        yield SmallPhoto(problem=problem.problem)
        return
    found.thumbnail((PHOTO_SIDE_KEPT, PHOTO_SIDE_KEPT), Image.Resampling.LANCZOS)
    bare, out = Image.new("RGB", found.size), BytesIO()
    bare.paste(found)
    bare.save(out, "JPEG", quality=QUALITY, optimize=True)
    yield SmallPhoto(out.getvalue(), None if pack is None else read(sent, pack, taught_packs))


def read_codes(sent: bytes, *, is_known: bool, opens: bool) -> Iterator[ReadCodes]:
    from zxingcpp import BarcodeFormat, BarcodeFormats, read_barcodes  # only here: most files need it not

    try:
        found = opened(sent).picture.convert("L")
    except NoPhoto as problem:
        yield ReadCodes(problem=problem.problem)
        return
    yield ReadCodes(tuple(one.text for one in read_barcodes(found, BarcodeFormats(BarcodeFormat.QRCode))))
