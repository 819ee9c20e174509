"""The one way an event is made, whoever asks: judge it as of now, append it, tell the other phones.

fold as of now → may this viewer → does it still fit → judge → append → publish
"""

import json
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from threading import Lock, RLock
from typing import Any

from rules_core.events import Amend, Ruling, Undo
from rules_core.findings import Refusal
from rules_core.games import GAMES
from rules_core.replay import Fold
from webapp.http import metrics
from webapp.http.limits import ENTRY_ATTEMPTS, EVENTS_A_TURN, TABLE_LOCKS, TABLES_KEPT
from webapp.http.rate_limits import (
    ENTRIES_AT_ONCE,
    ENTRY_EVERY,
    FOLD_PAUSE,
    PROGRAM_ENTRIES_AT_ONCE,
    PROGRAM_ENTRY_EVERY,
)
from webapp.store import Appended, OpUsed, SeqTaken, Store
from webapp.store.desk_kinds import DeskKind
from webapp.store.log import TableVersion
from webapp.store.match_keeping import KeptMatch, MatchKeeper
from webapp.store.models import now as moment
from webapp.table import closed_questions, permissions
from webapp.table.change_requests import CHANGE_KINDS
from webapp.table.desk import added, desk_of, judged
from webapp.table.entry import Entry, entry_of, step
from webapp.table.fixed import fixed_by
from webapp.table.hub import Hub
from webapp.table.not_offered import NotOffered
from webapp.table.pace import Pace, Rate
from webapp.table.penalties import PENALTY_KINDS
from webapp.table.room import no_room, no_room_on_desk
from webapp.table.secret_hands import hands_in_log, passed_in_log, withdrawal
from webapp.table.snapshot import People, Snapshot, desk_line, empty
from webapp.table.viewer import Viewer

PROGRAM = "api:"
"""How the keys of entries begin that programs make; no form can send such a one."""
PEOPLE = Rate(ENTRIES_AT_ONCE, ENTRY_EVERY)
PROGRAMS = Rate(PROGRAM_ENTRIES_AT_ONCE, PROGRAM_ENTRY_EVERY)
"""Of a program that hosts a table and has made every entry of it: nobody else is there to be kept from it."""
NOTED = frozenset({DeskKind.DISPUTE, DeskKind.WITHDRAW, DeskKind.REOPEN, DeskKind.POINTED, DeskKind.ADMITTED})
PACED = CHANGE_KINDS | PENALTY_KINDS | NOTED | {DeskKind.PAUSE, DeskKind.RESUME}
"""Lines of the desk that count as entries do; others come with a change of who is here."""


@dataclass(frozen=True)
class Made:
    """The event stands in the log; also where this device had made it before."""

    now: Snapshot


@dataclass(frozen=True)
class Refused:
    """The rules do not take the event. The log is as it was.

    `told`: that may tell what is closed, and the table was told that it was asked. Of several entries `place` is the
    refused one, and `before` the table as those before it would leave it.
    """

    now: Snapshot
    refusal: Refusal
    told: bool = False
    place: int = 0
    before: Snapshot | None = None


@dataclass(frozen=True)
class Moved:
    """The table moved on after the page was shown, and the event no longer fits as it was meant."""

    now: Snapshot


Outcome = Made | Refused | Moved
DeskEntry = tuple[DeskKind, Mapping[str, Any]]
"""The kind and the body of a line of the desk."""


class UnknownTable(LookupError):
    """No table has this number."""


class Play:
    """Makes events, and answers how each table stands. The newest tables are kept folded."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        hand_over: Callable[[], None] = lambda: None,
        is_offered: Callable[[str], bool] = GAMES.__contains__,
        is_rule: Callable[[str, str], bool] = lambda game, number: True,
        keeper: MatchKeeper | None = None,
    ) -> None:
        """`hand_over` is told when a hand has ended and stands in the log; `is_offered` asked of each table's game.

        `is_rule` tells whether a game has a rule of this number: a ruling cites no other. `keeper` is asked what the
        matches of circles come to.
        """
        self._store = store
        self._hub = hub
        self._hand_over = hand_over
        self._is_offered = is_offered
        self._is_rule = is_rule
        self.keeper = keeper
        self._kept: OrderedDict[int, Snapshot] = OrderedDict()
        self._pace = Pace()
        self._guard = Lock()
        # A table's entries wait for each other; other tables have another lock, or nearly always.
        self._locks = tuple(RLock() for _ in range(TABLE_LOCKS))

    def at(self, table_id: int) -> Snapshot:
        """Returns the table as of now. Raises `UnknownTable`, or `NotOffered` for one of a game that is not."""
        with self._locked(table_id):
            # Read before the rest: what changes meanwhile has a later version, and is looked at the next time.
            version = self._store.version(table_id)
            with self._guard:
                kept = self._kept.get(table_id)
            if kept is not None and kept.version == version.newest and self._is_offered(kept.table.game):
                return self._keep(kept)
            return self._keep(self._as_of(table_id, kept, version))

    def rewrite(self, change: Callable[[], Collection[int]]) -> None:
        """Makes a change of lines that stand already, which returns the tables that have them; these are read anew.

        Nobody enters anything meanwhile.
        """
        with ExitStack() as held:
            for lock in self._locks:
                held.enter_context(lock)
            changed = change()
            with self._guard:
                for table_id in changed:
                    self._kept.pop(table_id, None)
        for table_id in set(changed).intersection(self._hub.watched()):
            self._hub.publish(table_id)

    def _locked(self, table_id: int) -> RLock:
        return self._locks[table_id % TABLE_LOCKS]

    def _as_of(self, table_id: int, kept: Snapshot | None, version: TableVersion) -> Snapshot:
        """Returns the table as of this version; where others have changed nothing but its log, only that is read."""
        if kept is not None and version.beside <= kept.version < version.newest and self._is_offered(kept.table.game):
            return self._caught_up(replace(kept, version=version.newest))
        return self._read(table_id, kept, version.newest)

    def _read(self, table_id: int, kept: Snapshot | None, version: int) -> Snapshot:
        """Returns the table as the database has it, folding only what has not been folded yet."""
        table = self._store.table(table_id)
        if table is None:
            raise UnknownTable(table_id)
        if not self._is_offered(table.game):
            raise NotOffered(table.game)
        people = People.of(self._store.grants(table_id), self._store.seat_requests(table_id))
        desk = desk_of(self._store.desk(table_id))
        if kept is not None and desk.renamed != kept.desk.renamed:  # lines that were folded are other ones since
            kept = None
        return self._caught_up(replace(kept or empty(table), table=table, people=people, desk=desk, version=version))

    def refresh(self, table_id: int) -> None:
        """Tells every phone that something beside the log has changed: who sits where, or which table comes next.

        What was entered privately from a seat which has changed hands since is withdrawn: whoever sits there now may
        not read it. Who has moved to another phone is the same.
        """
        with self._locked(table_id):
            now = self.at(table_id)
            now = self._keep(self._read(table_id, now, self._store.version(table_id).newest))
            for secrets in (hands_in_log, passed_in_log):
                for seat, places in secrets(now.fold).items():
                    self._withdraw_of_another(now, seat, places)
        self._hub.publish(table_id)

    def _withdraw_of_another(self, now: Snapshot, seat: int, places: Sequence[int]) -> None:
        sits = next((grant.device_id for grant in now.people.party if grant.seat == seat), None)
        entered = [(self._store.events(now.table.id, place)[0].device_id, place) for place in places]
        makers = {now.desk.heir(device_id, place) for device_id, place in entered}
        if makers != {sits} and not (sits is None and now.is_kept_by_a_program):
            op = f"withdraw-{seat}-{places[0]}-{now.fold.seq}"
            withdrawn = entry_of(now.fold, withdrawal(now.fold, places))
            self.make(now.table.id, Viewer(seat=seat), withdrawn, op=op)

    def note(
        self, table_id: int, who: Viewer, kind: DeskKind, body: Mapping[str, Any], *, op: str | None = None
    ) -> Made | Refused:
        """Adds a line to the table's desk, and tells every phone. Raises `UnknownTable` or `TooFast`.

        `op` is the key of the form: the same device and key again change nothing.
        """
        with self._locked(table_id):
            now = self.at(table_id)
            if kind in PACED:
                self._count(now, who.device_id, PEOPLE)
            outcome = self._noted(now, who, kind, dict(body) if op is None else {**body, "op": op})
        self._hub.publish(table_id)
        return outcome

    def _noted(self, now: Snapshot, who: Viewer, kind: DeskKind, body: Mapping[str, Any]) -> Made | Refused:
        for _ in range(ENTRY_ATTEMPTS):
            if "op" in body and now.desk.holds(who.device_id, body["op"]):
                break
            refusal = no_room_on_desk(now.desk, kind) or judged(now.desk, who, kind, body)
            if refusal is not None:
                return Refused(now, refusal)
            line = desk_line(now, who, kind, body)
            try:
                version = self._store.note(line, now.version)
            except SeqTaken:  # by another process: the line is judged again, as the table stands with it
                now = self.at(now.table.id)
            else:
                return Made(self._keep(replace(now, desk=added(now.desk, line), version=version)))
        return Made(now)

    def make(self, table_id: int, who: Viewer, *entries: Entry, op: str, desk: Sequence[DeskEntry] = ()) -> Outcome:
        """Makes an entry, once; several that belong together stand all or not at all.

        `desk` are lines of the desk that belong to them, such as the dispute that a ruling ends. `op` is their key:
        the same device and key again change nothing and are answered alike. Raises `UnknownTable` or `TooFast`.
        """
        with self._locked(table_id):
            now = self.at(table_id)
            alone = who.is_program and who.is_host and now.is_kept_by_a_program
            amends = any(entry.kind is Amend for entry in entries)
            cost = 1 + (now.fold.seq / EVENTS_A_TURN if amends else 0)  # the log is folded again
            self._count(now, who.device_id, PROGRAMS if alone else PEOPLE, cost)
            outcome = self._try(now, who, entries, op, desk)
            if isinstance(outcome, Refused):
                outcome = self._placed(outcome, who, entries)
            if not isinstance(outcome, Moved):
                about = outcome.place if isinstance(outcome, Refused) else -1
                outcome = self._told(now, who, entries[about], outcome, op)
        if isinstance(outcome, Made) and outcome.now.fold.seq > now.fold.seq:
            metrics.count_entry(now.table.game, "accepted")
            self._hub.publish(table_id)
            if _hands(outcome.now) > _hands(now):
                self._hand_over()
        elif isinstance(outcome, Refused):
            metrics.count_entry(now.table.game, "refused")
        return outcome

    def _placed(self, refused: Refused, who: Viewer, entries: Sequence[Entry]) -> Refused:
        """Says which of several entries was refused; the last one where it is none of them by itself."""
        before = refused.now
        for place, entry in enumerate(entries[:-1]):
            after = self._judged(before, who, [entry])
            if isinstance(after, Refusal):
                return replace(refused, place=place, before=before)
            before = after
        return replace(refused, place=len(entries) - 1, before=before) if len(entries) > 1 else refused

    def _told(self, before: Snapshot, who: Viewer, entry: Entry, outcome: Made | Refused, op: str) -> Made | Refused:
        """Tells the table where the answer to an entry may tell what closed tricks hold (GEN-5)."""
        refusal = outcome.refusal if isinstance(outcome, Refused) else None
        asked_of = before if refusal is None else outcome.now
        if who.device_id is None or not closed_questions.tells_closed(asked_of, who, entry, refusal):
            return outcome
        body = {**closed_questions.question(entry, refusal), "op": op}
        noted = self._noted(outcome.now, who, DeskKind.ASKED, body)
        self._hub.publish(before.table.id)
        return replace(outcome, now=noted.now, told=True) if isinstance(outcome, Refused) else Made(noted.now)

    def would(self, now: Snapshot, who: Viewer, *entries: Entry, desk: Sequence[DeskEntry] = ()) -> Snapshot | Refusal:
        """Returns the table as it would stand after these entries, or why they would not be taken. Changes nothing."""
        return self._judged(now, who, entries, desk)

    def _try(self, now: Snapshot, who: Viewer, entries: Sequence[Entry], op: str, desk: Sequence[DeskEntry]) -> Outcome:
        if (wait := closed_questions.seconds_to_wait(now, who, moment())) and entries[0].kind is not Undo:
            return self._again(now, who, op, entries[-1].stored) or Refused(now, closed_questions.waits(wait))
        *before, body = [entry.stored for entry in entries]
        for _ in range(ENTRY_ATTEMPTS):
            after = self._judged(now, who, entries, desk)
            if isinstance(after, Refusal):
                return self._again(now, who, op, body) or _refused(now, after)
            lines = after.desk.lines[len(now.desk.lines) :]
            try:
                appended = self._store.append(
                    now.table.id,
                    seq=after.fold.seq,
                    op=op,
                    device_id=who.device_id,
                    body=body,
                    before=before,
                    desk=lines,
                    link=now.link,
                    version=now.version,
                    match=self._match(now, after),
                )
            except OpUsed as used:
                return self._entered_before(now, used.body == body)
            except SeqTaken:  # by another process: the entry is judged again, as the table stands with it
                now = self._keep(self._as_of(now.table.id, now, self._store.version(now.table.id)))
            else:
                return Made(self._keep(_appended(after, appended)))
        return Moved(now)

    def _match(self, now: Snapshot, after: Snapshot) -> KeptMatch | None:
        """Returns what is kept of the match where the table belongs to a circle; None: it neither was nor is over."""
        if self.keeper is None or not (is_over(now.fold) or is_over(after.fold)):
            return None
        return KeptMatch(after.fold, self.keeper)

    def _judged(
        self, now: Snapshot, who: Viewer, entries: Sequence[Entry], desk: Sequence[DeskEntry] = ()
    ) -> Snapshot | Refusal:
        events = (part.event for entry in entries for part in entry.parts())
        for rule in (event.rule for event in events if isinstance(event, Ruling)):
            if isinstance(rule, str) and not self._is_rule(now.table.game, rule):
                return Refusal("bad-value", "GEN-1", {"field": "rule"})
        return _folded(now, who, entries, desk)

    def _again(self, now: Snapshot, who: Viewer, op: str, body: str) -> Outcome | None:
        """A phone that did not hear the answer asks again: what it entered stands already."""
        entered = self._store.event_of_key(now.table.id, op=op, device_id=who.device_id)
        return None if entered is None else self._entered_before(now, entered.body == body)

    def _entered_before(self, now: Snapshot, alike: bool) -> Outcome:
        now = self.at(now.table.id)  # another process may have taken it
        return Made(now) if alike else Moved(now)

    def _count(self, now: Snapshot, device_id: int | None, rate: Rate, cost: float = 1.0) -> None:
        """Counts an entry that a device wants to make. Raises `TooFast`. The server itself never waits."""
        if device_id is not None:
            self._pace.count(_name(now.table.id, device_id), rate, time.time(), cost)

    def _caught_up(self, now: Snapshot) -> Snapshot:
        work = 0
        for line in self._store.events(now.table.id, now.fold.seq):
            entry = entry_of(now.fold, json.loads(line.body))
            after = step(now.fold, entry)
            if isinstance(after, Refusal):
                raise RuntimeError(f"table {now.table.id}: event {line.seq} in the log does not fold: {after.code}")
            work += 1 + after.refolded - now.fold.refolded
            if work >= EVENTS_A_TURN:  # other tables go on meanwhile
                time.sleep(FOLD_PAUSE)
                work = 0
            is_program = line.op.startswith(f"{line.device_id}:{PROGRAM}")
            if line.device_id is not None:  # another process has taken it, or this one before it was started anew
                rate = PROGRAMS if is_program and now.is_kept_by_a_program else PEOPLE
                self._pace.note(_name(now.table.id, line.device_id), rate, line.made_at.timestamp())
            log = now.log.after(after, entry, line.device_id, is_program=is_program, stored=line.body)
            now = replace(now, log=log, link=line.link)
        return now

    def _keep(self, now: Snapshot) -> Snapshot:
        with self._guard:
            self._kept[now.table.id] = now
            self._kept.move_to_end(now.table.id)
            while len(self._kept) > TABLES_KEPT:
                self._kept.popitem(last=False)
        return now


def _name(table_id: int, device_id: int) -> str:
    """A device at a table, as its pace is counted."""
    return f"device {device_id} at {table_id}"


def is_over(fold: Fold) -> bool:
    """Tells whether a match has come to its end."""
    return fold.game.phase(fold.state) == "over"


def _hands(now: Snapshot) -> int:
    return len(now.fold.state.finished)


def _folded(now: Snapshot, who: Viewer, entries: Sequence[Entry], desk: Sequence[DeskEntry] = ()) -> Snapshot | Refusal:
    # What a ruling did is taken back once the ruling is reopened: that line stands before its entries.
    first = _noted(now, who, [line for line in desk if line[0] == DeskKind.REOPEN])
    if isinstance(first, Refusal):
        return first
    now = first
    places: frozenset[int] = frozenset()
    for entry in entries:
        after = permissions.refusal_of(now, who, entry) or step(now.fold, entry)
        if isinstance(after, Refusal):
            return after
        places |= fixed_by(now.fold, after, entry) if who.decides else frozenset()
        now = replace(now, log=now.log.after(after, entry, who.device_id, is_program=who.is_program))
        if (refusal := no_room(now.log, who, entry)) is not None:
            return refusal
    later = [line for line in desk if line[0] != DeskKind.REOPEN]
    fixed = [(DeskKind.FIXED, {"places": sorted(places)})] if places else []
    return _noted(now, who, [*later, *fixed])


def _noted(now: Snapshot, who: Viewer, desk: Sequence[DeskEntry]) -> Snapshot | Refusal:
    """Returns the table with these lines on its desk, or why one of them may not be added."""
    for kind, body in desk:
        if (refusal := judged(now.desk, who, kind, body)) is not None:
            return refusal
        line = desk_line(now, who, kind, {**body, **_made_with(now, kind, body)})
        now = replace(now, desk=added(now.desk, line))
    return now


def _made_with(now: Snapshot, kind: DeskKind, body: Mapping[str, Any]) -> Mapping[str, int]:
    """Returns the entry that a line of the desk goes with: the ruling of a dispute, the points of a penalty."""
    if kind == DeskKind.RULE:
        return {"ruling": now.fold.seq - 1}
    return {"entry": now.fold.seq - 1} if kind == DeskKind.PENALTY and "points" in body else {}


def _appended(after: Snapshot, appended: Appended) -> Snapshot:
    """Notes the version that an entry has brought, unless somebody else changed the table, too: then it is read."""
    version, link = appended
    return replace(after, version=version if version == after.version + 1 else after.version, link=link)


def _refused(now: Snapshot, refusal: Refusal) -> Outcome:
    return Moved(now) if refusal.code == "moved-on" else Refused(now, refusal)
