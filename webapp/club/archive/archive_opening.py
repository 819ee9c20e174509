"""Opens an evening from an archive: everything in it is read and checked before anything is stored."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from webapp.club.archive.archive_form import Archive, ArchivedTable
from webapp.club.archive.archive_reader import BadArchive, Unpacked, unpacked
from webapp.club.archive.archived_lines import checked, look_at_text, renamed
from webapp.club.evening.lines import Closed, Imported, body_of
from webapp.club.evening.state import EveningState
from webapp.history.records.beside_reader import time_of
from webapp.history.records.house_signature import written
from webapp.history.records.table_from_record import note_of
from webapp.history.records.upload_answer import Fault, StoppedAt, Taken
from webapp.history.records.upload_reader import UploadReader, asked
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.evening_archives import ArchivedEvening, ArchivedSitting
from webapp.store.evening_changes import NewLine
from webapp.store.evening_models import Evening

Records = Sequence[tuple[ArchivedTable, Taken]]
Dated = tuple[NewLine, datetime]


def open_archive(sent: bytes, *, is_known: bool, device_id: int, op: str | None) -> Evening:
    """Returns the evening that is opened, closed as it is over; the same again for the same key.

    `is_known`: the device has a table here, so that longer records are taken. Raises BadArchive, and what reading a
    record raises: Busy, TookTooLong, ReaderEnded.
    """
    found = unpacked(sent)
    archive = found.archive
    rows, state = checked(archive.lines)
    try:
        look_at_text(archive.title)
        opened, at = time_of(archive.opened), time_of(archive.at)
    except ValueError:
        raise BadArchive("no-archive", "evening.json") from None
    records = [(table, _taken(found, table, is_known=is_known)) for table in archive.tables]
    origin = _origin(archive, records)

    def lines(ids: Mapping[int, int]) -> list[Dated]:
        return [*renamed(rows, ids), *_at_last(state, origin, at)]

    evening = ArchivedEvening(archive.title, archive.lot, opened, [*map(_sitting, records)], lines)
    return services().store.open_archived(evening, device_id=device_id, op=op)


def _taken(found: Unpacked, table: ArchivedTable, *, is_known: bool) -> Taken:
    outcome = services().part(UploadReader).read(asked(found.records[table.file], is_known)).outcome
    match outcome:
        case Taken():
            return outcome
        case Fault(said=said):
            raise BadArchive("record", table.file, said)
        case StoppedAt() as stopped:
            place = _("Entry %(number)s of %(of)s is not taken.", number=stopped.place + 1, of=stopped.of)
            raise BadArchive("record", table.file, f"{place} {stopped.text}")
        case _:
            raise BadArchive("record", table.file)


def _sitting(one: tuple[ArchivedTable, Taken]) -> ArchivedSitting:
    table, taken = one
    return ArchivedSitting(
        table.table,
        table.number,
        taken.header,
        taken.bodies,
        note_of(taken),
        taken.beside.moments,
        taken.beside.lines,
    )


def _origin(archive: Archive, records: Records) -> Imported:
    """Returns where the evening comes from; a record that is another one than it names changes its fingerprint."""
    digits, below = archive.digits, archive.signed
    others = "".join(taken.digits for table, taken in records if table.fingerprint != taken.digits)
    if others:
        digits = hashlib.sha256((digits + others).encode()).hexdigest()
    who = written(services().store.chain, digits, below)
    if below is None:
        return Imported(digits, str(who))
    return Imported(digits, str(who), below.house, below.fingerprint)


def _at_last(state: EveningState, origin: Imported, at: datetime) -> Iterator[Dated]:
    for line in (origin,) if state.is_closed else (origin, Closed()):
        yield NewLine(*body_of(line)), at


def origin_note(state: EveningState) -> dict[str, str] | None:
    """Returns what `written_said` asks for, None for an evening of this house."""
    found = state.origin
    if found is None:
        return None
    note = {"written": found.written, "fingerprint": found.fingerprint, "house": found.house}
    return {**note, "claimed": found.claimed} if found.claimed else note
