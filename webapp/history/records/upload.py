"""A record from outside: read, checked and folded before anything of it is stored.

This may take seconds without a pause: the process that serves everybody has another one do it (webapp/files).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from rules_core import record, replay
from rules_core.findings import Malformed, Refusal
from rules_core.record import Header, Record
from rules_core.replay import Fold, Raw
from webapp.games.registry import is_offered
from webapp.history.records.beside_reader import Beside, read_beside
from webapp.http.limits import (
    LARGEST_EVENT,
    LARGEST_UNKNOWN_UPLOAD,
    MOST_UNKNOWN_EVENTS,
    MOST_UNKNOWN_REFOLDED,
    MOST_UPLOADED_EVENTS,
    MOST_UPLOADED_REFOLDED,
)
from webapp.table.entry import entry_of, stored
from webapp.table.player_names import Fault, faults_of, is_readable, tidy
from webapp.table.secret_hands import hands_in_log, withdrawal

BOM = "\ufeff".encode()


@dataclass(frozen=True)
class Upload:
    """A record that folds to its end.

    `withdrawals` take declared hands out of judgement. Such a hand is the secret of the phone that entered it, and
    that phone is not here: nobody is judged against it, and a player who sits down there may not read it.
    """

    header: Header
    events: Sequence[Raw]
    fold: Fold
    withdrawals: Sequence[Raw] = ()
    beside: Beside = field(default_factory=Beside)

    @property
    def data(self) -> bytes:
        """The canonical bytes of the record as it was sent, without its signature."""
        return record.write(self.header, self.events, self.beside.covered)

    @property
    def text(self) -> str:
        """The record as it was sent, with its signature, to be sent once more."""
        below = self.beside.signed
        kept = self.beside.covered | ({"signed": msgspec.to_builtins(below)} if below else {})
        return record.write(self.header, self.events, kept).decode()

    @property
    def withdrawn(self) -> list[int]:
        """The seats whose declared hands are withdrawn when the table is opened."""
        return sorted(hands_in_log(self.fold))

    @property
    def bodies(self) -> list[str]:
        """The log of the table to be opened."""
        return [entry_of(self.fold, raw).stored for raw in (*self.events, *self.withdrawals)]


class Stopped(Exception):
    """The rules do not take an event of the record: its place among all of them, what it says, and why."""

    def __init__(self, found: Record, place: int, refusal: Refusal) -> None:
        super().__init__(f"event {place}: {refusal.code}")
        self.game, self.names, self.of = found.game, found.players, len(found.events)
        self.place, self.event, self.refusal = place, found.events[place], refusal


def read(sent: bytes, *, is_known: bool = True) -> Upload:
    """Returns the record in these bytes. Raises `Malformed` or `Stopped`; nothing is stored.

    `is_known`: the device that sent it has a table here.
    """
    if not is_known and len(sent) > LARGEST_UNKNOWN_UPLOAD:
        raise Malformed(f"longer than the {LARGEST_UNKNOWN_UPLOAD} bytes of a stranger's record", "long-unknown")
    said = record.read_json(sent.removeprefix(BOM))
    found = record.record_of(said)
    check(found)
    most = MOST_UPLOADED_EVENTS if is_known else MOST_UNKNOWN_EVENTS
    _check_number(found.events, most)
    fold = _folded(found, MOST_UPLOADED_REFOLDED if is_known else MOST_UNKNOWN_REFOLDED)
    beside = read_beside(said, fold)
    withdrawals = tuple(_withdrawals(fold))
    _check_number((*found.events, *withdrawals), most)  # the table's own record is read again
    return Upload(found.header, found.events, fold, withdrawals, beside)


def check(found: Record) -> None:
    """Raises `Malformed` for what a table of this app could not have: names no form takes, entries none can send."""
    if not is_offered(found.header.game):
        raise Malformed(f"the game {found.header.game!r} is not offered here", "game", game=found.header.game)
    names = [tidy(name) for name in found.players]
    for seat, fault in enumerate(faults_of(names, agreed=names)):
        if fault is not None and fault is not Fault.EMPTY:
            raise Malformed(f"the name of seat {seat}: {fault.value}", "name", seat=seat)
        # As it stands there, too: it is kept letter by letter, for the fingerprint.
        if not is_readable(found.players[seat]) and fault is None:
            raise Malformed(f"the name of seat {seat}: {Fault.UNREADABLE.value}", "name", seat=seat)
    for place, raw in enumerate(found.events):
        if len(stored(raw)) > LARGEST_EVENT:
            raise Malformed(f"event {place} is longer than {LARGEST_EVENT} characters", "event", place=place)


def _check_number(events: Sequence[Raw], most: int) -> None:
    """Raises `Malformed` for too many events, those inside amendments included; what takes one back is not counted."""
    if (count := sum(record.entries(raw) for raw in events if raw.get("type") != "undo")) > most:
        raise Malformed(f"{count} events, those inside amendments included", "events", most=most)


def _folded(found: Record, refolded: int) -> Fold:
    fold = replay.begin(found.header)
    for place, raw in enumerate(found.events):
        after = replay.step(fold, raw)
        if isinstance(after, Refusal):
            raise Stopped(found, place, after)
        if after.refolded > refolded:
            raise Malformed(f"amendments fold more than {refolded} events again", "refolded")
        fold = after
    return fold


def _withdrawals(fold: Fold) -> Iterator[Raw]:
    for places in hands_in_log(fold).values():
        raw = withdrawal(fold, places)
        after = replay.step(fold, raw)
        # What a log holds must fold for ever, whatever the rules say to a withdrawal.
        if not isinstance(after, Refusal):
            yield raw
            fold = after
