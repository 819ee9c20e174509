"""What files of a circle need beside its matches: titles of tables, and all names of a player."""

from sqlalchemy import or_, select
from sqlmodel import col

from webapp.store.circle_models import CircleMatch, CirclePlayer
from webapp.store.database import Database
from webapp.store.models import Table


class CircleExports(Database):
    """Names in all circles."""

    def circle_titles(self, circle_id: int) -> dict[int, str]:
        """Returns what the tables of a circle are called, without those that have no name."""
        wanted = select(col(Table.id), col(Table.title)).where(
            col(Table.circle_id) == circle_id, col(Table.title) != ""
        )
        with self._reader.connect() as connection:
            return {row.id: row.title for row in connection.execute(wanted)}

    def match_numbers(self, circle_id: int) -> list[int]:
        """Returns the tables of the finished matches of a circle, those that ended first first."""
        wanted = select(col(CircleMatch.table_id)).where(col(CircleMatch.circle_id) == circle_id)
        with self._reader.connect() as connection:
            return list(connection.scalars(wanted.order_by(col(CircleMatch.ended_at), col(CircleMatch.table_id))))

    def names_of_player(self, player_id: int) -> list[str]:
        """Returns all names that lead to a player, as they are compared: in small letters."""
        wanted = select(col(CirclePlayer.key)).where(
            or_(col(CirclePlayer.id) == player_id, col(CirclePlayer.merged_into) == player_id)
        )
        with self._reader.connect() as connection:
            return sorted(connection.scalars(wanted))
