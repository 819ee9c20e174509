"""Changes by the host during play: who enters, who is let in, who keeps the score."""

from collections.abc import Mapping

from sqlalchemy import update
from sqlmodel import col

from webapp.store.chain.desk_lines import add_desk_line
from webapp.store.database import Database
from webapp.store.models import DeskLine, Grant, Invite, Table, now
from webapp.store.people import admit_device, end_scorekeeping
from webapp.store.roles import Role

SINGLE_USE_ROLES = (Role.REFEREE, Role.SCOREKEEPER)
"""Roles whose invites serve one device. They end when the door is closed; one made afterwards is valid."""


class Hosting(Database):
    """Changes by the host, each in one transaction with its line of the desk."""

    def change_choices(self, table_id: int, chosen: Mapping[str, str], line: DeskLine) -> None:
        """Changes these choices of a table: `entry`, `seats`, `door`, and its `title`."""
        with self._write(table_id) as session:
            table = session.get_one(Table, table_id)
            for choice, answer in chosen.items():
                setattr(table, choice, answer)
            if chosen.get("door") == "closed":
                open_invites = update(Invite).where(
                    col(Invite.table_id) == table_id,
                    col(Invite.role).in_(SINGLE_USE_ROLES),
                    col(Invite.until).is_(None),
                )
                session.execute(open_invites.values(until=now()))
            add_desk_line(session.connection(), self.chain, line)

    def give_score(self, table_id: int, device_id: int, line: DeskLine) -> Grant:
        """Makes a device that is at the table the scorekeeper, in place of any other."""
        with self._write(table_id) as session:
            grant = admit_device(session, table_id, device_id, role=Role.SCOREKEEPER, seat=None)
            add_desk_line(session.connection(), self.chain, line)
            return grant

    def end_scorekeeping(self, table_id: int, line: DeskLine) -> None:
        """Ends the grant of the scorekeeper."""
        with self._write(table_id) as session:
            end_scorekeeping(session, table_id)
            add_desk_line(session.connection(), self.chain, line)
