"""An uploaded record as the process for files answers it, in plain data; its author, and the table opened with it."""

import hmac
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from msgspec import Struct

from rules_core.record import Header
from webapp.history.records.metadata import Metadata, Signed
from webapp.journal.lines import body_of
from webapp.services import services
from webapp.store.chain.links import Chain
from webapp.store.models import Table
from webapp.table.lines.people import Opened
from webapp.words.origins import written_said


class NotARecord(Struct, frozen=True, tag=True):
    """It is no record: the fault as code and as a sentence."""

    fault: str
    said: str


class StoppedAt(Struct, frozen=True, tag=True):
    """The rules refuse the event at this `place` of the record; `event` is its JSON, truncated.

    `found` is how the record writes a refusal.
    """

    place: int
    of: int
    event: str
    game: str
    title: str
    text: str
    rule: str | None
    found: dict[str, Any]


class LookedAt(Struct, frozen=True):
    """A record that folds to its end, in words: players, state, proven breaches.

    `sides` are names, totals and, of those who have won, the word for it; `text` is the canonical record.
    """

    game: str
    game_name: str
    players: tuple[str, ...]
    counted: str
    stage: str
    over: bool
    turn: str
    sides: tuple[tuple[str, str, str | None], ...]
    proofs: tuple[str, ...]
    audits: dict[str, str | None]
    withdrawn: tuple[str, ...]
    alike: tuple[str, ...]
    text: str


class Taken(Struct, frozen=True, tag=True):
    """A record that folds to its end: its header as JSON, its number of events, and its fingerprint.

    `bodies` are the log of the table to be opened; where the record is only looked at there are none, and `page` says
    how it stands. `totals` are what its entries come to, None where none stands.
    """

    header_json: str
    events: int
    digits: str
    metadata: Metadata = Metadata()
    bodies: tuple[str, ...] = ()
    page: LookedAt | None = None
    totals: tuple[int, ...] | None = None

    @property
    def header(self) -> Header:
        said = json.loads(self.header_json)
        return Header(said["game"], tuple(said["players"]), said["options"], said["edition"])


Outcome = NotARecord | StoppedAt | Taken


class Written(StrEnum):
    """Author of a record, as far as its signature proves it."""

    HERE = "here"
    """This house, and it was not changed since."""
    CHANGED = "changed"
    """This house, and it says something else now."""
    FORGED = "forged"
    """It says that it was this house, and the signature is not ours."""
    ELSEWHERE = "elsewhere"
    """It says that it was another house, whose signature only that house can check."""
    UNSIGNED = "unsigned"


def signed(chain: Chain, digits: str) -> dict[str, Any]:
    """Returns the signature below a record with this fingerprint."""
    return {"house": chain.key_id, "fingerprint": digits, "signature": chain.record_signature(digits)}


def written(chain: Chain, digits: str, below: Signed | None) -> Written:
    """Returns the author of a record with this fingerprint."""
    if below is None:
        return Written.UNSIGNED
    if below.house != chain.key_id:
        return Written.ELSEWHERE
    if not hmac.compare_digest(chain.record_signature(below.fingerprint), below.signature):
        return Written.FORGED
    return Written.HERE if below.fingerprint == digits else Written.CHANGED


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
