"""What a host decides while the game goes on: who enters, who is let in, who keeps the score."""

from collections.abc import Mapping

from sqlalchemy import update
from sqlmodel import col

from webapp.store.database import Database
from webapp.store.models import DeskLine, Grant, Invite, Table, now
from webapp.store.people import admitted, take_score

FOR_ONE = ("referee", "scorekeeper")
"""Roles whose invitations are taken by one phone. They end when the door is closed; one made afterwards counts."""


class Hosting(Database):
    """Each change stands together with the line of the desk that tells of it."""

    def choose(self, table_id: int, chosen: Mapping[str, str], line: DeskLine) -> None:
        """Changes these choices of a table: `entry`, `seats`, `door`."""
        with self._write(table_id) as session:
            table = session.get_one(Table, table_id)
            for choice, answer in chosen.items():
                setattr(table, choice, answer)
            if chosen.get("door") == "closed":
                open_ones = update(Invite).where(
                    col(Invite.table_id) == table_id, col(Invite.role).in_(FOR_ONE), col(Invite.until).is_(None)
                )
                session.execute(open_ones.values(until=now()))
            session.add(line)

    def give_score(self, table_id: int, device_id: int, line: DeskLine) -> Grant:
        """Lets a device that is in keep the score, instead of whoever did."""
        with self._write(table_id) as session:
            grant = admitted(session, table_id, device_id, role="scorekeeper", seat=None)
            session.add(line)
            return grant

    def take_score(self, table_id: int, line: DeskLine) -> None:
        """Lets nobody but the host keep the score any more."""
        with self._write(table_id) as session:
            take_score(session, table_id)
            session.add(line)
