"""Attempts to join by a typed code: after a few wrong ones the next has to wait, longer each time."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from math import ceil

from sqlalchemy import ColumnElement, delete, or_, select, text
from sqlmodel import Session, col

from webapp.http.rate_limits import CLOCK_SKEW, FIRST_CODE_WAIT, LONGEST_CODE_WAIT, WRONG_CODES_COUNT_FOR
from webapp.store.database import Database
from webapp.store.errors import TooManyWrongCodes
from webapp.store.models import Invite, WrongCode, now


class CodeAttempts(Database):
    """Looks up typed codes."""

    def try_code(self, code: str, most: Mapping[str, int]) -> Invite | None:
        """Returns the valid invite of this code as it is stored, or counts a wrong code.

        `most` names who tries, the network first: for each how many wrong codes need no wait. Raises
        TooManyWrongCodes, also for a right code, where one of them has to wait; such an attempt is not counted.
        """
        moment = now()
        with self._write() as session:
            self._serialize(session, next(iter(most)))
            session.execute(delete(WrongCode).where(_is_expired(moment)))
            wait = max(_seconds_to_wait(session, who, free, moment) for who, free in most.items())
            if wait > 0:
                raise TooManyWrongCodes(wait)
            invite = _valid_invite(session, code, moment)
            if invite is None:
                session.add_all(WrongCode(who=who, made_at=moment) for who in most)
            return invite

    def _serialize(self, session: Session, who: str) -> None:
        """Lets attempts of one network wait for each other on PostgreSQL; on SQLite all writers do."""
        if self.is_shared:
            number = int.from_bytes(hashlib.sha256(who.encode()).digest()[:8], signed=True)
            session.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})


def _valid_invite(session: Session, code: str, moment: datetime) -> Invite | None:
    wanted = select(Invite).where(
        col(Invite.code) == code,
        col(Invite.until).is_(None),
        or_(col(Invite.expires_at).is_(None), col(Invite.expires_at) > moment),
    )
    return session.scalars(wanted).one_or_none()


def _seconds_to_wait(session: Session, who: str, free: int, moment: datetime) -> int:
    """Returns the seconds until the next attempt, from the wrong ones of the last minutes."""
    made = session.scalars(
        select(col(WrongCode.made_at)).where(col(WrongCode.who) == who).order_by(col(WrongCode.made_at))
    ).all()
    if len(made) < free:
        return 0
    whole = min(LONGEST_CODE_WAIT, FIRST_CODE_WAIT << min(len(made) - free, 10))
    return min(whole, ceil((made[-1] - moment).total_seconds() + whole))


def _is_expired(moment: datetime) -> ColumnElement[bool]:
    return or_(col(WrongCode.made_at) < moment - WRONG_CODES_COUNT_FOR, col(WrongCode.made_at) > moment + CLOCK_SKEW)
