"""Grants of devices at tables, at evenings and in circles."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, select
from sqlmodel import Session, col

from webapp.store.database import Database
from webapp.store.models import Grant, SeatRequest, utc_now
from webapp.store.roles import Role, Scope


class DeviceGrant(NamedTuple):
    """The grant of one device in one scope; without a role it has none there."""

    device_id: int
    role: Role | None
    seat: int | None = None
    agreed: bool = False
    person: int | None = None
    player_id: int | None = None
    name: str | None = None


# Every request runs this query. As text, without building a statement, it costs a quarter of the time.
_DEVICE_GRANT = """
SELECT devices.id, grants.role, grants.seat, grants.agreed, grants.person, grants.player_id, grants.name
FROM devices LEFT JOIN grants ON grants.device_id = devices.id AND grants.{column} = ? AND grants.until IS NULL
WHERE devices.token_hash = ?
"""
_QUERIES = {scope: _DEVICE_GRANT.format(column=scope.column) for scope in Scope}


class Grants(Database):
    """The grants of all scopes. A number without a scope is that of a table."""

    def device_grant(self, token_hash: str, owner: int, scope: Scope = Scope.TABLE) -> DeviceGrant | None:
        """Returns the grant of a device by its token, None for an unknown token. One indexed query."""
        rows = self._rows(_QUERIES[scope], (owner, token_hash))
        if not rows:
            return None
        device_id, role, seat, agreed, *more = rows[0]
        return DeviceGrant(device_id, None if role is None else Role(role), seat, bool(agreed), *more)

    def grants(self, owner: int, scope: Scope = Scope.TABLE) -> list[Grant]:
        """Returns the active grants of a scope, the oldest first."""
        with self._read() as session:
            return active_grants(session, owner, scope)

    def all_grants(self, owner: int, scope: Scope = Scope.TABLE) -> list[Grant]:
        """Returns all grants of a scope, also those that have ended, the oldest first."""
        return self._all(_ALL[scope], {"owner": owner})


def of(kind: Any, owner: Any, scope: Scope) -> Any:
    """Returns the condition that a grant or an invite is one of this scope."""
    return col(getattr(kind, scope.column)) == owner


# Built once: every page of a table asks these.
_ALL = {scope: select(Grant).where(of(Grant, bindparam("owner"), scope)).order_by(col(Grant.id)) for scope in Scope}
_ACTIVE = {scope: every.where(col(Grant.until).is_(None)) for scope, every in _ALL.items()}
_OF_DEVICE = {scope: active.where(col(Grant.device_id) == bindparam("device")) for scope, active in _ACTIVE.items()}
_ON_PLACE = {
    scope: active.where(col(getattr(Grant, scope.place)) == bindparam("place")) for scope, active in _ACTIVE.items()
}


def active_grants(session: Session, owner: int, scope: Scope = Scope.TABLE) -> list[Grant]:
    """Returns the active grants of a scope, the oldest first."""
    return list(session.scalars(_ACTIVE[scope], {"owner": owner}))


def grant_of(session: Session, owner: int, device_id: int, scope: Scope = Scope.TABLE) -> Grant | None:
    """Returns the active grant of a device."""
    return session.scalars(_OF_DEVICE[scope], {"owner": owner, "device": device_id}).one_or_none()


def grant_on(session: Session, owner: int, place: int, scope: Scope = Scope.TABLE) -> Grant | None:
    """Returns the active grant of the device on a seat, or that stands for a person or a player."""
    return session.scalars(_ON_PLACE[scope], {"owner": owner, "place": place}).one_or_none()


def end_grants(session: Session, held: Iterable[Grant | None], moment: datetime | None = None) -> None:
    """Ends grants, with the requests of their devices at the tables."""
    ended = [grant for grant in held if grant is not None]
    for grant in ended:
        grant.until = moment or utc_now()
        if grant.table_id is not None:
            delete_request(session, grant.table_id, grant.device_id)
    session.flush()


def begin_grant(session: Session, wanted: Grant) -> Grant:
    session.add(wanted)
    session.flush()
    return wanted


def handed_on(held: Grant, device_id: int, moment: datetime | None = None) -> Grant:
    """Returns the grant of another device that takes over from one."""
    kept = held.model_dump(exclude={"id", "device_id", "since", "until"})
    return Grant(**kept, device_id=device_id, since=moment or utc_now())


def delete_request(session: Session, table_id: int, device_id: int) -> None:
    asked = delete(SeatRequest).where(col(SeatRequest.table_id) == table_id, col(SeatRequest.device_id) == device_id)
    session.execute(asked)
