"""Invites: tokens of links and QR codes, and codes to type (`code_attempts`), which end."""

import secrets
from datetime import datetime
from typing import Final, TypeAlias, TypeVar, cast

from sqlalchemy import select
from sqlmodel import Session, col

from webapp.http.rate_limits import CODE_LASTS
from webapp.store.circle_models import CircleInvite
from webapp.store.database import Database
from webapp.store.evening_models import EveningInvite
from webapp.store.join_codes import CODE_LENGTH, PRINTED_CODE_LENGTH, new_code
from webapp.store.models import Invite, now
from webapp.store.roles import InviteRole, Role

AnyInvite: TypeAlias = Invite | EveningInvite | CircleInvite
OneInvite = TypeVar("OneInvite", Invite, EveningInvite, CircleInvite)
INVITES: Final = (Invite, EveningInvite, CircleInvite)
"""What a code may be of: of a table, of an evening, of a circle."""
TOKEN_BYTES = 16  # 128 bits: nobody tries them all
PERMANENT_ROLES = (Role.PLAYER, Role.WATCHER, Role.HOST)
"""The roles whose invites every table has from the start; "host" is the recovery code."""


class Invites(Database):
    """The invites of all tables."""

    def invite_of(self, token: str) -> Invite | None:
        """Returns the invite of a link, valid or not."""
        with self._read() as session:
            return session.scalars(select(Invite).where(col(Invite.token) == token)).one_or_none()

    def invite_with_code(self, code: str) -> AnyInvite | None:
        """Returns the invite that has this code, as it is stored, valid or not. An attempt is made by `try_code`."""
        with self._read() as session:
            return invite_with_code(session, code)

    def invites(self, table_id: int) -> dict[str, Invite]:
        """Returns the valid invites of a table by their role, without those of single devices."""
        wanted = select(Invite).where(
            col(Invite.table_id) == table_id, col(Invite.until).is_(None), col(Invite.device_id).is_(None)
        )
        with self._read() as session:
            return {invite.role: invite for invite in session.scalars(wanted)}

    def offered_move(self, table_id: int, device_id: int) -> Invite | None:
        """Returns the invite by which another device may take this one's place, as long as it is valid."""
        wanted = select(Invite).where(
            col(Invite.table_id) == table_id, col(Invite.until).is_(None), col(Invite.device_id) == device_id
        )
        with self._read() as session:
            found = session.scalars(wanted).one_or_none()
        return found if found is not None and found.is_valid else None

    def fresh_code(self, table_id: int, role: InviteRole) -> Invite | None:
        """Gives the invite of this role a new code where its own has ended; its link stays. None without an invite."""
        wanted = select(Invite).where(
            col(Invite.table_id) == table_id,
            col(Invite.role) == role,
            col(Invite.until).is_(None),
            col(Invite.device_id).is_(None),
        )
        with self._write(table_id) as session:
            return with_fresh_code(session, session.scalars(wanted).one_or_none())

    def renew_invite(self, table_id: int, role: InviteRole, *, agreed: bool = False) -> Invite:
        """Makes a new code and link for this role; the old ones end."""
        with self._write(table_id) as session:
            end_invites(session, table_id, role)
            return add_invite(session, table_id, role, agreed=agreed)


def end_invites(session: Session, table_id: int, role: InviteRole, device_id: int | None = None) -> None:
    mine = col(Invite.device_id).is_(None) if device_id is None else col(Invite.device_id) == device_id
    wanted = select(Invite).where(
        col(Invite.table_id) == table_id, col(Invite.role) == role, col(Invite.until).is_(None), mine
    )
    for old in session.scalars(wanted):
        old.until = now()
    session.flush()


def add_invite(
    session: Session,
    table_id: int,
    role: InviteRole,
    *,
    agreed: bool = False,
    device_id: int | None = None,
    expires_at: datetime | None = None,
) -> Invite:
    invite = Invite(table_id=table_id, role=role, agreed=agreed, device_id=device_id, expires_at=expires_at)
    return add_with_code(session, invite)


def add_with_code(session: Session, invite: OneInvite) -> OneInvite:
    """Adds an invite, with a code and a link of its own."""
    _give_code(session, invite)
    invite.token = secrets.token_urlsafe(TOKEN_BYTES)
    session.add(invite)
    session.flush()
    return invite


def with_fresh_code(session: Session, invite: OneInvite | None) -> OneInvite | None:
    """Gives an invite a new code where its own has ended; its link stays."""
    if invite is not None and not invite.has_code:
        _give_code(session, invite)
    return invite


def invite_with_code(session: Session, code: str) -> AnyInvite | None:
    """Returns the invite that has this code, valid or not."""
    for kind in INVITES:
        if (found := session.scalars(select(kind).where(col(kind.code) == code)).one_or_none()) is not None:
            return cast("AnyInvite", found)
    return None


def _give_code(session: Session, invite: AnyInvite) -> None:
    is_printed = invite.role in invite.PRINTED
    has_no_end = is_printed or getattr(invite, "expires_at", None) is not None
    invite.code = _unused_code(session, PRINTED_CODE_LENGTH if is_printed else CODE_LENGTH)
    invite.code_until = None if has_no_end else now() + CODE_LASTS


def _unused_code(session: Session, length: int) -> str:
    while True:
        if invite_with_code(session, code := new_code(length)) is None:
            return code
