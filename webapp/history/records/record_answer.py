"""Result of reading an uploaded record: plain data, since it is read in another process."""

import json
from typing import Any

from msgspec import Struct

from rules_core.record import Header
from webapp.history.records.metadata import Metadata
from webapp.history.records.record_page import LookedAt


class Fault(Struct, frozen=True, tag=True):
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


Outcome = Fault | StoppedAt | Taken
