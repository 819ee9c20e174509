"""Handing a place to another device: by moving, or by the recovery code where the host's device is lost."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from webapp.store.chain.links import add_desk_line
from webapp.store.errors import AlreadyHere, InviteSpent
from webapp.store.evenings import Evenings
from webapp.store.grants import active_grants, begin_grant, delete_request, end_grants, grant_of, handed_on
from webapp.store.invites import spend_invite
from webapp.store.log import log_length
from webapp.store.models import DeskLine, Grant, Invite, Table, utc_now
from webapp.store.roles import Role, Scope

MOVED, RECOVERED = "moved", "recovered"
"""Kinds of lines of the desk; `from` in their bodies is the device that had the place before."""


class Handovers(Evenings):
    """Places that go to another device."""

    def move(self, invite: Invite, device_id: int) -> Grant:
        """Moves the grant of the device that offered it to this one.

        With a place at an evening go those at its tables; the desk of each table gets a line about it. Raises
        InviteSpent where it was taken, is too old or its device has left, and AlreadyHere where this device has a
        place of its own there.
        """
        owner, scope = invite.owner, invite.scope
        with self._write_in(owner, scope) as session:
            moment, standing = utc_now(), spend_invite(session, invite.id)
            old = grant_of(session, owner, standing.device_id or 0, scope)
            if old is None:
                raise InviteSpent
            own = grant_of(session, owner, device_id, scope)
            if own is not None and (own.id == old.id or own.has_place):
                raise AlreadyHere
            if scope is Scope.TABLE:
                self._note(session, MOVED, old, device_id, moment, _whose(old, session.get_one(Table, owner)))
            moved = _replace(session, [old, own], handed_on(old, device_id, moment), moment)
            if scope is Scope.EVENING:
                self._count_change(session, owner)
                for table in self._locked_tables(session, owner):
                    self._move_seat(session, table, old.device_id, device_id, moment)
            return moved

    def _move_seat(self, session: Session, table: Table, old: int, new: int, moment: datetime) -> None:
        """Moves one device's role at a table to another one, unless that holds a seat itself.

        The desk has a line about it, but of somebody who only looks on there.
        """
        held, mine = grant_of(session, table.id, old), grant_of(session, table.id, new)
        if held is not None and (mine is None or mine.seat is None):
            if held.has_place:
                self._note(session, MOVED, held, new, moment, _whose(held, table))
            end_grants(session, [held, mine], moment)
            begin_grant(session, handed_on(held, new, moment))

    def recover(self, invite: Invite, device_id: int) -> Grant:
        """Makes this device the host in place of the former one, which loses its grant, and makes a new recovery code.

        It takes the old one's seat unless it has its own or rules. Raises InviteSpent, and AlreadyHere for the host.
        """
        table_id = invite.owner
        with self._write(table_id) as session:
            moment = utc_now()
            spend_invite(session, invite.id)
            own = grant_of(session, table_id, device_id)
            if own is not None and own.is_host:
                raise AlreadyHere
            hosts = [grant for grant in active_grants(session, table_id) if grant.is_host]
            for old in hosts:
                self._note(session, RECOVERED, old, device_id, moment)
            kept = own if own is not None and own.has_place else next(iter(hosts), None)
            wanted = Grant(table_id=table_id, device_id=device_id, role=Role.HOST, since=moment)
            if kept is not None:
                wanted.seat, wanted.agreed, wanted.name = kept.seat, kept.is_referee, kept.name
                wanted.read_events, wanted.read_lines = kept.read_events, kept.read_lines
            return _replace(session, [*hosts, own], wanted, moment)

    def how_place_was_lost(self, table_id: int, device_id: int) -> str | None:
        """Returns how a device lost its place at a table: "moved" or "recovered" by another device, or "let-out"."""
        with self._read() as session:
            wanted = select(Grant).where(col(Grant.table_id) == table_id, col(Grant.device_id) == device_id)
            last = session.scalars(wanted.order_by(col(Grant.id).desc())).first()
            if last is None or last.until is None:
                return None
            line = select(col(DeskLine.kind)).where(
                col(DeskLine.table_id) == table_id,
                col(DeskLine.made_at) == last.until,
                col(DeskLine.kind).in_((MOVED, RECOVERED, "let-out")),
            )
            return session.scalars(line).first()

    def _note(
        self,
        session: Session,
        kind: str,
        old: Grant,
        device_id: int,
        moment: datetime,
        said: Mapping[str, Any] = {},
    ) -> None:
        """Adds a line of the desk; `from` in it is the device that had the place before."""
        seq, body = log_length(session, old.owner), {**said, "from": old.device_id}
        line = DeskLine(table_id=old.owner, seq=seq, kind=kind, body=body, device_id=device_id, made_at=moment)
        add_desk_line(session.connection(), self.chain, line)


def _replace(session: Session, ended: Iterable[Grant | None], wanted: Grant, moment: datetime) -> Grant:
    end_grants(session, ended, moment)
    if wanted.table_id is not None:
        delete_request(session, wanted.table_id, wanted.device_id)
    return begin_grant(session, wanted)


def _whose(held: Grant, table: Table) -> Mapping[str, Any]:
    """Returns whose place that is, for the line of the desk: by player or referee name, else by the role."""
    name = held.name if held.seat is None else table.players[held.seat]
    return {"name": name} if name else {"role": held.role}
