"""Opens an evening from what was read of an archive: all of it was checked before anything is stored."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from webapp.club.archive.archive_form import ArchivedLine, ArchivedLines, ArchivedRecord, ArchiveHead, ArchivePart
from webapp.club.archive.archived_lines import renamed
from webapp.club.evening.lines import Closed, Imported, body_of
from webapp.club.evening.state import EveningState
from webapp.history.records.beside_reader import time_of
from webapp.history.records.house_signature import written
from webapp.history.records.table_from_record import note_of
from webapp.services import services
from webapp.store.evening_archives import ArchivedEvening, ArchivedSitting
from webapp.store.evening_changes import NewLine
from webapp.store.evening_models import Evening

Dated = tuple[NewLine, datetime]


class NotTaken(Exception):
    """The archive is not taken: the sentence for it."""

    @property
    def said(self) -> str:
        """Why it is not."""
        return str(self.args[0])


def open_archive(parts: Iterable[ArchivePart], *, device_id: int, network: str, op: str | None) -> Evening:
    """Returns the evening that is opened, closed as it is over; the same again for the same key. Raises NotTaken
    and TooManyOpened.
    """
    heads, records, lines = list[ArchiveHead](), list[ArchivedRecord](), list[ArchivedLine]()
    for part in parts:
        match part:
            case ArchiveHead():
                heads.append(part)
            case ArchivedLines():
                lines += part.lines
            case ArchivedRecord():
                records.append(part)
            case _:
                raise NotTaken(part.said)
    (head,) = heads
    origin, at = _origin(head, records), time_of(head.at)

    def with_ids(ids: Mapping[int, int]) -> Iterator[Dated]:
        yield from renamed(lines, ids)
        for line in (origin,) if head.is_closed else (origin, Closed()):
            yield NewLine(*body_of(line)), at

    evening = ArchivedEvening(head.title, head.lot, time_of(head.opened), map(_sitting, records), with_ids)
    return services().store.open_archived(evening, device_id=device_id, network=network, op=op)


def _sitting(one: ArchivedRecord) -> ArchivedSitting:
    table, taken = one.table, one.taken
    return ArchivedSitting(
        table.table,
        table.number,
        taken.header,
        taken.bodies,
        note_of(taken),
        taken.beside.moments,
        taken.beside.lines,
    )


def _origin(head: ArchiveHead, records: Sequence[ArchivedRecord]) -> Imported:
    """Returns where the evening comes from; a record that is another one than it names changes its fingerprint."""
    digits, below = head.digits, head.signed
    others = "".join(one.taken.digits for one in records if one.table.fingerprint != one.taken.digits)
    if others:
        digits = hashlib.sha256((digits + others).encode()).hexdigest()
    who = written(services().store.chain, digits, below)
    if below is None:
        return Imported(digits, str(who))
    return Imported(digits, str(who), below.house, below.fingerprint)


def origin_note(state: EveningState) -> dict[str, str] | None:
    """Returns what `written_said` asks for, None for an evening of this house."""
    found = state.origin
    if found is None:
        return None
    note = {"written": found.written, "fingerprint": found.fingerprint, "house": found.house}
    return {**note, "claimed": found.claimed} if found.claimed else note
