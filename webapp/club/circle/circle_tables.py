"""Tables of circles: given to one, and what is kept of their matches made anew."""

from webapp.http.limits import ENTRY_ATTEMPTS
from webapp.http.turns import let_others
from webapp.store import SeqTaken, Store
from webapp.store.match_keeping import KeptMatch, MatchKeeper
from webapp.table.play import Play


class CircleTables:
    """Changes what belongs to a circle, and has what is kept of its matches follow."""

    def __init__(self, store: Store, play: Play, keeper: MatchKeeper) -> None:
        """`keeper` is asked what matches come to."""
        self._store, self._play, self._keeper = store, play, keeper

    def give(self, table_id: int, circle_id: int) -> None:
        """Gives a table to a circle, with its match. Raises `UnknownTable`.

        One of a circle stays there, unless nobody of that one has hosted it and somebody of this one has.
        """
        table = self._play.at(table_id).table
        if table.circle_id not in (None, circle_id) and self._store.tables_of_strangers(circle_id, [table]):
            self.take_back(table_id, table.circle_id)
        for _attempt in range(ENTRY_ATTEMPTS):
            fold = self._play.at(table_id).fold
            try:
                self._store.give_table(circle_id, table_id, KeptMatch(fold, self._keeper), seq=fold.seq)
            except SeqTaken:  # something was entered meanwhile
                continue
            self._play.refresh(table_id)
            return
        raise SeqTaken

    def take_back(self, table_id: int, circle_id: int) -> None:
        """Ends that a table belongs to a circle, and all that came of it there; a table of another one stays there."""
        if self._store.take_table_back(circle_id, table_id, self._keeper):
            self._play.refresh(table_id)

    def rebuild(self, circle_id: int) -> list[int]:
        """Works out anew what is kept of a circle's matches. Returns the tables of which anything differed.

        Only where nobody else enters anything.
        """
        return self._store.rebuild_circle(
            circle_id, lambda table: self._keeper.ended(self._play.at(table.id).fold), self._keeper
        )

    def merge_players(self, circle_id: int, gone: int, into: int) -> bool:
        """Makes two players of a circle one, in steps between which others are answered.

        False where they sat at one table; raises LookupError for no such ones.
        """
        return self._store.merge_players(circle_id, gone, into, self._keeper, let_others)
