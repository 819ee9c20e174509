"""A place at a table that goes to another phone: the own one by moving, a lost host's by the recovery code."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select
from sqlmodel import Session, col

from webapp.http.rate_limits import MOVE_LASTS
from webapp.store.database import Database
from webapp.store.errors import AlreadyHere, InviteSpent
from webapp.store.invites import add_invite, spend
from webapp.store.models import DeskLine, Event, Grant, Invite, Request, now
from webapp.store.people import grant_of, standing_grants

MOVED, RECOVERED, LET_OUT = "moved", "recovered", "let-out"
"""The lines of the desk that tell of it; `from` in their bodies is the phone that had the place before."""


class Handovers(Database):
    """The places that change their phone."""

    def offer_move(self, table_id: int, device_id: int) -> Invite:
        """Makes the invitation by which another phone takes this one's place; one made before leads nowhere."""
        with self._write(table_id) as session:
            spend(session, table_id, "move", device_id)
            return add_invite(session, table_id, "move", device_id=device_id, expires_at=now() + MOVE_LASTS)

    def take_back_move(self, table_id: int, device_id: int) -> None:
        """Lets the invitation lead nowhere: this phone keeps its place."""
        with self._write(table_id) as session:
            spend(session, table_id, "move", device_id)

    def move(self, invite: Invite, device_id: int, body: Mapping[str, Any]) -> Grant:
        """Gives this phone the grant of the one that offered it, and that one nothing; a line of the desk says so.

        Raises InviteSpent where it was taken, is too old or its phone has left, and AlreadyHere where this phone has
        something of its own at the table.
        """
        with self._write(invite.table_id) as session:
            moment, standing = now(), _standing(session, invite)
            old = grant_of(session, invite.table_id, standing.device_id or 0)
            if old is None:
                raise InviteSpent
            own = grant_of(session, invite.table_id, device_id)
            if own is not None and (own.id == old.id or has_own(own)):
                raise AlreadyHere
            standing.until = moment
            _note(session, MOVED, old, device_id, moment, body)
            return _in_place_of(session, [old, own], _as(old, device_id), moment)

    def recover(self, invite: Invite, device_id: int) -> Grant:
        """Makes this phone the host instead of the one that was it, which keeps nothing, and a new recovery code.

        It takes the old one's seat unless it has its own or rules. Raises InviteSpent, and AlreadyHere for the host.
        """
        with self._write(invite.table_id) as session:
            moment, standing = now(), _standing(session, invite)
            own = grant_of(session, invite.table_id, device_id)
            if own is not None and own.role == "host":
                raise AlreadyHere
            hosts = [grant for grant in standing_grants(session, invite.table_id) if grant.role == "host"]
            standing.until = moment
            session.flush()
            add_invite(session, invite.table_id, "host")
            for old in hosts:
                _note(session, RECOVERED, old, device_id, moment, {})
            kept = own if own is not None and has_own(own) else next(iter(hosts), None)
            wanted = Grant(table_id=invite.table_id, device_id=device_id, role="host")
            if kept is not None:
                wanted.seat, wanted.agreed, wanted.name = kept.seat, kept.is_referee, kept.name
            return _in_place_of(session, [*hosts, own], wanted, moment)

    def handed_on(self, table_id: int, device_id: int) -> str | None:
        """Returns how a phone lost what it had at a table: "moved" or "recovered" by another phone, or "let-out"."""
        with self._read() as session:
            wanted = select(Grant).where(col(Grant.table_id) == table_id, col(Grant.device_id) == device_id)
            last = session.scalars(wanted.order_by(col(Grant.id).desc())).first()
            if last is None or last.until is None:
                return None
            line = select(col(DeskLine.kind)).where(
                col(DeskLine.table_id) == table_id,
                col(DeskLine.made_at) == last.until,
                col(DeskLine.kind).in_((MOVED, RECOVERED, LET_OUT)),
            )
            return session.scalars(line).first()


def has_own(grant: Grant) -> bool:
    """Tells whether a phone has more at a table than a place to look on from."""
    return grant.seat is not None or grant.role in ("host", "scorekeeper") or grant.is_referee


def _standing(session: Session, invite: Invite) -> Invite:
    found = session.get(Invite, invite.id)
    if found is None or not found.stands:
        raise InviteSpent
    return found


def _as(old: Grant, device_id: int) -> Grant:
    kept = old.model_dump(include={"table_id", "role", "seat", "agreed", "name"})
    return Grant(**kept, device_id=device_id)


def _in_place_of(session: Session, old: list[Grant | None], wanted: Grant, moment: datetime) -> Grant:
    """Ends the old grants and begins the new one, all at the same moment; none of these phones asks for a seat."""
    for grant in old:
        if grant is not None:
            grant.until = moment
    gone = [wanted.device_id, *(grant.device_id for grant in old if grant is not None)]
    session.execute(delete(Request).where(col(Request.table_id) == wanted.table_id, col(Request.device_id).in_(gone)))
    session.flush()
    wanted.since = moment
    session.add(wanted)
    session.flush()
    return wanted


def _note(session: Session, kind: str, old: Grant, device_id: int, moment: datetime, body: Mapping[str, Any]) -> None:
    seq = session.scalar(select(func.max(col(Event.seq))).where(col(Event.table_id) == old.table_id)) or 0
    said = {**body, "from": old.device_id}
    line = DeskLine(table_id=old.table_id, seq=seq, kind=kind, body=said, device_id=device_id, made_at=moment)
    session.add(line)
