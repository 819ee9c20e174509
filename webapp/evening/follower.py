"""Follower of an evening's tables: keeps their summaries and desks, notes results that corrections change."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from threading import Event, Lock, Thread
from weakref import ref

from webapp.evening import lines as kinds
from webapp.evening.keeper import EveningHub, EveningKeeper, EveningNow
from webapp.evening.lines import Line
from webapp.evening.standings import few_are_good, sides
from webapp.evening.state import EveningState, Report, table_in_round
from webapp.evening.state import Penalty as PenaltyThere
from webapp.evening.summary import Tables, TableSummary, summary_of
from webapp.evening.viewer import SERVER
from webapp.http.durations import EVENING_FOLLOWED, EVENING_GATHERED
from webapp.http.limits import EVENINGS_KEPT, SUMMARIES_KEPT
from webapp.http.newest import keep_newest
from webapp.store import Store
from webapp.store.engines import StoreError
from webapp.store.match_keeping import KeptMatch
from webapp.store.models import utc_now
from webapp.table.keeper import TableKeeper
from webapp.table.newest_tables import UnknownTable
from webapp.table.penalties import Penalty
from webapp.table.snapshot import NotOffered, Snapshot


def desk_lines(evening: EveningNow, summary: TableSummary) -> Iterator[Line]:
    """Yields the evening's lines for the penalties and cases of a table's desk."""
    known = _penalties_noted(evening.state, summary)
    for given in summary.penalties:
        if given.number not in known and given.holds:
            yield from _given(evening.state, summary, given)
    yield from _lifted(evening.state, summary)
    waiting = {call.number for call in summary.calls}
    for (table, dispute), coming in evening.state.coming.items():
        if table == summary.table and dispute not in waiting:
            yield kinds.Coming(table, dispute, coming.by, back=True)
    for (table, dispute), handed in evening.state.handed.items():
        if table == summary.table and dispute not in waiting:
            yield kinds.HandedOver(table, dispute, handed.to, handed.by, back=True)


def left_lines(evening: EveningNow, summary: TableSummary) -> Iterator[Line]:
    """Yields the lines of an evening that a table has left, for what counts there: its match, and what was lifted."""
    if (line := _match_played(evening, summary)) is not None:
        yield line
    yield from _lifted(evening.state, summary)


def _penalties_noted(state: EveningState, summary: TableSummary) -> dict[int, PenaltyThere]:
    return {one.table_penalty: one for one in state.penalties.values() if one.table == summary.table}


def _lifted(state: EveningState, summary: TableSummary) -> Iterator[Line]:
    known = _penalties_noted(state, summary)
    for given in summary.penalties:
        noted = known.get(given.number)
        if noted is not None and noted.holds and given.lifted is not None:
            yield kinds.Lifted(noted.line, given.lifted.why, given.lifted.by)


def _given(state: EveningState, summary: TableSummary, given: Penalty) -> Iterator[Line]:
    where = person_at(state, summary, given.seat)
    if where is None:  # not on the list: it stays a matter of that table
        return
    person, round_number = where
    yield kinds.Penalised(
        person,
        str(given.step),
        given.reason,
        given.rule,
        given.by,
        round=round_number,
        number=summary.number,
        table=summary.table,
        table_penalty=given.number,
        ready=given.ready,
    )


def person_at(state: EveningState, summary: TableSummary, seat: int) -> tuple[int, int | None] | None:
    """Returns the person on the list at a seat of a table, and the round; None for people who are not on it.

    At a table that the evening did not seat, players are matched to the list by their names.
    """
    for here in state.rounds:
        for sitting in here.sittings.values():
            if sitting.table == summary.table and seat < len(sitting.people):
                return sitting.people[seat], here.number
    person = state.named_at_table(summary.names[seat], summary.table)
    return None if person is None else (person.number, None)


log = logging.getLogger(__name__)


class EveningTables:
    """Summaries of the tables of every evening that this process was asked for, as of now."""

    def __init__(
        self,
        store: Store,
        tables: TableKeeper,
        keeper: EveningKeeper,
        hub: EveningHub,
        news: Callable[[int], None] = lambda evening_id: None,
    ) -> None:
        """`news` notifies the tables of an evening."""
        self._store, self._tables, self._keeper, self._hub = store, tables, keeper, hub
        self._lock = Lock()
        self._kept: OrderedDict[int, tuple[ref[Snapshot], TableSummary]] = OrderedDict()
        """Each with the snapshot that it was made from, which this alone does not keep."""
        self._told: OrderedDict[int, TableSummary] = OrderedDict()
        """The state that was last sent to the watchers."""
        self._ids: OrderedDict[int, tuple[int, tuple[int, ...]]] = OrderedDict()
        self._results: OrderedDict[int, Mapping[int, Report]] = OrderedDict()
        """The results that were in when the circles of their tables were told last."""
        self._changed: set[int] = set()
        self._news, self._with_news = news, set[int]()
        self._wanted, self._ended = Event(), Event()
        self._thread: Thread | None = None

    # A part of the application

    def start(self) -> None:
        """Starts the thread that follows, after the fork. It begins with the changes of the time before."""
        for table_id in self._store.tables_of_recent_evenings(utc_now() - EVENING_FOLLOWED):
            self.note(table_id)
        self._thread = Thread(target=self._run, name="evening-tables", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread soon."""
        self._ended.set()
        self._wanted.set()

    def note(self, table_id: int) -> None:
        """Notes that a table has changed; whether it belongs to an evening is looked up later."""
        with self._lock:
            self._changed.add(table_id)
        if not self._wanted.is_set():  # at every play: to set it again costs as much as the rest of `Hub.publish`
            self._wanted.set()

    def note_evening(self, evening_id: int) -> None:
        """Notes that an evening has changed: its tables are told a moment later."""
        with self._lock:
            self._with_news.add(evening_id)
        self._wanted.set()

    def note_all(self) -> None:
        for table_id in list(self._kept):
            self.note(table_id)

    def follow(self) -> None:
        """Reads every changed table again, notes changed results, wakes the watchers."""
        with self._lock:
            changed, self._changed = self._changed, set()
            with_news, self._with_news = self._with_news, set()
        # Any table may have changed; one that is at no evening, and was at none, is not read for that.
        ours = self._store.tables_at_evenings(changed) if changed else set()
        ours |= {table_id for table_id in changed if (known := self._told.get(table_id)) and known.evening is not None}
        told = {evening for table_id in ours for evening in self._look_at(table_id)}
        for table_id, evening_id in (self._store.evenings_left(changed) if changed else {}).items():
            self._note_left(evening_id, table_id)
        for evening_id in told:
            self._hub.publish(evening_id)
        for evening_id in with_news:
            self._news(evening_id)
            self._keep_results(evening_id)

    def catch_up(self, table_id: int) -> None:
        """Notes what a table has come to, at once: before it leaves its evening."""
        self._look_at(table_id)

    def at(self, evening_id: int) -> Tables:
        """Returns the summaries of the tables that belong to an evening now, by the id of the table."""
        version = self._keeper.at(evening_id).row.version
        kept = self._ids.get(evening_id)
        if kept is None or kept[0] != version:
            ids = tuple(table.id for table in self._store.tables_of_evening(evening_id))
            kept = version, ids
            keep_newest(self._ids, evening_id, kept, EVENINGS_KEPT)
        return {table_id: found for table_id in kept[1] if (found := self._as_of_now(table_id)) is not None}

    def _as_of_now(self, table_id: int) -> TableSummary | None:
        """Returns the cached summary unless the table has changed: else every call would query each table."""
        kept = self._kept.get(table_id)
        return kept[1] if kept is not None and table_id not in self._changed else self.summary(table_id)

    def summary(self, table_id: int) -> TableSummary | None:
        """Returns the summary of a table; None for one of a game that is not offered any more."""
        try:
            table = self._tables.at(table_id)
        except (UnknownTable, NotOffered):
            return None
        kept = self._kept.get(table_id)
        if kept is not None and kept[0]() is table:
            return kept[1]
        made = summary_of(table)
        keep_newest(self._kept, table_id, (ref(table), made), SUMMARIES_KEPT)
        return made

    def own_result(self, table_id: int) -> tuple[int, ...] | None:
        """Returns the result of a table's entries, None where there are none."""
        found = self.summary(table_id)
        return None if found is None else found.own_result

    def _keep_results(self, evening_id: int) -> None:
        """Has circles keep the results of their tables: a match that is played to its end comes with an entry."""
        if (evening := self._keeper.find(evening_id)) is None:
            return
        before, results = self._results.get(evening_id), dict(_results(evening.state))
        keep_newest(self._results, evening_id, results, EVENINGS_KEPT)
        if before is None:  # what circles were told before this process began may have been taken out again
            changed = {one.id for one in self._store.tables_of_evening(evening_id) if one.circle_id is not None}
        else:
            changed = {table for table, _report in results.items() ^ before.items()}
        for table_id in changed:
            with suppress(UnknownTable, NotOffered):
                self._keep_in_circle(table_id)

    def _keep_round(self, summary: TableSummary) -> None:
        """Has the circle keep the result of a round with what was entered since, which may change no total."""
        if (evening := self._keeper.find(summary.evening)) is None:
            return
        place = table_in_round(evening.state, summary.table)
        if place is not None and place[1].is_in:
            self._keep_in_circle(summary.table)

    def _keep_in_circle(self, table_id: int) -> None:
        now = self._tables.at(table_id)
        if now.table.circle_id is not None:
            self._store.keep_again(now.table.circle_id, table_id, KeptMatch(self._tables.counted(now)))
            self._tables.match_kept(now.table.circle_id)

    def _run(self) -> None:
        while not self._ended.is_set():
            self._wanted.wait()
            self._wanted.clear()
            if not self._ended.wait(EVENING_GATHERED):
                self._follow_safely()

    def _follow_safely(self) -> None:
        try:
            self.follow()
        except StoreError as fault:  # the next change reads them again
            self._store.outage.note(fault)
        except Exception:
            log.exception("The tables of an evening could not be followed.")

    def _look_at(self, table_id: int) -> set[int]:
        before, summary = self._told.get(table_id), self.summary(table_id)
        if summary is None:
            return set()
        follows = summary.evening is not None and not self._was_read(summary.evening)
        if follows:
            self.note_result(summary)
        if before == summary:
            return set()
        keep_newest(self._told, table_id, summary, SUMMARIES_KEPT)
        if follows:
            self.note_desk(summary)
            if before is not None and before.seq != summary.seq:
                self._keep_round(summary)
        evenings = {summary.evening, None if before is None else before.evening}
        return {evening for evening in evenings if evening is not None}

    def _was_read(self, evening_id: int) -> bool:
        """Tells whether an evening comes from an archive: its results are in it, and its tables are over."""
        evening = self._keeper.find(evening_id)
        return evening is not None and evening.state.origin is not None

    def note_result(self, summary: TableSummary) -> None:
        """Updates the evening with a table's result: where one was reported before, and where a guest's match ends.

        Every line fits once, so that a second look, also by another process, adds none.
        """
        if (evening := self._keeper.find(summary.evening)) is None:
            return
        if (line := _result_followed(evening.state, summary)) is not None:
            self._keeper.add(evening.row.id, SERVER, line)
        elif (line := _match_played(evening, summary)) is not None:
            self._keeper.add(evening.row.id, SERVER, line, op=_key_of(line, summary))

    def _note_left(self, evening_id: int, table_id: int) -> None:
        evening, summary = self._keeper.find(evening_id), self.summary(table_id)
        if evening is None or summary is None:
            return
        for line in left_lines(evening, summary):
            self._keeper.add(evening_id, SERVER, line, op=_key_of(line, summary))

    def note_desk(self, summary: TableSummary) -> None:
        """Updates the evening with a table's desk: penalties given and lifted there, matters that are settled."""
        if (evening := self._keeper.find(summary.evening)) is None:
            return
        for line in desk_lines(evening, summary):
            self._keeper.add(evening.row.id, SERVER, line)


def _result_followed(state: EveningState, summary: TableSummary) -> Line | None:
    """Returns the line that makes a result follow its table, None where it agrees.

    One that was typed before anything was entered there ends while the round goes on, and so does a report. What a
    table had come to ends with its last entry.
    """
    place = table_in_round(state, summary.table)
    if place is None:
        return None
    here, sitting = place
    said = sitting.result or sitting.reported
    if said is None or not (summary.started or said.own):
        return None
    if summary.started and said.scores == summary.scores:
        return None
    if sitting.result is None or not summary.started or not (said.own or here.ended or state.is_closed):
        return kinds.Rejected(here.number, sitting.number, entered=True)
    return kinds.Corrected(here.number, sitting.number, summary.scores, said.scores)


def _number_of(evening: EveningNow, table_id: int) -> int:
    """Returns the number that a table had when its match was counted, 0 where it never was."""
    said = (line.body for line in reversed(evening.lines) if line.kind == "played")
    return next((body.get("number", 0) for body in said if body["table"] == table_id), 0)


def _results(state: EveningState) -> Iterator[tuple[int, Report]]:
    for here in state.rounds:
        for sitting in here.sittings.values():
            if sitting.table is not None and sitting.result is not None:
                yield sitting.table, sitting.result


def _key_of(line: Line, summary: TableSummary) -> str | None:
    return f"follows {summary.table} {summary.seq}" if isinstance(line, kinds.Played) else None


def _match_played(evening: EveningNow, summary: TableSummary) -> kinds.Played | None:
    """Returns the line about the match of a table that the evening did not seat, None where it agrees.

    A table that has left goes on counting unless it is played on at another evening.
    """
    if table_in_round(evening.state, summary.table) is not None:
        return None
    known, number = evening.state.matches.get(summary.table), summary.number or _number_of(evening, summary.table)
    if not summary.is_over or summary.evening not in (evening.row.id, None):
        return None if known is None else kinds.Played(summary.table, summary.game, summary.names, (), number=number)
    if known is not None and (known.scores, few_are_good(known)) == (summary.scores, summary.low_wins):
        return None
    return kinds.Played(
        summary.table,
        summary.game,
        summary.names,
        summary.scores,
        sides(len(summary.names), len(summary.scores)),
        number,
        summary.low_wins,
    )
