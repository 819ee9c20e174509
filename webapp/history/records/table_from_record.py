"""Opens a table with a record that was read: its log, the lines of its desk, and one that says where it came from."""

from dataclasses import dataclass

from webapp.history.records.record_answer import Taken
from webapp.history.records.record_page import Written, written
from webapp.journal.lines import body_of
from webapp.services import services
from webapp.store.models import Table
from webapp.table.lines.house import Opened
from webapp.words.origins import written_said


def written_by(taken: Taken) -> Written:
    """Returns the author of a record, as far as its signature proves it."""
    return written(services().store.chain, taken.digits, taken.metadata.signed)


@dataclass(frozen=True)
class Mark:
    """Fingerprint and signature of a record, for its page.

    `intact`: it is as this house wrote it; `suspect`: it says something else than it said when it was signed.
    """

    events: int
    digits: str
    said: str
    intact: bool
    suspect: bool


def mark_of(taken: Taken) -> Mark:
    """Returns the verdict on the fingerprint and the signature of a record."""
    who, below = written_by(taken), taken.metadata.signed
    differs = below is not None and below.fingerprint != taken.digits
    suspect = who in (Written.CHANGED, Written.FORGED) or differs
    return Mark(taken.events, taken.digits, written_said(note_of(taken)), who is Written.HERE, suspect)


def open_from_record(taken: Taken, *, device_id: int, network: str, op: str | None) -> Table:
    """Returns the table that is opened with this record, the same again for the same key."""
    return services().store.open_record(
        taken.header,
        taken.bodies,
        device_id=device_id,
        note=body_of(note_of(taken))[1],
        times=taken.metadata.moments,
        desk=taken.metadata.lines,
        network=network,
        op=op,
    )


def note_of(taken: Taken) -> Opened:
    """Returns the desk line about the file: its fingerprint, its author, the names of the deciders."""
    metadata, who = taken.metadata, written_by(taken)
    house, claimed = (None, None) if metadata.signed is None else (metadata.signed.house, metadata.signed.fingerprint)
    untimed = max(
        (place + 1 for place in range(taken.events) if not metadata.times or not metadata.times[place]), default=0
    )
    return Opened(taken.events, taken.digits, str(who), house, claimed, untimed, metadata.by)
