"""Invites: tokens of links and QR codes, and beside them codes to type (`code_attempts`)."""

import secrets
from datetime import datetime

from sqlalchemy import select
from sqlmodel import Session, col

from webapp.http.rate_limits import CODE_LASTS
from webapp.store.circle_models import CircleInvite
from webapp.store.database import Database
from webapp.store.evening_models import EveningInvite
from webapp.store.join_codes import CODE_LENGTH, RECOVERY_CODE_LENGTH, new_code
from webapp.store.models import Invite, now
from webapp.store.roles import InviteRole, Role

TOKEN_BYTES = 16  # 128 bits: nobody tries them all
PERMANENT_ROLES = (Role.PLAYER, Role.WATCHER, Role.HOST)
"""The roles whose invites every table has from the start; "host" is the recovery code."""


class Invites(Database):
    """The invites of all tables."""

    def invite_of(self, token: str) -> Invite | None:
        """Returns the invite of a link, valid or not."""
        with self._read() as session:
            return session.scalars(select(Invite).where(col(Invite.token) == token)).one_or_none()

    def is_used_up(self, code: str) -> bool:
        """Tells whether a code, as it is stored, was for one device and has been taken or replaced."""
        wanted = select(col(Invite.id)).where(
            col(Invite.code) == code,
            col(Invite.role).not_in((Role.PLAYER, Role.WATCHER)),
            col(Invite.until).is_not(None),
        )
        with self._read() as session:
            return session.scalar(wanted) is not None

    def is_used_up_at_circle(self, code: str) -> bool:
        """Tells whether a code, as it is stored, led to a circle, and has been used or replaced."""
        wanted = select(col(CircleInvite.id)).where(
            col(CircleInvite.code) == code, col(CircleInvite.until).is_not(None)
        )
        with self._read() as session:
            return session.scalar(wanted) is not None

    def has_ended(self, code: str) -> bool:
        """Tells whether a code, as it is stored, was good for its evening, and its invite stands still."""
        wanted = select(Invite).where(col(Invite.code) == code, col(Invite.until).is_(None))
        with self._read() as session:
            found = session.scalars(wanted).one_or_none()
        return found is not None and found.is_valid and not found.has_code

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
            invite = session.scalars(wanted).one_or_none()
            if invite is not None and not invite.has_code:
                invite.code, invite.code_until = unused_code(session, CODE_LENGTH), now() + CODE_LASTS
            return invite

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
    is_recovery = role == Role.HOST  # printed for an evening that nobody knows, and too long to be guessed
    invite = Invite(
        code=unused_code(session, RECOVERY_CODE_LENGTH if is_recovery else CODE_LENGTH),
        code_until=None if is_recovery or expires_at is not None else now() + CODE_LASTS,
        token=secrets.token_urlsafe(TOKEN_BYTES),
        table_id=table_id,
        role=role,
        agreed=agreed,
        device_id=device_id,
        expires_at=expires_at,
    )
    session.add(invite)
    session.flush()
    return invite


def unused_code(session: Session, length: int) -> str:
    """Returns a code that opens neither a table, an evening nor a circle."""
    while True:
        code = new_code(length)
        wanted = (select(col(kind.id)).where(col(kind.code) == code) for kind in (Invite, EveningInvite, CircleInvite))
        if all(session.scalar(one) is None for one in wanted):
            return code
