"""Limits that all processes share: attempts with typed codes; tables, evenings, circles opened in a day."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, or_, select, text
from sqlmodel import Session, col

from webapp.http.durations import CLOCK_SKEW, CODE_LASTS
from webapp.http.rate_limits import (
    CIRCLES_A_DEVICE,
    CIRCLES_A_NETWORK,
    EVENINGS_A_DEVICE,
    EVENINGS_A_NETWORK,
    FIRST_CODE_WAIT,
    LONGEST_CODE_WAIT,
    OPENINGS_COUNT_FOR,
    TABLES_A_DEVICE,
    TABLES_A_NETWORK,
    WRONG_CODES_COUNT_FOR,
    WRONG_CODES_OF_NETWORKS_COUNT_FOR,
    WRONG_CODES_OF_THE_HOUSE_COUNT_FOR,
)
from webapp.store.database import Database
from webapp.store.errors import TooManyOpened, TooManyWrongCodes
from webapp.store.invites import invite_with_code
from webapp.store.models import Grant, Invite, Opening, WrongCode, utc_now
from webapp.store.roles import Scope

KEPT_FOR = max(WRONG_CODES_COUNT_FOR, WRONG_CODES_OF_NETWORKS_COUNT_FOR, WRONG_CODES_OF_THE_HOUSE_COUNT_FOR)
ATTEMPTS_LOCK = 6_300_007
"""Number of the lock of PostgreSQL under which one attempt at a time is judged: the budget is everybody's."""


class CodeBudget(NamedTuple):
    """A budget of wrong codes: `most` within `counts_for`; `of_all`: shared by everybody.

    After them the next waits, longer each time; where it is firm, until the oldest counts no more.
    """

    who: str
    most: int
    counts_for: timedelta
    firm: bool = False
    of_all: bool = False

    def seconds_to_wait(self, made: Sequence[datetime], moment: datetime) -> int:
        """Returns the seconds until the next attempt, from the times of the wrong ones, the oldest first."""
        made = [at for at in made if at > moment - self.counts_for]
        if len(made) < self.most:
            return 0
        if self.firm:
            return ceil((made[-self.most] + self.counts_for - moment).total_seconds())
        whole = min(LONGEST_CODE_WAIT, FIRST_CODE_WAIT << min(len(made) - self.most, 10))
        return min(whole, ceil((made[-1] - moment).total_seconds() + whole))


class CodeAttempts(Database):
    """Looks up typed codes."""

    def try_code(self, code: str, budgets: Sequence[CodeBudget]) -> Invite | None:
        """Returns the valid invite of this code, whose code is extended; or counts a wrong code.

        It lets in to a table, to an evening or to a circle.

        Raises TooManyWrongCodes, also for a right code, where one of the budgets says so; such an attempt is not
        counted.
        """
        moment = utc_now()
        with self._read() as session:  # a device that has to wait keeps no writer waiting
            _check(session, budgets, moment)
        with self._write() as session:
            if self.is_shared:
                session.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": ATTEMPTS_LOCK})
            made_at = col(WrongCode.made_at)
            session.execute(delete(WrongCode).where(or_(made_at < moment - KEPT_FOR, made_at > moment + CLOCK_SKEW)))
            _check(session, budgets, moment)
            invite = invite_with_code(session, code)
            if invite is None or not (invite.is_valid and invite.has_code):
                invite = None
                session.add_all(WrongCode(who=budget.who, made_at=moment) for budget in budgets)
            elif invite.code_until is not None:
                invite.code_until = moment + CODE_LASTS
            return invite

    def has_been_here_since(self, device_id: int, before: datetime) -> bool:
        """Tells whether a device had a grant by then, ended or not."""
        wanted = select(col(Grant.id)).where(col(Grant.device_id) == device_id, col(Grant.since) <= before).limit(1)
        with self._read() as session:
            return session.scalar(wanted) is not None


def _check(session: Session, budgets: Sequence[CodeBudget], moment: datetime) -> None:
    """Raises TooManyWrongCodes where one of the budgets is used up now."""
    made = _made(session, budgets, moment)
    seconds, of_all = max((budget.seconds_to_wait(made[budget.who], moment), budget.of_all) for budget in budgets)
    if seconds > 0:
        raise TooManyWrongCodes(seconds, of_all=of_all)


def _made(session: Session, budgets: Sequence[CodeBudget], moment: datetime) -> Mapping[str, list[datetime]]:
    who, made_at = col(WrongCode.who), col(WrongCode.made_at)
    wanted = select(who, made_at).where(who.in_([budget.who for budget in budgets]), made_at <= moment + CLOCK_SKEW)
    made: dict[str, list[datetime]] = {budget.who: [] for budget in budgets}
    for name, at in session.execute(wanted.order_by(made_at)):
        made[name].append(at)
    return made


_LOCK = text("SELECT pg_advisory_xact_lock(hashtext(:who))")
MOST_A_DEVICE = {Scope.TABLE: TABLES_A_DEVICE, Scope.EVENING: EVENINGS_A_DEVICE, Scope.CIRCLE: CIRCLES_A_DEVICE}
MOST_A_NETWORK = {Scope.TABLE: TABLES_A_NETWORK, Scope.EVENING: EVENINGS_A_NETWORK, Scope.CIRCLE: CIRCLES_A_NETWORK}
# Built once: each opening asks these.
_FORGOTTEN = delete(Opening).where(col(Opening.made_at) <= bindparam("before"))
_NEWEST = (
    select(col(Opening.made_at))
    .where(col(Opening.who) == bindparam("who"), col(Opening.made_at) <= bindparam("until"))
    .order_by(col(Opening.made_at).desc())
    .limit(bindparam("most"))
)
_NOTED = insert(Opening)


def count_opening(session: Session, what: Scope, device_id: int, network: str) -> None:
    """Notes that a device opens something in this transaction. Raises TooManyOpened.

    `network`: that of the device, empty for this machine itself, which has no limit.
    """
    session.connection().execute(_FORGOTTEN, {"before": utc_now() - OPENINGS_COUNT_FOR})
    _count(session, what, f"device {device_id}", MOST_A_DEVICE[what], of_network=False)
    if network:
        _count(session, what, f"network {network}", MOST_A_NETWORK[what], of_network=True)


def _count(session: Session, what: Scope, name: str, most: int, *, of_network: bool) -> None:
    who = hashlib.sha256(f"{what} {name}".encode()).hexdigest()
    if session.get_bind().dialect.name == "postgresql":  # one device may open at several processes at once
        session.execute(_LOCK, {"who": who})
    # Times in the future were noted before a clock was set back.
    asked = {"who": who, "until": utc_now() + CLOCK_SKEW, "most": most}
    made = list(session.connection().scalars(_NEWEST, asked))
    if len(made) == most:
        raise TooManyOpened(what, most, (made[-1] if made else utc_now()) + OPENINGS_COUNT_FOR, of_network=of_network)
    session.connection().execute(_NOTED, {"who": who, "made_at": utc_now()})
