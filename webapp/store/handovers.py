"""Handing a place at a table to another device: by moving, or by the recovery code where the host's device is lost."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select
from sqlmodel import Session, col

from webapp.http.rate_limits import MOVE_LASTS
from webapp.store.chain.links import add_desk_line
from webapp.store.database import Database
from webapp.store.desk_kinds import DeskKind
from webapp.store.errors import AlreadyHere, InviteSpent
from webapp.store.invites import add_invite, end_invites
from webapp.store.models import DeskLine, Event, Grant, Invite, SeatRequest, now
from webapp.store.people import active_grants, grant_of
from webapp.store.roles import MOVE, Role

"""Kinds of lines of the desk; `from` in their bodies is the device that had the place before."""


class Handovers(Database):
    """Places that go to another device."""

    def offer_move(self, table_id: int, device_id: int) -> Invite:
        """Adds the invite by which another device takes this one's place; one made before ends."""
        with self._write(table_id) as session:
            end_invites(session, table_id, MOVE, device_id)
            return add_invite(session, table_id, MOVE, device_id=device_id, expires_at=now() + MOVE_LASTS)

    def take_back_move(self, table_id: int, device_id: int) -> None:
        """Ends the invite: this device keeps its place."""
        with self._write(table_id) as session:
            end_invites(session, table_id, MOVE, device_id)

    def move(self, invite: Invite, device_id: int, body: Mapping[str, Any]) -> Grant:
        """Gives this device the grant of the one that offered it, which keeps nothing; with a line of the desk.

        Raises InviteSpent where it was taken, is too old or its device has left, and AlreadyHere where this device has
        a place of its own at the table.
        """
        with self._write(invite.table_id) as session:
            moment, standing = now(), _valid(session, invite)
            old = grant_of(session, invite.table_id, standing.device_id or 0)
            if old is None:
                raise InviteSpent
            own = grant_of(session, invite.table_id, device_id)
            if own is not None and (own.id == old.id or has_place(own)):
                raise AlreadyHere
            standing.until = moment
            line = _line(session, DeskKind.MOVED, old, device_id, moment, body)
            add_desk_line(session.connection(), self.chain, line)
            return _replace_grants(session, [old, own], _grant_for(old, device_id), moment)

    def recover(self, invite: Invite, device_id: int) -> Grant:
        """Makes this device the host in place of the one that was, which keeps nothing, and makes a new recovery code.

        It takes the old one's seat unless it has its own or rules. Raises InviteSpent, and AlreadyHere for the host.
        """
        with self._write(invite.table_id) as session:
            moment, standing = now(), _valid(session, invite)
            own = grant_of(session, invite.table_id, device_id)
            if own is not None and own.role == Role.HOST:
                raise AlreadyHere
            hosts = [grant for grant in active_grants(session, invite.table_id) if grant.role == Role.HOST]
            standing.until = moment
            session.flush()
            add_invite(session, invite.table_id, Role.HOST)
            for old in hosts:
                line = _line(session, DeskKind.RECOVERED, old, device_id, moment, {})
                add_desk_line(session.connection(), self.chain, line)
            kept = own if own is not None and has_place(own) else next(iter(hosts), None)
            wanted = Grant(table_id=invite.table_id, device_id=device_id, role=Role.HOST)
            if kept is not None:
                wanted.seat, wanted.agreed, wanted.name = kept.seat, kept.is_referee, kept.name
                wanted.read_events, wanted.read_lines = kept.read_events, kept.read_lines
            return _replace_grants(session, [*hosts, own], wanted, moment)

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
                col(DeskLine.kind).in_((DeskKind.MOVED, DeskKind.RECOVERED, DeskKind.LET_OUT)),
            )
            return session.scalars(line).first()


def has_place(grant: Grant) -> bool:
    """Tells whether a device may do more at a table than watch."""
    return grant.seat is not None or grant.role in (Role.HOST, Role.SCOREKEEPER) or grant.is_referee


def _valid(session: Session, invite: Invite) -> Invite:
    found = session.get(Invite, invite.id)
    if found is None or not found.is_valid:
        raise InviteSpent
    return found


def _grant_for(old: Grant, device_id: int) -> Grant:
    kept = old.model_dump(include={"table_id", "role", "seat", "agreed", "name", "read_events", "read_lines"})
    return Grant(**kept, device_id=device_id)


def _replace_grants(session: Session, old: list[Grant | None], wanted: Grant, moment: datetime) -> Grant:
    for grant in old:
        if grant is not None:
            grant.until = moment
    gone = [wanted.device_id, *(grant.device_id for grant in old if grant is not None)]
    session.execute(
        delete(SeatRequest).where(col(SeatRequest.table_id) == wanted.table_id, col(SeatRequest.device_id).in_(gone))
    )
    session.flush()
    wanted.since = moment
    session.add(wanted)
    session.flush()
    return wanted


def _line(
    session: Session, kind: DeskKind, old: Grant, device_id: int, moment: datetime, body: Mapping[str, Any]
) -> DeskLine:
    seq = session.scalar(select(func.max(col(Event.seq))).where(col(Event.table_id) == old.table_id)) or 0
    said = {**body, "from": old.device_id}
    return DeskLine(table_id=old.table_id, seq=seq, kind=kind, body=said, device_id=device_id, made_at=moment)
