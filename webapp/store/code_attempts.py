"""Typed codes, and how often somebody has typed wrong ones: after a few the next try has to wait, longer each time."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from math import ceil

from sqlalchemy import ColumnElement, delete, or_, select, text
from sqlmodel import Session, col

from webapp.http.rate_limits import CLOCK_SKEW, FIRST_CODE_WAIT, LONGEST_CODE_WAIT, WRONG_CODES_COUNT_FOR
from webapp.store.database import Database
from webapp.store.errors import TriedTooOften
from webapp.store.models import Invite, Try, now


class Tries(Database):
    """The one way to ask what a typed code opens."""

    def try_code(self, code: str, most: Mapping[str, int]) -> Invite | None:
        """Returns the standing invite of this code as it is stored, or notes that there is none.

        `most` are those who try, the widest circle first: for each how many wrong codes are free. Raises TriedTooOften,
        also for a right code, where one of them must wait; such a try counts as none.
        """
        moment = now()
        with self._write() as session:
            self._one_at_a_time(session, next(iter(most)))
            session.execute(delete(Try).where(_forgotten(moment)))
            wait = max(_wait(session, who, free, moment) for who, free in most.items())
            if wait > 0:
                raise TriedTooOften(wait)
            invite = _standing(session, code, moment)
            if invite is None:
                session.add_all(Try(who=who, made_at=moment) for who in most)
            return invite

    def _one_at_a_time(self, session: Session, who: str) -> None:
        """Many tries sent at the same moment must see each other; on SQLite they wait for each other anyhow."""
        if self.is_shared:
            number = int.from_bytes(hashlib.sha256(who.encode()).digest()[:8], signed=True)
            session.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})


def _standing(session: Session, code: str, moment: datetime) -> Invite | None:
    wanted = select(Invite).where(
        col(Invite.code) == code,
        col(Invite.until).is_(None),
        or_(col(Invite.expires_at).is_(None), col(Invite.expires_at) > moment),
    )
    return session.scalars(wanted).one_or_none()


def _wait(session: Session, who: str, free: int, moment: datetime) -> int:
    """How many seconds are left until the next try; the wrong ones of the last minutes decide."""
    made = session.scalars(select(col(Try.made_at)).where(col(Try.who) == who).order_by(col(Try.made_at))).all()
    if len(made) < free:
        return 0
    whole = min(LONGEST_CODE_WAIT, FIRST_CODE_WAIT << min(len(made) - free, 10))
    return min(whole, ceil((made[-1] - moment).total_seconds() + whole))


def _forgotten(moment: datetime) -> ColumnElement[bool]:
    return or_(col(Try.made_at) < moment - WRONG_CODES_COUNT_FOR, col(Try.made_at) > moment + CLOCK_SKEW)
