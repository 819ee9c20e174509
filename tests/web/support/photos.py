"""A house that reads photos, in which each photo shows what a test says."""

import io
import struct
import zlib
from html import unescape
from typing import Any

from PIL import Image
from werkzeug.test import TestResponse

from tests.web.support.html_forms import Form
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.files.photos import PhotoReader
from webapp.photo.reading import Guess, Reading, SeenCard
from webapp.services import services_in


def seen(card: str, x: int, y: int = 100, *likeliest: str) -> SeenCard:
    """A card on a photo; with others that are as likely it is doubtful."""
    guesses = tuple(Guess(one, 0.4) for one in (card, *likeliest))
    around = ((x - 20, y - 30), (x + 20, y - 30), (x + 20, y + 30), (x - 20, y + 30))
    return SeenCard(card, 0.4 if likeliest else 0.999, not likeliest, (x, y), around, guesses)


class PhotoHouse:
    """A table in a house that reads photos: each shows what a test says."""

    def __init__(self, site: Site, phone: Phone) -> None:
        self.site = site
        self.phone, self.url, self.shows = phone, f"{phone.url}/photo", Reading(400, 200, (), ("nothing-seen",))
        self.packs: list[Any] = []
        services_in(site.app).add(PhotoReader(is_on=True, read=self._read))

    def _read(self, pack: Any) -> Reading:
        self.packs.append(pack)
        return self.shows

    def photo(self, *cards: SeenCard, problems: tuple[str, ...] = ()) -> TestResponse:
        self.shows = Reading(400, 200, cards, problems)
        return self.kept(self.phone.client.post(self.url, data={"file": (io.BytesIO(b"photo"), "photo.jpg")}))

    def tap(self, **key: str) -> TestResponse:
        """Taps a key of the page that was shown last."""
        form = Form(self.raw, "cards")
        return self.kept(self.phone.client.post(form.action, data=form.filled(**key)))

    def kept(self, answer: TestResponse) -> TestResponse:
        self.raw = answer.get_data(as_text=True)
        self.page = unescape(self.raw)
        return answer

    def played(self) -> list[tuple[int, str]]:
        """Returns all plays of the hand under way, as the table has them."""
        hand = self.site.tables.at(self.phone.table.id).fold.state.hand
        tricks = [*(trick.cards for trick in hand.tricks), hand.trick]
        return [(one.seat, one.card) for trick in tricks for one in trick]

    def melded(self) -> tuple[int | None, ...]:
        """Returns what each seat has melded in a hand with melds, None where it has not yet."""
        melded = self.site.tables.at(self.phone.table.id).fold.state.hand.opening.melded
        return tuple(None if one is None else one.points for one in melded)


ORIENTATION, DATE, GPS = 0x0112, 0x0132, 0x8825


def a_photo(width: int = 1600, height: int = 800) -> bytes:
    """Returns a photo as a phone takes it: lying on its side, with its time and place."""
    picture, out = Image.new("RGB", (width, height), "#225533"), io.BytesIO()
    exif = picture.getexif()
    exif[ORIENTATION], exif[DATE] = 6, "2026:11:20 20:15:00"
    exif.get_ifd(GPS)[1] = "N"
    picture.save(out, "JPEG", exif=exif, comment=b"Secret Street 6")
    return out.getvalue()


def a_png_that_says(width: int, height: int) -> bytes:
    """Returns a small file whose head tells of a picture this large."""
    out = io.BytesIO()
    Image.new("1", (32, 32)).save(out, "PNG")
    file = out.getvalue()
    head = b"IHDR" + struct.pack(">II", width, height) + file[24:29]
    return file[:12] + head + struct.pack(">I", zlib.crc32(head)) + file[33:]
