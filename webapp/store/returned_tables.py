"""Tables that were given to a circle by mistake: taken back from it, as if they had never been there."""

from collections.abc import Sequence

from sqlalchemy import delete, func, select, update
from sqlmodel import Session, col

from webapp.store.circle_models import Circle, CircleNote, CirclePlayer, CircleRating
from webapp.store.database import Database
from webapp.store.forgotten_player import OwnTables, tables_at_evenings
from webapp.store.kept_rows import rows_of
from webapp.store.match_keeping import MatchKeeper, rate_from
from webapp.store.models import Grant, Table
from webapp.store.people import name_key


class ReturnedTables(Database):
    """Tables of all circles."""

    def tables_of_strangers(self, circle_id: int, tables: Sequence[Table]) -> set[int]:
        """Returns those of these tables that a phone of this circle has hosted, and none of the one that has them."""
        with self._read() as session:
            places = tables_at_evenings(session)
            own = OwnTables(session, circle_id, places)
            holders = {table.circle_id for table in tables if table.circle_id is not None} - {circle_id}
            others = {holder: OwnTables(session, holder, places) for holder in holders}
        elsewhere = [(table.id, others[table.circle_id]) for table in tables if table.circle_id in others]
        return {table_id for table_id, holder in elsewhere if own.has(table_id) and not holder.has(table_id)}

    def take_table_back(self, circle_id: int, table_id: int, keeper: MatchKeeper) -> bool:
        """Ends that a table belongs to a circle, with its match, its note and its ratings; later ones are made anew.

        Players who came with it alone go, too, unless somebody has made them one with others, or a phone is theirs.
        Returns False where the table does not belong to this circle.
        """
        with self._write(table_id) as session:
            table = session.get_one(Table, table_id)
            if table.circle_id != circle_id:
                return False
            session.scalars(select(Circle).where(col(Circle.id) == circle_id).with_for_update()).one()
            table.circle_id = None
            players, game = list(table.players), table.game
            session.flush()
            self._forget_match(session, circle_id, table_id, game, keeper)
            _remove_players(session, circle_id, {name_key(name) for name in players})
        return True

    def _forget_match(self, session: Session, circle_id: int, table_id: int, game: str, keeper: MatchKeeper) -> None:
        session.execute(delete(CircleNote).where(col(CircleNote.table_id) == table_id))
        rows = rows_of(session, is_shared=self.is_shared)
        match = rows.match(table_id)
        if match is None:
            return
        rows.remove_ratings(circle_id, game, match.moment)
        rows.remove_match(table_id)
        rate_from(rows, circle_id, game, match.moment, keeper)


def _remove_players(session: Session, circle_id: int, keys: set[str]) -> None:
    elsewhere = select(col(Table.players)).where(col(Table.circle_id) == circle_id)
    there = {name_key(name) for names in session.scalars(elsewhere) for name in names}
    wanted = select(CirclePlayer).where(
        col(CirclePlayer.circle_id) == circle_id,
        col(CirclePlayer.key).in_(keys - there),
        col(CirclePlayer.merged_into).is_(None),
        col(CirclePlayer.forgotten_at).is_(None),
        col(CirclePlayer.id).not_in(
            select(col(CirclePlayer.merged_into)).where(col(CirclePlayer.merged_into).is_not(None))
        ),
        col(CirclePlayer.id).not_in(
            select(col(Grant.player_id)).where(col(Grant.player_id).is_not(None), col(Grant.until).is_(None))
        ),
    )
    for player in session.scalars(wanted).all():
        held = select(func.count()).where(col(CircleRating.player_id) == player.id)
        if not session.scalar(held):
            of_player = col(Grant.player_id) == player.id
            session.execute(update(Grant).where(of_player).values(player_id=None))
            session.delete(player)
