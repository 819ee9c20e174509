"""Who a phone of a circle is: at most one phone that belongs to it stands for a player."""

from collections.abc import Sequence

from sqlalchemy import select, update
from sqlmodel import Session, col

from webapp.store.circle_models import Circle, CircleGrant, CirclePlayer
from webapp.store.database import Database
from webapp.store.errors import PersonTaken
from webapp.store.models import Grant, Table
from webapp.store.people import name_key


class CirclePhones(Database):
    """The players whom the phones of all circles stand for."""

    def hold_player(self, circle_id: int, device_id: int, player_id: int) -> None:
        """Has a phone stand for a player, and no longer for another one.

        Raises PersonTaken where another phone does, LookupError where the phone or the player is not of this circle.
        """
        with self._write() as session:
            session.scalars(select(Circle).where(col(Circle.id) == circle_id).with_for_update()).one()
            player, grant = session.get(CirclePlayer, player_id), grant_of_device(session, circle_id, device_id)
            if grant is None or player is None or player.circle_id != circle_id or not player.is_standing:
                raise LookupError
            if holder_of(session, player_id) not in (None, device_id):
                raise PersonTaken
            grant.player_id = player_id

    def let_player_go(self, circle_id: int, device_id: int) -> None:
        """Ends that a phone stands for a player."""
        with self._write() as session:
            if (grant := grant_of_device(session, circle_id, device_id)) is not None:
                grant.player_id = None

    def held_players(self, circle_id: int) -> dict[int, int]:
        """Returns the players of a circle for whom a phone stands, with the number of the device."""
        wanted = select(col(CircleGrant.player_id), col(CircleGrant.device_id)).where(
            col(CircleGrant.circle_id) == circle_id,
            col(CircleGrant.until).is_(None),
            col(CircleGrant.player_id).is_not(None),
        )
        with self._read() as session:
            return {player: device for player, device in session.execute(wanted) if player is not None}

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


def grant_of_device(session: Session, circle_id: int, device_id: int) -> CircleGrant | None:
    """Returns the grant by which a device belongs to a circle."""
    wanted = select(CircleGrant).where(
        col(CircleGrant.circle_id) == circle_id,
        col(CircleGrant.device_id) == device_id,
        col(CircleGrant.until).is_(None),
    )
    return session.scalars(wanted).one_or_none()


def holder_of(session: Session, player_id: int) -> int | None:
    """Returns the device that stands for a player."""
    wanted = select(col(CircleGrant.device_id)).where(
        col(CircleGrant.player_id) == player_id, col(CircleGrant.until).is_(None)
    )
    return session.scalars(wanted).one_or_none()


def end_holds(session: Session, circle_id: int) -> None:
    """Ends for all phones of a circle that they stand for somebody: each is asked anew."""
    session.execute(update(CircleGrant).where(col(CircleGrant.circle_id) == circle_id).values(player_id=None))


def one_holder(session: Session, gone: int, into: int) -> bool:
    """Has the phone of either of two players who become one stand for both. Returns False where each has a phone."""
    if holder_of(session, gone) is not None and holder_of(session, into) is not None:
        return False
    stands = col(CircleGrant.until).is_(None)
    session.execute(update(CircleGrant).where(col(CircleGrant.player_id) == gone, stands).values(player_id=into))
    return True


def _players_called(session: Session, circle_id: int, names: Sequence[str]) -> list[int]:
    """Returns the players of a circle with these names, each once; names that it does not know are left out."""
    keys = [name_key(name) for name in names]
    wanted = select(CirclePlayer).where(col(CirclePlayer.circle_id) == circle_id, col(CirclePlayer.key).in_(keys))
    known = {player.key: player.merged_into or player.id for player in session.scalars(wanted)}
    return list(dict.fromkeys(known[key] for key in keys if key in known))
