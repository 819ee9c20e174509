"""Changes of roles at a table: referees, and the choices of the host."""

from collections.abc import Mapping

from sqlmodel import Session

from webapp.store.chain.links import Chain, add_desk_line
from webapp.store.database import Database
from webapp.store.errors import InviteSpent, SeatHeld
from webapp.store.grants import active_grants, end_grants, grant_of
from webapp.store.invites import end_invites, spend_invite
from webapp.store.models import DeskLine, Grant, Invite, Table
from webapp.store.people import admit_device, change_grant, end_scorekeeping
from webapp.store.roles import Role, Scope, Use, invites_with


def add_dismissal(session: Session, chain: Chain, line: DeskLine) -> None:
    """Adds the line by which somebody rules no longer; `last` in it ends a referee's pause: nobody else could.

    It is counted here, where the table is locked: two who go at the same moment would each leave the other one.
    """
    if not any(grant.is_referee for grant in active_grants(session, line.table_id)):
        line.body = {**line.body, "last": True}
    add_desk_line(session.connection(), chain, line)


class Referees(Database):
    """The referees of all tables."""

    def appoint(self, invite: Invite, device_id: int, name: str) -> Grant:
        """Spends a referee's invite and lets this device in as the referee who signs as `name`.

        A host stays the host, and a player stays seated, where the invite says that the table agreed. Raises
        InviteSpent where somebody was faster or has come to rule since it was made, SeatHeld where the device holds a
        seat and nobody agreed to it.
        """
        with self._write(invite.owner) as session:
            standing, held = spend_invite(session, invite.id), grant_of(session, invite.owner, device_id)
            ruling = (one for one in active_grants(session, invite.owner) if one.is_referee)
            if any(one.since > standing.since for one in ruling):
                raise InviteSpent
            if held is not None and held.seat is not None and not standing.agreed:
                raise SeatHeld
            wanted = Grant(table_id=invite.owner, device_id=device_id, role=Role.REFEREE, name=name)
            if held is not None and (held.role == Role.HOST or held.seat is not None):
                wanted.role, wanted.seat, wanted.agreed = held.role, held.seat, True
            return change_grant(session, held, wanted)

    def dismiss(self, table_id: int, device_id: int, line: DeskLine | None = None) -> None:
        """Lets a device rule no longer, with a line of the desk: a host or player stays that, a referee is let out.

        Nothing is noted of a device that does not rule; the line says whether it was the last that did.
        """
        with self._write(table_id) as session:
            held = grant_of(session, table_id, device_id)
            if held is None or not held.is_referee:
                return
            if held.role == Role.REFEREE:
                end_grants(session, [held])
            else:
                plain = Grant(table_id=table_id, device_id=device_id, role=held.role, seat=held.seat)
                change_grant(session, held, plain)
            if line is not None:
                add_dismissal(session, self.chain, line)


class Hosting(Database):
    """Changes by the host, each in one transaction with its line of the desk."""

    def change_choices(self, table_id: int, chosen: Mapping[str, str], line: DeskLine) -> None:
        """Changes these choices of a table: `entry`, `seats`, `door`, and its `title`."""
        with self._write(table_id) as session:
            table = session.get_one(Table, table_id)
            for choice, answer in chosen.items():
                setattr(table, choice, answer)
            if chosen.get("door") == "closed":
                for role in invites_with(Use.ONCE, Scope.TABLE):  # one made afterwards is valid
                    end_invites(session, table_id, role)
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
