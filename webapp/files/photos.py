"""Photos: read by the process for files, within its limits; only small copies are kept."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from flask import g, request
from msgspec import Struct

from rules_core.cards import Card
from webapp.files.kinds import FileKind
from webapp.files.upload_reader import read_request
from webapp.photo import reader
from webapp.photo.reading import LearnedRows, Reading
from webapp.services import Services, services
from webapp.table.snapshot import Snapshot


class SmallPhoto(Struct, frozen=True):
    """A photo as it is kept, or the code of why there is none. `reading` are its cards, if they were wanted."""

    data: bytes = b""
    reading: Reading | None = None
    problem: str = ""


class TaughtRows(NamedTuple):
    """What was learned of a photo of rows, None without one; with the text and the key of its form.

    `photo` is a digest of the file.
    """

    typed: str
    op: str
    learned: LearnedRows | None
    photo: str


class ReadCodes(Struct, frozen=True):
    """The texts of the QR codes on a photo; `problem`: the file could not be looked at."""

    texts: tuple[str, ...] = ()
    problem: str = ""


def sent_photo(pack: Mapping[Card, int]) -> Reading | None:
    """Returns the cards on the photo of this request, None without one. Raises NotRead.

    It is also read by what the host of the table and the operator have taught.
    """
    taught_packs = services().store.taught_packs_at((request.view_args or {}).get("table_id"))
    told = read_request(FileKind.PHOTO, pack, taught_packs)
    g.typed_with_photo = told.form.typed
    found: Reading | None = None if told.form.is_typed else next(told.each(Reading), None)
    return found


def wanted_pack(now: Snapshot) -> Mapping[Card, int] | None:
    """Returns how often each card is there at this table, None where this house reads no cards."""
    is_on = services().part(PhotoReader).is_on
    return Counter(now.fold.game.in_play(len(now.table.players), now.fold.state.options)) if is_on else None


def typed_with_photo() -> str:
    """Returns the text that was sent with the photo of this request."""
    text: str = g.typed_with_photo if "typed_with_photo" in g else request.form.get("text", "")
    return text


def sent_rows(cards: Sequence[Card], before: tuple[bytes, ...]) -> TaughtRows:
    """Returns what is learned of the photo of this request.

    `cards` lie on it in rows, suit by suit. `before`: what was learned of other photos of the pack. Raises NotRead.
    """
    told = read_request(FileKind.ROWS, dict.fromkeys(cards, 1), before)
    learned = None if told.form.is_typed else next(told.each(LearnedRows), None)
    return TaughtRows(told.form.typed, told.form.op, learned, told.form.digest)


class PhotoReader:
    """Whether this house reads photos of cards, and how; and how it learns a pack."""

    def __init__(
        self,
        *,
        is_on: bool,
        read: Callable[[Mapping[Card, int]], Reading | None] = sent_photo,
        teach: Callable[[Sequence[Card], tuple[bytes, ...]], TaughtRows] = sent_rows,
    ) -> None:
        self.is_on = is_on
        self.read = read
        self.teach = teach


def register(services: Services) -> None:
    services.add(PhotoReader(is_on=services.config.photo and reader.can_read()))
