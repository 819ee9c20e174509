"""Tables of a circle: given to it, taken back, counted."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TypeVar

from webapp.evening.counted_matches import counted_match
from webapp.evening.state import EveningState, table_in_round
from webapp.http.limits import ENTRY_ATTEMPTS
from webapp.http.steps import in_steps
from webapp.live.surroundings import MeetsAgain, NamedCircle
from webapp.services import services
from webapp.store import Store
from webapp.store.archives import NewResult
from webapp.store.errors import SeqTaken
from webapp.store.match_keeping import EndedMatch, KeptMatch
from webapp.store.roles import Scope
from webapp.table.keeper import TableKeeper
from webapp.table.newest_tables import UnknownTable
from webapp.table.snapshot import NotOffered, Snapshot
from webapp.table.viewer import Viewer

D = TypeVar("D")


class CircleTables:
    """Adds and removes a circle's tables, and updates its stored matches."""

    def __init__(
        self,
        store: Store,
        tables: TableKeeper,
        evening: Callable[[int], EveningState],
        wake: Callable[[Iterable[int]], None],
    ) -> None:
        """`evening` returns the state of an evening, which has typed results; `wake` shows devices anew what they have
        open.
        """
        self._store, self._tables, self._evening, self._wake = store, tables, evening, wake

    def give(self, table_id: int, circle_id: int) -> bool:
        """Gives a table to a circle, with its match. Raises `UnknownTable`.

        Returns False for one of another circle: it stays there, unless nobody of that one has hosted it and somebody
        of this one has.
        """
        table = self._tables.at(table_id).table
        if table.circle_id not in (None, circle_id) and self._store.tables_of_strangers(circle_id, [table]):
            self.take_back(table_id, table.circle_id)
        for _attempt in range(ENTRY_ATTEMPTS):
            now = self._tables.at(table_id)
            match = KeptMatch(self.counted(now))
            try:
                is_there = self._store.give_table(circle_id, table_id, match, seq=now.fold.seq)
            except SeqTaken:  # something was entered meanwhile
                continue
            if is_there:
                self._tables.refresh(table_id)
                self._store.rate_due(circle_id)
                self._wake(grant.device_id for grant in self._store.grants(circle_id, Scope.CIRCLE))
            return is_there
        raise SeqTaken

    def take_back(self, table_id: int, circle_id: int) -> None:
        """Takes a table out of a circle, with its match and ratings; a table of another circle is left alone."""
        self._take_back([table_id], circle_id)

    def give_evening(self, evening_id: int, circle_id: int) -> bool:
        """Gives an evening to a circle: the tables there are, and those that open there from now on.

        Returns False for one of another circle: it stays there.
        """
        if self._store.change_circle(evening_id, None, circle_id):
            for table_id in in_steps(self._tables_of(evening_id), 1):
                self.give(table_id, circle_id)
            return True
        evening = self._store.evening(evening_id)
        return evening is not None and evening.circle_id == circle_id

    def take_evening_back(self, evening_id: int, circle_id: int) -> None:
        """Takes an evening out of its circle, with its tables, their matches and ratings."""
        if self._store.change_circle(evening_id, circle_id, None):
            self._take_back(self._tables_of(evening_id), circle_id)

    def _take_back(self, tables: Sequence[int], circle_id: int) -> None:
        gone = [one for one in in_steps(tables, 1) if self._store.take_table_back(circle_id, one)]
        for table_id in gone:
            self._tables.refresh(table_id)
        if gone:
            self.keep_others(circle_id)

    def _tables_of(self, evening_id: int) -> list[int]:
        """Returns the tables of an evening, without guests of a tournament and seatings that were taken back."""
        state = self._evening(evening_id)
        tables = (table.id for table in self._store.tables_of_evening(evening_id))
        return [one for one in tables if not state.plan.is_tournament or table_in_round(state, one) is not None]

    def count_files(self, circle_id: int, *, counted: bool) -> None:
        self._store.count_files(circle_id, counted=counted)
        if counted:
            self.keep_others(circle_id)
        self._store.rate_due(circle_id)

    def keep_others(self, circle_id: int) -> None:
        """Keeps the matches of the tables of which nothing is kept: one of another table may stand no more."""
        for table_id in in_steps(self._store.tables_without_match(circle_id), 1):
            with suppress(UnknownTable, NotOffered):
                self.keep(circle_id, table_id)
        self._store.rate_due(circle_id)

    def keep(self, circle_id: int, table_id: int, players: Sequence[int | None] = ()) -> None:
        """Keeps the match of a table of a circle, of these players if they are known.

        Where more follow the ratings are made after them all.
        """
        match = KeptMatch(self.counted(self._tables.at(table_id)), players)
        self._store.keep_again(circle_id, table_id, match)

    def rebuild(self, circle_id: int) -> list[int]:
        """Computes a circle's stored matches again. Returns the tables of which anything differed.

        Only where nobody else enters anything.
        """
        return self._store.rebuild_circle(circle_id, lambda table: self.counted(self._tables.at(table.id)))

    def counted(self, now: Snapshot) -> EndedMatch | None:
        """Returns what the circle of a table counts of it, at its evening if it has one."""
        return counted_match(now, self._evening)

    def bring_results(self, circle_id: int, results: Sequence[NewResult], device_id: int) -> None:
        """Brings results in, in steps between which others are answered; each comes in once."""
        for table_id in self._store.open_results(circle_id, results, device_id=device_id):
            self._tables.refresh(table_id)
        self._store.rate_due(circle_id)

    def join(self, circle_id: int, gone: int, device_id: int) -> None:
        """Has another circle come over, in steps between which others are answered. Raises NotJoined."""
        self._store.join_circles(circle_id, gone, device_id)
        self.keep_others(circle_id)

    def part(self, circle_id: int, join_id: int, device_id: int) -> int:
        """Takes that back, and returns the circle that had come over. Raises LookupError, NotJoined."""
        gone = self._store.part_circles(circle_id, join_id, device_id)
        for circle in (circle_id, gone):
            self.keep_others(circle)
        return gone


def meets_again(now: Snapshot, viewer: Viewer) -> MeetsAgain:
    """Returns the circle of a table for a phone that belongs to it, else its circles that know all people there."""
    if viewer.device_id is None:
        return MeetsAgain()
    store, of_table = services().store, now.table.circle_id
    if of_table is None:
        fitting = store.circles_with(viewer.device_id, now.table.players)
        return MeetsAgain(fitting=tuple(NamedCircle(one.id, one.name) for one in fitting))
    own = (one for one in store.circles_of(viewer.device_id) if one.id == of_table)
    return MeetsAgain(next((NamedCircle(one.id, one.name) for one in own), None))
