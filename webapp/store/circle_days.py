"""When the matches of a circle were played, and which of them have something in their names."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select
from sqlmodel import col

from webapp.store.chain.links import moment_of
from webapp.store.circle_models import CircleNote, CirclePlayer
from webapp.store.database import Database
from webapp.store.models import Table


class PlayedMatch(NamedTuple):
    """When a match was played, and the evening to which its table belongs."""

    table_id: int
    game: str
    began_at: datetime
    evening_id: int | None


class Named(NamedTuple):
    """What a search has found: matches by the titles of their tables and by their notes, and players."""

    titles: list[str]
    noted: list[int]
    players: list[int]


class CircleDays(Database):
    """The matches of all circles by their time and by their names."""

    def played_matches(self, circle_id: int) -> list[PlayedMatch]:
        """Returns when each finished match of a circle was played, the oldest first."""
        query = _PLAYED.replace("?", "%s") if self.is_shared else _PLAYED
        with self._query(query, (circle_id,)) as cursor:
            found = cursor.fetchall()
        return [PlayedMatch(table, game, moment_of(began_at), evening) for table, game, began_at, evening in found]

    def find_named(self, circle_id: int, fits: Callable[[str], bool]) -> Named:
        """Returns what has a name or a text that fits: titles of tables, notes, players by any of their names."""
        titles = select(col(Table.title)).where(col(Table.circle_id) == circle_id).distinct()
        notes = select(col(CircleNote.table_id), col(CircleNote.text)).where(col(CircleNote.circle_id) == circle_id)
        people = select(col(CirclePlayer.id), col(CirclePlayer.merged_into), col(CirclePlayer.name)).where(
            col(CirclePlayer.circle_id) == circle_id, col(CirclePlayer.forgotten_at).is_(None)
        )
        with self._reader.connect() as connection:
            return Named(
                [title for (title,) in connection.execute(titles) if fits(title)],
                [table for table, text in connection.execute(notes) if fits(text)],
                sorted({into or one for one, into, name in connection.execute(people) if fits(name)}),
            )


_PLAYED = """
SELECT played.table_id, played.game, played.began_at, tables.evening_id
FROM circle_matches AS played JOIN tables ON tables.id = played.table_id
WHERE played.circle_id = ? ORDER BY played.began_at, played.table_id
"""
