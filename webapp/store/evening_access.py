"""Invites and grants of evenings."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import select
from sqlmodel import Session, col

from webapp.store.database import Database
from webapp.store.errors import InviteSpent
from webapp.store.evening_models import (
    CARD,
    SINGLE_USE,
    EveningGrant,
    EveningInvite,
    EveningInviteRole,
    EveningRole,
)
from webapp.store.invites import add_with_code, with_fresh_code
from webapp.store.models import now


class EveningInvites(Database):
    """The invites of all evenings."""

    def evening_invites(self, evening_id: int) -> dict[EveningInviteRole, EveningInvite]:
        """Returns the invites of an evening that stand by their role, without cards and those of single devices."""
        wanted = select(EveningInvite).where(
            col(EveningInvite.evening_id) == evening_id,
            col(EveningInvite.until).is_(None),
            col(EveningInvite.number).is_(None),
            col(EveningInvite.device_id).is_(None),
        )
        with self._read() as session:
            return {invite.role: invite for invite in session.scalars(wanted)}

    def table_cards(self, evening_id: int) -> dict[int, EveningInvite]:
        """Returns the cards of an evening's tables that stand, by the number of the table."""
        wanted = select(EveningInvite).where(
            col(EveningInvite.evening_id) == evening_id,
            col(EveningInvite.until).is_(None),
            col(EveningInvite.number).is_not(None),
        )
        with self._read() as session:
            return {invite.number or 0: invite for invite in session.scalars(wanted)}

    def reprinted_cards(self, evening_id: int) -> set[int]:
        """Returns the numbers of the tables whose card has replaced an older one."""
        wanted = select(col(EveningInvite.number)).where(
            col(EveningInvite.evening_id) == evening_id,
            col(EveningInvite.until).is_not(None),
            col(EveningInvite.number).is_not(None),
        )
        with self._read() as session:
            return {number for number in session.scalars(wanted) if number is not None}

    def print_cards(self, evening_id: int, numbers: Iterable[int], *, again: bool = False) -> None:
        """Makes the cards of these tables that are not there yet; `again`: new ones for all, the old ones end."""
        with self._write() as session:
            for number in numbers:
                standing = session.scalars(
                    select(EveningInvite).where(
                        col(EveningInvite.evening_id) == evening_id,
                        col(EveningInvite.number) == number,
                        col(EveningInvite.until).is_(None),
                    )
                ).one_or_none()
                if with_fresh_code(session, standing) is not None and not again:
                    continue
                if standing is not None:
                    standing.until = now()
                    session.flush()
                add_evening_invite(session, evening_id, CARD, number=number)

    def renew_evening_invite(self, evening_id: int, role: EveningInviteRole) -> EveningInvite:
        """Makes a new code and link for this role; the old ones end."""
        with self._write() as session:
            if (old := _standing(session, evening_id, role)) is not None:
                old.until = now()
            session.flush()
            return add_evening_invite(session, evening_id, role)

    def fresh_evening_code(self, evening_id: int, role: EveningInviteRole) -> EveningInvite | None:
        """Gives the invite of this role a new code where its own has ended; its link stays. None without an invite."""
        with self._write() as session:
            return with_fresh_code(session, _standing(session, evening_id, role))

    def evening_move(self, evening_id: int, device_id: int, expires_at: datetime) -> EveningInvite:
        """Makes the invite that hands what a device is to another one; an older one of the same device ends."""
        with self._write() as session:
            wanted = select(EveningInvite).where(
                col(EveningInvite.evening_id) == evening_id,
                col(EveningInvite.device_id) == device_id,
                col(EveningInvite.until).is_(None),
            )
            for old in session.scalars(wanted):
                old.until = now()
            session.flush()
            return add_evening_invite(session, evening_id, "move", device_id=device_id, expires_at=expires_at)

    def offered_evening_move(self, evening_id: int, device_id: int) -> EveningInvite | None:
        """Returns the invite by which another device may take this one's place, as long as it is valid."""
        wanted = select(EveningInvite).where(
            col(EveningInvite.evening_id) == evening_id,
            col(EveningInvite.until).is_(None),
            col(EveningInvite.device_id) == device_id,
        )
        with self._read() as session:
            found = session.scalars(wanted).one_or_none()
        return found if found is not None and found.is_valid else None

    def evening_invite_of(self, token: str) -> EveningInvite | None:
        """Returns the invite of a link, valid or not."""
        with self._read() as session:
            return session.scalars(select(EveningInvite).where(col(EveningInvite.token) == token)).one_or_none()


def _standing(session: Session, evening_id: int, role: EveningInviteRole) -> EveningInvite | None:
    wanted = select(EveningInvite).where(
        col(EveningInvite.evening_id) == evening_id,
        col(EveningInvite.role) == role,
        col(EveningInvite.until).is_(None),
        col(EveningInvite.number).is_(None),
        col(EveningInvite.device_id).is_(None),
    )
    return session.scalars(wanted).one_or_none()


def spend_evening_invite(session: Session, invite_id: int) -> None:
    """Ends an invite that serves once. Raises InviteSpent where it lets nobody in any more."""
    invite = session.get(EveningInvite, invite_id)
    if invite is None or not invite.is_valid:
        raise InviteSpent
    if invite.role in SINGLE_USE or invite.device_id is not None or invite.role == EveningRole.ORGANISER:
        invite.until = now()
        session.flush()
    if invite.role == EveningRole.ORGANISER:
        add_evening_invite(session, invite.evening_id, EveningRole.ORGANISER)


def add_evening_invite(
    session: Session,
    evening_id: int,
    role: EveningInviteRole,
    *,
    number: int | None = None,
    device_id: int | None = None,
    expires_at: datetime | None = None,
) -> EveningInvite:
    """Adds an invite with a code and a link of its own."""
    invite = EveningInvite(evening_id=evening_id, role=role, number=number, device_id=device_id, expires_at=expires_at)
    return add_with_code(session, invite)


def evening_grant_of(session: Session, evening_id: int, device_id: int) -> EveningGrant | None:
    """Returns the active grant of a device at an evening."""
    wanted = select(EveningGrant).where(
        col(EveningGrant.evening_id) == evening_id,
        col(EveningGrant.device_id) == device_id,
        col(EveningGrant.until).is_(None),
    )
    return session.scalars(wanted).one_or_none()


def grant_of_person(session: Session, evening_id: int, person: int) -> EveningGrant | None:
    """Returns the active grant of the device that stands for somebody on the list."""
    wanted = select(EveningGrant).where(
        col(EveningGrant.evening_id) == evening_id,
        col(EveningGrant.person) == person,
        col(EveningGrant.until).is_(None),
    )
    return session.scalars(wanted).one_or_none()


def free_person(session: Session, evening_id: int, person: int) -> int | None:
    """Ends a person's device grant and returns the device; an organiser or deputy keeps that role."""
    held = grant_of_person(session, evening_id, person)
    if held is None:
        return None
    held.until = now()
    session.flush()
    if held.role != EveningRole.PLAYER:
        kept = held.model_dump(include={"evening_id", "device_id", "role", "name", "read_lines"})
        session.add(EveningGrant(**kept))
        session.flush()
    return held.device_id


def active_at_evening(session: Session, evening_id: int) -> list[EveningGrant]:
    """Returns the active grants of an evening, the oldest first."""
    wanted = (
        select(EveningGrant)
        .where(col(EveningGrant.evening_id) == evening_id, col(EveningGrant.until).is_(None))
        .order_by(col(EveningGrant.id))
    )
    return list(session.scalars(wanted))
