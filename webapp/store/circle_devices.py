"""Players of a circle and their phones: at most one phone of the circle stands for a player."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import func, select, update
from sqlmodel import Session, col

from webapp.http.limits import MOST_IN_PLAY
from webapp.store.circle_models import Circle, CircleMatch, CirclePlayer
from webapp.store.database import need_row
from webapp.store.errors import PersonTaken
from webapp.store.grants import Grants, grant_of, grant_on
from webapp.store.kept_rows import rows_of
from webapp.store.models import EventRow, Grant, Table
from webapp.store.name_keys import name_key
from webapp.store.roles import Scope


class CircleDevices(Grants):
    """The players whom the phones of all circles stand for."""

    def hold_player(self, circle_id: int, device_id: int, player_id: int) -> None:
        """Has a phone stand for a player, and no longer for another one.

        Raises PersonTaken where another phone does, LookupError where the phone or the player is not of this circle.
        """
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            hold(session, circle_id, device_id, player_id)

    def player_keys(self, circle_id: int) -> dict[str, int]:
        """Returns the player of each name of a circle, by `name_key`."""
        with self._read() as session:
            rows = rows_of(session).players(circle_id)
        return {key: leads_to or number for number, key, leads_to, *_more in rows}

    def players_called(self, circle_id: int, names: Sequence[str]) -> list[int]:
        """Returns the players of a circle with these names, each once; names that it does not know are left out."""
        with self._read() as session:
            return _players_called(session, circle_id, names)

    def let_player_go(self, circle_id: int, device_id: int) -> None:
        """Ends that a phone stands for a player."""
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            if (grant := grant_of(session, circle_id, device_id, Scope.CIRCLE)) is not None:
                grant.player_id = None

    def held_players(self, circle_id: int) -> dict[int, int]:
        """Returns the players of a circle with a phone, and the number of the device."""
        held = self.grants(circle_id, Scope.CIRCLE)
        return {grant.player_id: grant.device_id for grant in held if grant.player_id is not None}

    def seated_players(self, circle_id: int, device_id: int) -> list[int]:
        """Returns the players by whose names this phone has a seat at tables of a circle, the newest table first."""
        wanted = (
            select(col(Table.players), col(Grant.seat))
            .join(Grant, col(Grant.table_id) == col(Table.id))
            .where(
                col(Table.circle_id) == circle_id,
                col(Grant.device_id) == device_id,
                col(Grant.until).is_(None),
                col(Grant.seat).is_not(None),
            )
            .order_by(col(Table.id).desc())
        )
        with self._read() as session:
            names = [players[seat] for players, seat in session.execute(wanted) if seat is not None]
            return _players_called(session, circle_id, names)

    def tables_in_play(self, circles: Collection[int], since: datetime) -> list[tuple[Table, datetime]]:
        """Returns the newest tables of these circles whose match is not over, with the time of the last entry.

        Only those that were opened, or entered at, since then.
        """
        wanted = col(Table.circle_id).in_(circles), col(Table.taken_back_at).is_(None)
        newest = select(Table).where(*wanted).order_by(col(Table.id).desc())
        with self._read() as session:
            tables = list(session.scalars(newest.limit(MOST_IN_PLAY)))
            numbers = [table.id for table in tables]
            over = set(session.scalars(select(col(CircleMatch.table_id)).where(col(CircleMatch.table_id).in_(numbers))))
            of_table = (select(func.max(col(EventRow.made_at))).where(col(EventRow.table_id) == one) for one in numbers)
            entered = [session.scalar(wanted) for wanted in of_table]
        found = ((table, last or table.created_at) for table, last in zip(tables, entered, strict=True))
        return [(table, last) for table, last in found if table.id not in over and last >= since]

    def circles_with(self, device_id: int, names: Sequence[str]) -> list[Circle]:
        """Returns the circles of a device that know all of these names, the one joined last first."""
        keys = {name_key(name) for name in names}
        known = (
            select(col(CirclePlayer.circle_id))
            .where(col(CirclePlayer.key).in_(keys), col(CirclePlayer.forgotten_at).is_(None))
            .group_by(col(CirclePlayer.circle_id))
            .having(func.count() == len(keys))
        )
        wanted = (
            select(Circle)
            .join(Grant, col(Grant.circle_id) == col(Circle.id))
            .where(col(Grant.device_id) == device_id, col(Grant.until).is_(None), col(Circle.id).in_(known))
            .order_by(col(Grant.id).desc())
        )
        return self._all(wanted)


def hold(session: Session, circle_id: int, device_id: int, player_id: int) -> None:
    """Has a phone stand for a player, and no longer for another one.

    Raises PersonTaken where another phone does, LookupError where the phone or the player is not of this circle.
    """
    need_row(session, CirclePlayer, player_id, circle_id=circle_id, is_standing=True)
    if (grant := grant_of(session, circle_id, device_id, Scope.CIRCLE)) is None:
        raise LookupError
    holder = grant_on(session, circle_id, player_id, Scope.CIRCLE)
    if holder is not None and holder.device_id != device_id:
        raise PersonTaken
    grant.player_id = player_id


def end_holds(session: Session, circle_id: int) -> None:
    """Frees all players of a circle from their phones: each is asked again."""
    session.execute(update(Grant).where(col(Grant.circle_id) == circle_id).values(player_id=None))


def one_holder(session: Session, circle_id: int, gone: int, into: int) -> bool:
    """Makes the phone of either of two merged players stand for both. Returns False where each has a phone."""
    held, other = (grant_on(session, circle_id, player, Scope.CIRCLE) for player in (gone, into))
    if held is not None and other is not None:
        return False
    if held is not None:
        held.player_id = into
    return True


def _players_called(session: Session, circle_id: int, names: Sequence[str]) -> list[int]:
    """Returns the players of a circle with these names, each once; names that it does not know are left out."""
    keys = [name_key(name) for name in names]
    wanted = select(CirclePlayer).where(col(CirclePlayer.circle_id) == circle_id, col(CirclePlayer.key).in_(keys))
    known = {player.key: player.merged_into or player.id for player in session.scalars(wanted)}
    return list(dict.fromkeys(known[key] for key in keys if key in known))
