"""Photos of cases for programs."""

from flask import Response
from msgspec import Struct

from webapp.access.device import require
from webapp.access.visit import Visit
from webapp.api.bodies import body_bytes, json_response, key_of_body, visit_by_token
from webapp.api.endpoints import TABLE, Body, Id, body_in
from webapp.api.problems import Problem, need, not_read
from webapp.api.refereeing import bp
from webapp.files.kinds import FileKind, NotRead, largest
from webapp.files.photos import SmallPhoto, wanted_pack
from webapp.files.upload_reader import Sender, read_body
from webapp.referee.cases import photos
from webapp.referee.cases.making import may_decide
from webapp.referee.cases.photos import NotTaken, Seen
from webapp.referee.cases.subject import Subject, subject_of
from webapp.services import services


class SendPhoto(Body, frozen=True):
    """A photo in base64 (JPEG, PNG, WebP) of a case: “dispute-1”, “revoke-12” by its play, “contradiction”."""

    case: str
    photo: bytes = b""
    keep: bool = False


class ReadCards(Struct, frozen=True):
    """The cards that were read on a photo, as they are read; those in doubt may be others."""

    cards: list[str]
    doubtful: list[str]


class CasePhoto(Struct, frozen=True):
    """A photo that is kept with a case; its cards, unless its hand is still closed to you."""

    id: Id
    case: str
    by: str
    at: str
    open: bool
    read: ReadCards


class CasePhotos(Struct, frozen=True):
    """The photos of the cases of a table, the oldest first; `read`: the cards on the one just sent."""

    photos: list[CasePhoto]
    read: ReadCards | None = None


@bp.address(f"GET {TABLE}/photos", "readCasePhotos", {200: CasePhotos})
def read_photos(table_id: int) -> Response:
    """The photos that are kept with the cases of a table."""
    return _photos(visit_by_token(table_id))


@bp.address(f"POST {TABLE}/photos", "sendCasePhoto", {200: CasePhotos}, SendPhoto, once=True)
def send_photo(table_id: int) -> Response:
    """Reads the cards on a photo for the referee of a case, or keeps the photo with it. Nothing else changes."""
    here, sent = visit_by_token(table_id), list[tuple[Subject, SendPhoto]]()
    require(here.viewer.takes_part)

    def data(who: Sender) -> bytes:
        wanted = body_in(body_bytes(2 * largest(FileKind.PICTURE, is_known=who.is_known)), SendPhoto)
        sent.append((_deciding(here, wanted.case), wanted))
        return wanted.photo

    try:
        told = read_body(FileKind.PICTURE, data, wanted_pack(here.now), services().store.taught_packs_at(table_id))
        ((subject, wanted),) = sent
        found = next(told.each(SmallPhoto), None) if wanted.photo else None
        done = photos.take(subject, found, keeps=wanted.keep, op=key_of_body())
    except NotRead as problem:
        raise not_read(problem, "photo-refused") from None
    if isinstance(done, NotTaken):
        raise Problem(done.status, "photo-refused", message=done.said)
    return _photos(here, done)


@bp.address(f"POST {TABLE}/photos/<int:number>/drop", "dropCasePhoto", {200: CasePhotos})
def drop_photo(table_id: int, number: int) -> Response:
    """Throws a photo away."""
    here = visit_by_token(table_id)
    require(here.viewer.takes_part)
    try:
        photos.drop(*here, number)
    except LookupError:
        raise Problem(404, "no-case") from None
    return _photos(here)


def _deciding(here: Visit, case: str) -> Subject:
    subject = need(subject_of(*here, case), "no-case")
    require(may_decide(subject))
    return subject


def _photos(here: Visit, seen: Seen | None = None) -> Response:
    kept = [
        CasePhoto(it.id, it.case_code, it.by, it.at.isoformat(), it.url is not None, _cards_read(it.seen))
        for it in photos.shown(*here)
    ]
    return json_response(CasePhotos(kept, None if seen is None else _cards_read(seen)))


def _cards_read(seen: Seen) -> ReadCards:
    return ReadCards(list(seen.cards), list(seen.doubtful))
