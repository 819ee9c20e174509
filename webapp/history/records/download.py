"""A table's record as a file: what of it a viewer may read, and the fingerprint that all phones show.

The whole log where nothing in it is closed to the viewer, else the log up to the hand under way (record, section 6).
"""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from rules_core import record as record_format
from rules_core.record import Header
from webapp.history.records.beside import beside
from webapp.history.records.record_page import signed
from webapp.http.limits import FINGERPRINTS_KEPT, PIECES_A_TURN
from webapp.http.steps import in_steps, let_others_after
from webapp.services import Services, services
from webapp.store.chain.links import Chain
from webapp.store.log import LoggedEvent
from webapp.table.entry import entry_of
from webapp.table.snapshot import Snapshot, header_of
from webapp.table.viewer import Viewer
from webapp.words.origins import short


@dataclass(frozen=True)
class Copy:
    """A record as somebody may read it: the first events of a log that has `of` of them."""

    header: Header
    events: Sequence[Mapping[str, Any]]
    of: int
    beside: Mapping[str, Any] = field(default_factory=dict)

    @property
    def data(self) -> bytes:
        """The canonical bytes that the fingerprint is taken of: all that the record says, without a signature."""
        return b"".join(self._pieces(self.beside))

    def signed(self, chain: Chain) -> bytes:
        """Returns the canonical bytes of the file, with the signature of the house below its fingerprint."""
        digits = fingerprint_of(self.data, len(self.events)).digits
        return b"".join(self._pieces({**self.beside, "signed": signed(chain, digits)}))

    def _pieces(self, beside: Mapping[str, Any]) -> Iterator[bytes]:
        return in_steps(record_format.pieces(self.header, self.events, beside), PIECES_A_TURN)


@dataclass(frozen=True)
class Fingerprint:
    """The SHA-256 of what everybody at the table may read, the first `events` of the log; the same for all of them."""

    digits: str
    events: int

    @property
    def short(self) -> str:
        """The first digits in groups: *a1b2 c3d4 e5f6 0718*."""
        return short(self.digits)


def fingerprint_of(data: bytes, events: int) -> Fingerprint:
    return Fingerprint(hashlib.sha256(data).hexdigest(), events)


def copy_for(now: Snapshot, viewer: Viewer) -> Copy:
    log = _log(now)
    end = len(log) if viewer.is_referee else _open_until(now, log, viewer)
    return _copy(now, log, end)


class Fingerprints:
    """The fingerprints of the newest tables, each as of its newest entry: every phone asks for the same one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[int, tuple[tuple[int, int], Fingerprint]] = OrderedDict()

    def of(self, now: Snapshot) -> Fingerprint:
        """Returns the fingerprint of a table as it stands."""
        table_id, newest = now.table.id, (now.fold.seq, len(now.desk.lines))
        with self._lock:
            known = self._known.get(table_id)
        if known is not None and known[0] == newest:
            return known[1]
        log = _log(now)
        copy = _copy(now, log, _open_until(now, log, Viewer()))
        made = fingerprint_of(copy.data, len(copy.events))
        with self._lock:
            self._known[table_id] = (newest, made)
            self._known.move_to_end(table_id)
            while len(self._known) > FINGERPRINTS_KEPT:
                self._known.popitem(last=False)
        return made


def _log(now: Snapshot) -> list[LoggedEvent]:
    """The log as long as it was then: another phone may have added to it since."""
    log = services().store.events(now.table.id)[: now.fold.seq]
    let_others_after(len(log))
    return log


def _copy(now: Snapshot, log: Sequence[LoggedEvent], end: int) -> Copy:
    events = [json.loads(line.body) for line in in_steps(log[:end])]
    return Copy(header_of(now.table), events, now.fold.seq, beside(now, log, end))


def _open_until(now: Snapshot, log: Sequence[LoggedEvent], viewer: Viewer) -> int:
    """How much of the log lies open to somebody who plays or watches: all of it, or the hands that are over."""
    if now.fold.game.phase(now.fold.state) == "over":
        return len(log)
    start = now.log.public.end(now.fold)
    closed = now.log.public.tricks_closed(now.fold) and now.table.book != "open"
    return start if closed or any(_is_secret(now, line, viewer) for line in in_steps(log[start:])) else len(log)


def _is_secret(now: Snapshot, line: LoggedEvent, viewer: Viewer) -> bool:
    """Tells whether an entry is private to the phone that made it, and this is another one.

    Of cards passed face down not even that it was said which they were may show.
    """
    mine = viewer.seat is not None and viewer.device_id == line.device_id
    parts = entry_of(now.fold, json.loads(line.body)).parts()
    return any(not mine or part.seat != viewer.seat for part in parts if part.kind is not None and part.kind.secret)


def register(services: Services) -> None:
    """Adds the fingerprints of this process."""
    services.add(Fingerprints())
