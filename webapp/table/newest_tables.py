"""Tables as of now: the newest ones are kept folded, and what others have changed meanwhile is read."""

import json
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from threading import Lock

from rules_core.findings import Refusal
from webapp.http.durations import FOLD_PAUSE
from webapp.http.limits import EVENTS_A_TURN, TABLE_LOCKS, TABLES_KEPT
from webapp.http.newest import keep_newest
from webapp.store import Store
from webapp.store.engines import FairRLock
from webapp.store.log import TableVersion
from webapp.table.entry import entry_of, step
from webapp.table.entry_rate import EntryRateLimiter, is_of_program
from webapp.table.lines import desk_of
from webapp.table.snapshot import NotOffered, People, Snapshot, empty


class UnknownTable(LookupError):
    """No table has this number."""


class NewestTables:
    """Snapshots of the tables that were asked for last."""

    def __init__(self, store: Store, rate_limiter: EntryRateLimiter, is_offered: Callable[[str], bool]) -> None:
        """`rate_limiter` counts what is read from the log; `is_offered` is asked of each table's game."""
        self._store, self._rate_limiter, self._is_offered = store, rate_limiter, is_offered
        self._kept: OrderedDict[int, Snapshot] = OrderedDict()
        self._guard = Lock()
        # A table's entries wait for each other; other tables have another lock, or nearly always.
        self._locks = tuple(FairRLock() for _ in range(TABLE_LOCKS))

    def locked(self, table_id: int) -> FairRLock:
        return self._locks[table_id % TABLE_LOCKS]

    def at(self, table_id: int) -> Snapshot:
        """Returns the table as of now. Raises `UnknownTable`, or `NotOffered` for one of a game that is not."""
        with self.locked(table_id):
            # Read before the rest: what changes meanwhile has a later version, and is looked at the next time.
            version = self._store.version(table_id)
            with self._guard:
                kept = self._kept.get(table_id)
            if kept is not None and kept.version == version.newest and self._is_offered(kept.table.game):
                return self.keep(kept)
            return self.keep(self._as_of(table_id, kept, version))

    def after(self, now: Snapshot) -> Snapshot:
        return self.keep(self._as_of(now.table.id, now, self._store.version(now.table.id)))

    def anew(self, now: Snapshot) -> Snapshot:
        return self.keep(self._read(now.table.id, now, self._store.version(now.table.id).newest))

    def keep(self, now: Snapshot) -> Snapshot:
        with self._guard:
            keep_newest(self._kept, now.table.id, now, TABLES_KEPT)
        return now

    def forget(self, table_id: int) -> None:
        with self._guard:
            self._kept.pop(table_id, None)

    def _as_of(self, table_id: int, kept: Snapshot | None, version: TableVersion) -> Snapshot:
        """Returns the table as of this version; where others have changed nothing but its log, only that is read."""
        if (
            kept is not None
            and version.outside_log <= kept.version < version.newest
            and self._is_offered(kept.table.game)
        ):
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
            self._rate_limiter.note(now, line)
            log = now.log.after(after, entry, line.device_id, is_program=is_of_program(line), stored=line.body)
            now = replace(now, log=log, link=line.link)
        return now
