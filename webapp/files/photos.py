"""Photos: read by the process for files, within its limits; what is kept of one is small."""

from collections import Counter
from collections.abc import Callable, Mapping

from flask import g, request
from msgspec import Struct

from rules_core.cards import Card
from webapp.files.door import read_request
from webapp.files.refusals import FileKind
from webapp.photo import reading
from webapp.photo.seen import Reading
from webapp.services import Services, services
from webapp.table.snapshot import Snapshot


class SmallPhoto(Struct, frozen=True):
    """A photo as it is kept, or none: there is no picture in the file. `reading` are its cards, if they were wanted."""

    data: bytes = b""
    reading: Reading | None = None


class ReadCodes(Struct, frozen=True):
    """The texts of the QR codes on a photo; `problem`: the file could not be looked at."""

    texts: tuple[str, ...] = ()
    problem: str = ""


def sent_photo(pack: Mapping[Card, int]) -> Reading | None:
    """Returns what lies on the photo in the form of this request, None where there is none. Raises NotRead."""
    told = read_request(FileKind.PHOTO, pack)
    g.beside_photo = told.form.typed
    found: Reading | None = None if told.form.is_typed else next(told.each(Reading), None)
    return found


def wanted_pack(now: Snapshot) -> Mapping[Card, int] | None:
    """Returns how often each card is there at this table, None where this house reads no cards."""
    is_on = services().part(PhotoReader).is_on
    return Counter(now.fold.game.cards[len(now.table.players)]) if is_on else None


def beside_photo() -> str:
    """Returns the text that was sent with the photo of this request."""
    text: str = g.beside_photo if "beside_photo" in g else request.form.get("text", "")
    return text


class PhotoReader:
    """Whether this house reads photos of cards, and how."""

    def __init__(self, *, is_on: bool, read: Callable[[Mapping[Card, int]], Reading | None] = sent_photo) -> None:
        self.is_on = is_on
        self.read = read


def register(services: Services) -> None:
    services.add(PhotoReader(is_on=services.config.photo and reading.can_read()))
