"""What lets phones in: codes to type, and the longer tokens of links and QR codes."""

import secrets

from sqlalchemy import select
from sqlmodel import Session, col

from webapp.codes import new_code, read_code
from webapp.models import Invite, now
from webapp.store.database import Database

LINK_BYTES = 16  # 128 bits: nobody tries them all
STANDING_ROLES = ("player", "watcher", "host")
"""The roles whose invites every table has from the start; "host" is the recovery code."""


class Invites(Database):
    """The invites of all tables."""

    def invite(self, code: str) -> Invite | None:
        """Returns the standing invite of a code as people type it."""
        if (stored := read_code(code)) is None:
            return None
        wanted = select(Invite).where(col(Invite.code) == stored, col(Invite.until).is_(None))
        with self._read() as session:
            return session.scalars(wanted).one_or_none()

    def spent_invite(self, code: str) -> Invite | None:
        """Returns the referee's invite of a code that somebody has taken, or that a newer one replaced."""
        wanted = select(Invite).where(
            col(Invite.code) == read_code(code), col(Invite.role) == "referee", col(Invite.until).is_not(None)
        )
        with self._read() as session:
            return session.scalars(wanted).one_or_none()

    def invites(self, table_id: int) -> dict[str, Invite]:
        """Returns the standing invites of a table by their role."""
        wanted = select(Invite).where(col(Invite.table_id) == table_id, col(Invite.until).is_(None))
        with self._read() as session:
            return {invite.role: invite for invite in session.scalars(wanted)}

    def renew_invite(self, table_id: int, role: str, *, agreed: bool = False) -> Invite:
        """Makes a new code for this role; the old one lets nobody in any more."""
        with self._write(table_id) as session:
            _spend_invites(session, table_id, role)
            return add_invite(session, table_id, role, agreed=agreed)


def _spend_invites(session: Session, table_id: int, role: str) -> None:
    wanted = select(Invite).where(
        col(Invite.table_id) == table_id, col(Invite.role) == role, col(Invite.until).is_(None)
    )
    for old in session.scalars(wanted):
        old.until = now()
    session.flush()


def add_invite(session: Session, table_id: int, role: str, *, agreed: bool = False) -> Invite:
    code = new_code()
    while session.scalar(select(col(Invite.id)).where(col(Invite.code) == code)) is not None:
        code = new_code()
    invite = Invite(code=code, token=secrets.token_urlsafe(LINK_BYTES), table_id=table_id, role=role, agreed=agreed)
    session.add(invite)
    session.flush()
    return invite
