"""Validates, appends and publishes the events of a table.

fold as of now → may this viewer → does it still fit → judge → append → publish
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from rules_core.events import Amend, Event, Undo
from rules_core.findings import Refusal
from rules_core.games import GAMES
from webapp.http import metrics
from webapp.http.limits import EVENTS_A_TURN
from webapp.journal.hub import Hub
from webapp.journal.lines import USED, record
from webapp.store import Store
from webapp.store.log import Appended
from webapp.store.match_keeping import EndedMatch, KeptMatch
from webapp.store.models import utc_now
from webapp.table import closed_questions
from webapp.table.desk import Line
from webapp.table.entry import Entry, entry_of
from webapp.table.entry_rate import EntryRateLimiter
from webapp.table.folded_log import ended_match, is_over
from webapp.table.judging import after_entries, refusal_on_desk
from webapp.table.keys import EntryAnswer, KeyedRequest, TableKeys, is_kept, written
from webapp.table.lines.people import AskedClosed
from webapp.table.newest_tables import NewestTables
from webapp.table.secret_hands import hands_in_log, passed_in_log, withdrawal
from webapp.table.snapshot import Snapshot, row_of, with_line
from webapp.table.viewer import Viewer


@dataclass(frozen=True)
class Made:
    """The event stands in the log; `repeats` where this device had made it before."""

    now: Snapshot
    repeats: bool = False


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
class MovedOn:
    """The table moved on after the page was shown, and the event no longer fits as it was meant."""

    now: Snapshot


Outcome = Made | Refused | MovedOn


class TableKeeper:
    """Makes events, and answers how each table stands."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        hand_ended: Callable[[], None] = lambda: None,
        is_offered: Callable[[str], bool] = GAMES.__contains__,
        house_refusal: Callable[[str, Event], Refusal | None] = lambda game, event: None,
    ) -> None:
        """`hand_ended` is told when a hand has ended and stands in the log; `is_offered` asked of each table's game.

        `house_refusal` tells why nobody may enter an event of a game though the rules take it.
        """
        self._store = store
        self._hub = hub
        self.hand_ended = hand_ended
        self._house_refusal = house_refusal
        self.counted: Callable[[Snapshot], EndedMatch | None] = lambda now: ended_match(now.log)
        """Returns what the circle of a table counts of it."""
        self.match_kept: Callable[[int], None] = lambda circle_id: None
        """Is told of a circle for which the match of one of its tables was kept, or kept no more."""
        self._rate_limiter = EntryRateLimiter()
        self._keys = TableKeys(store)
        self.newest = NewestTables(store, self._rate_limiter, is_offered)

    def at(self, table_id: int) -> Snapshot:
        """Returns the table as of now. Raises `UnknownTable`, or `NotOffered` for one of a game that is not."""
        return self.newest.at(table_id)

    def rewrite(self, table_id: int, change: Callable[[], None]) -> None:
        """Changes existing lines of a table, and reads it again; no entries are made there meanwhile."""
        with self.newest.locked(table_id):
            change()
            self.newest.forget(table_id)
        self._hub.publish(table_id)

    def refresh(self, table_id: int) -> None:
        """Tells every phone that something else than the log has changed: who sits where, or which table comes next.

        What was entered privately from a seat which has changed hands since is withdrawn: the new player may
        not read it. Who has moved to another phone is the same.
        """
        with self.newest.locked(table_id):
            now = self.newest.anew(self.at(table_id))
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

    def add(self, table_id: int, who: Viewer, line: Line, *, op: str | None = None) -> Made | Refused:
        """Adds a line to the table's desk, and tells every phone. Raises `UnknownTable` or `TooFast`.

        `op` is the key of the form: the same question of the same device again changes nothing and is answered alike,
        another one is refused.
        """
        asked = KeyedRequest(op or "", desk=[line])
        with self.newest.locked(table_id):
            now = self.at(table_id)
            if line.paced:
                self._rate_limiter.count(now, who.device_id)
            outcome = self._known_answer(now, who, asked) or self._added(now, who, asked)
        self._hub.publish(table_id)
        return outcome

    def _added(self, now: Snapshot, who: Viewer, asked: KeyedRequest) -> Made | Refused:
        (line,) = asked.desk

        def once(now: Snapshot) -> Made | Refused:
            question = self._keys.question(now, who, asked)
            if (refusal := refusal_on_desk(now.desk, who, line)) is not None:
                if question is not None:
                    self._store.keep_answer(question, written(EntryAnswer(refusal)))
                return Refused(now, refusal)
            after = with_line(now, who, structs.replace(line, op=str(asked.op)))
            version = self._store.add_to_desk(row_of(now, after.desk.lines[-1]), now.version, question)
            return Made(self.newest.keep(replace(after, version=version)))

        return record(
            now,
            once,
            again=self.newest.after,
            answered=lambda now: self._known_answer(now, who, asked),
            moved=lambda now: Refused(now, Refusal("moved-on")),
        )

    def make(self, table_id: int, who: Viewer, *entries: Entry, op: str, desk: Sequence[Line] = ()) -> Outcome:
        """Makes an entry, once; several that belong together stand all or not at all.

        `desk` are lines of the desk that belong to them, such as the dispute that a ruling ends. `op` is their key:
        the same question of the same device again changes nothing and is answered alike, another one is refused.
        Raises `UnknownTable` or `TooFast`.
        """
        with self.newest.locked(table_id):
            now = self.at(table_id)
            amends = any(entry.kind is Amend for entry in entries)
            cost = 1 + (now.fold.seq / EVENTS_A_TURN if amends else 0)  # the log is folded again
            self._rate_limiter.count(now, who.device_id, cost, hosts_by_program=who.is_program and who.is_host)
            outcome = self._try(now, who, KeyedRequest(op, entries, desk))
        if isinstance(outcome, Made) and outcome.now.fold.seq > now.fold.seq:
            metrics.count_entry(now.table.game, "accepted")
            self._hub.publish(table_id)
            if _hands(outcome.now) > _hands(now):
                self.hand_ended()
            if outcome.now.table.circle_id is not None and (is_over(now.fold) or is_over(outcome.now.fold)):
                self.match_kept(outcome.now.table.circle_id)
        elif isinstance(outcome, Refused):
            metrics.count_entry(now.table.game, "refused")
            if outcome.told:
                self._hub.publish(table_id)
        return outcome

    def _placed(self, refused: Refused, who: Viewer, entries: Sequence[Entry]) -> Refused:
        """Adds to a refusal which of several entries it is about; the last one where none is refused alone."""
        before = refused.now
        for place, entry in enumerate(entries[:-1]):
            after = self._judged(before, who, [entry])
            if isinstance(after, Refusal):
                return replace(refused, place=place, before=before)
            before = after
        return replace(refused, place=len(entries) - 1, before=before) if len(entries) > 1 else refused

    def answered(
        self, now: Snapshot, who: Viewer, *entries: Entry, op: str, desk: Sequence[Line] = ()
    ) -> Made | Refused | None:
        """Returns the earlier answer to this key, None for a new one.

        Asked where a page wants something else first, that it was shown what follows: after the act that is another.
        """
        return self._known_answer(now, who, KeyedRequest(op, entries, desk))

    def would(self, now: Snapshot, who: Viewer, *entries: Entry, desk: Sequence[Line] = ()) -> Snapshot | Refusal:
        """Returns the table as it would stand after these entries, or why they would not be taken. Changes nothing."""
        return self._judged(now, who, entries, desk)

    def _try(self, now: Snapshot, who: Viewer, asked: KeyedRequest) -> Outcome:
        entries = asked.entries
        if (wait := closed_questions.seconds_to_wait(now, who, utc_now())) and entries[0].kind is not Undo:
            return self._answered(now, who, asked, tells=False) or Refused(now, closed_questions.waits(wait))
        *before, body = asked.bodies

        def once(now: Snapshot) -> Outcome:
            after = self._judged(now, who, entries, asked.desk)
            if isinstance(after, Refusal):
                return self._answered(now, who, asked) or self._refused(now, who, asked, after)
            if (told := self._told_of(now, who, entries)) is not None:
                after = with_line(after, who, told)
            # The form of an amendment comes to something else once the table has it: it is known by what was sent.
            amends = any(entry.kind is Amend for entry in entries)
            appended = self._store.append(
                now.table.id,
                seq=after.fold.seq,
                op=asked.op,
                device_id=who.device_id,
                body=body,
                before=before,
                desk=[row_of(now, line) for line in after.desk.lines[len(now.desk.lines) :]],
                link=now.link,
                version=now.version,
                match=KeptMatch(self.counted(after)) if is_over(now.fold) or is_over(after.fold) else None,
                question=self._keys.question(now, who, asked, compared=amends),
            )
            return Made(self.newest.keep(_appended(after, appended)))

        return self._recorded(now, who, asked, once)

    def _recorded(
        self, now: Snapshot, who: Viewer, asked: KeyedRequest, once: Callable[[Snapshot], Outcome]
    ) -> Outcome:
        return record(
            now, once, again=self.newest.after, answered=lambda now: self._answered(now, who, asked), moved=MovedOn
        )

    def _refused(self, now: Snapshot, who: Viewer, asked: KeyedRequest, refusal: Refusal) -> Outcome:
        """Refuses entries: keeps the answer with their key, and tells the table if it tells what is closed (GEN-5)."""
        if not is_kept(refusal):
            return MovedOn(now)
        refused = self._placed(Refused(now, refusal), who, asked.entries)
        told = self._told_of(now, who, asked.entries[: refused.place + 1], refusal)
        answer = written(EntryAnswer(refusal, told is not None, refused.place))
        return self._answer_with(refused, who, asked, told, answer)

    def _answer_with(
        self, refused: Refused, who: Viewer, asked: KeyedRequest, told: AskedClosed | None, answer: str = ""
    ) -> Outcome:
        question = self._keys.question(refused.now, who, asked) if answer else None

        def once(now: Snapshot) -> Outcome:
            after, version = now if told is None else with_line(now, who, told), now.version
            line = None if told is None else row_of(now, after.desk.lines[-1])
            if question is not None:
                version = self._store.keep_answer(question, answer, line, now.version)
            elif line is not None:
                version = self._store.add_to_desk(line, now.version)
            if line is None:
                return refused
            return replace(refused, now=self.newest.keep(replace(after, version=version)), told=True)

        return self._recorded(refused.now, who, asked, once)

    def _told_of(
        self, now: Snapshot, who: Viewer, entries: Sequence[Entry], refusal: Refusal | None = None
    ) -> AskedClosed | None:
        """Returns the public notice of these entries, None where there is none."""
        return None if who.device_id is None else closed_questions.told_of(now, who, entries, refusal)

    def _answered(self, now: Snapshot, who: Viewer, asked: KeyedRequest, *, tells: bool = True) -> Outcome | None:
        """Returns the answer that the key of entries has had, None for a new one.

        A key that was used for something else is refused without asking the rules; the table is told where they could
        have said what is closed, unless the device waits already.
        """
        outcome = self._known_answer(now, who, asked)
        if isinstance(outcome, Refused) and outcome.refusal == USED and tells:
            asks = (entry for entry in asked.entries if closed_questions.may_ask_closed(now, who, entry))
            if (entry := next(asks, None)) is not None:
                return self._answer_with(outcome, who, asked, closed_questions.kind_asked(entry))
        return outcome

    def _known_answer(self, now: Snapshot, who: Viewer, asked: KeyedRequest) -> Made | Refused | None:
        answer = self._keys.answer(now, who, asked)
        if answer is None:
            return None
        return (
            Made(now, repeats=True)
            if answer.refusal is None
            else Refused(now, answer.refusal, answer.told, answer.place)
        )

    def _judged(
        self, now: Snapshot, who: Viewer, entries: Sequence[Entry], desk: Sequence[Line] = ()
    ) -> Snapshot | Refusal:
        for part in (part for entry in entries for part in entry.parts()):
            event = part.event
            if event is not None and (refusal := self._house_refusal(now.table.game, event)) is not None:
                return refusal
        return after_entries(now, who, entries, desk)


def _hands(now: Snapshot) -> int:
    return len(now.fold.state.finished)


def _appended(after: Snapshot, appended: Appended) -> Snapshot:
    """Notes the version that an entry has brought, unless somebody else changed the table, too: then it is read."""
    version, link = appended
    known = version if version == after.version + 1 else after.version
    return Snapshot(after.table, after.log, after.people, after.desk, known, link)
