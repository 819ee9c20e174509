"""Reads an uploaded circle, in the process that reads files: all of it is checked before any is imported."""

import zipfile
from collections.abc import Iterator

import msgspec

from rules_core import record
from rules_core.findings import Malformed
from webapp.circle.archive.format import (
    CIRCLE,
    FORMAT,
    CircleHead,
    CirclePart,
    CirclePhoto,
    CircleRecord,
    TakenCircle,
    TakenMatch,
)
from webapp.circle.archive.parts import PARTS
from webapp.circle.results import is_result
from webapp.files.photo_decoder import read_picture
from webapp.history.archive.format import BadArchive, Untaken, archive_fault_said
from webapp.history.archive.reader import NO_ZIP, look_at_text, opened_archive, taken_record, unpacked
from webapp.history.records.metadata import time_of
from webapp.history.records.uploaded import Taken
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import ROOM_OF_ARCHIVES, ROOM_OF_UNKNOWN_ARCHIVES
from webapp.table.player_names import is_title

NO_CIRCLE = _l("This is no circle as it is taken along here.")


def read_circle(sent: bytes, *, is_known: bool, opens: bool) -> Iterator[CirclePart]:
    """Yields the circle of a file, then its records; a refused one ends with the reason."""
    try:
        with opened_archive(sent) as found:
            yield from _parts(found, is_known=is_known)
    except BadArchive as fault:
        said = archive_fault_said(fault) or _(NO_CIRCLE)
        yield Untaken(said.encode("utf-8", "replace").decode())
    except NO_ZIP:
        yield Untaken(_(NO_CIRCLE))


def _parts(found: zipfile.ZipFile, *, is_known: bool) -> Iterator[CirclePart]:
    room = ROOM_OF_ARCHIVES if is_known else ROOM_OF_UNKNOWN_ARCHIVES
    said = unpacked(found, CIRCLE, record.MAX_BYTES)
    circle = _circle(said)
    if len(circle.matches) > room.tables:
        raise BadArchive("many")
    yield CircleHead(circle)
    left, entries = room.bytes - len(said), room.entries
    for match in circle.matches:
        data = unpacked(found, match.table.file, min(left, record.MAX_BYTES))
        taken = taken_record(data, match.table, is_known=is_known)
        left, entries = left - len(data), entries - len(taken.bodies)
        if entries < 0:
            raise BadArchive("many")
        _look_at(match, taken)
        yield CircleRecord(taken)
    for file in (post.photo for post in circle.posts if post.photo):
        data = unpacked(found, file, left)
        left -= len(data)
        for photo in read_picture(data, is_known=is_known, opens=False):
            if not photo.data:
                raise BadArchive("no-archive", file)
            yield CirclePhoto(file, photo.data)


def _circle(said: bytes) -> TakenCircle:
    try:
        circle = msgspec.convert(record.read_json(said), TakenCircle)
        notes = [*(one.note for one in circle.matches), *(one.note for one in circle.results)]
        for text in (circle.name, *notes, *(one.text for one in circle.posts)):
            look_at_text(text)
        time_of(circle.opened), time_of(circle.at), [time_of(one.at) for one in circle.posts]
    except (Malformed, msgspec.MsgspecError, RecursionError, ValueError):
        raise BadArchive("no-archive", CIRCLE) from None
    sound = circle.format == FORMAT and circle.name and is_title(circle.name)
    if not sound or not all(part.check(circle) for part in PARTS):
        raise BadArchive("no-archive", CIRCLE)
    return circle


def _look_at(match: TakenMatch, taken: Taken) -> None:
    people, stopped = len(match.players), match.result
    is_sound = stopped is msgspec.UNSET or (stopped.scores and is_result(taken.header.game, people, stopped))
    if len(taken.header.players) != people or not is_sound:
        raise BadArchive("no-archive", match.table.file)
