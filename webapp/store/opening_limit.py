"""Limits the tables, evenings and circles that are opened within a day from one device, and from one network.

They count when they were opened here, whatever a file says that one was opened with.
"""

import hashlib
from enum import StrEnum

from sqlalchemy import delete, select, text
from sqlmodel import Session, col

from webapp.http.rate_limits import (
    CIRCLES_A_DEVICE,
    CIRCLES_A_NETWORK,
    CLOCK_SKEW,
    EVENINGS_A_DEVICE,
    EVENINGS_A_NETWORK,
    OPENINGS_COUNT_FOR,
    TABLES_A_DEVICE,
    TABLES_A_NETWORK,
)
from webapp.store.errors import TooManyOpened
from webapp.store.models import Opening, now

_LOCK = text("SELECT pg_advisory_xact_lock(hashtext(:who))")


class Opened(StrEnum):
    """What somebody opens."""

    TABLE = "table"
    EVENING = "evening"
    CIRCLE = "circle"


MOST_A_DEVICE = {
    Opened.TABLE: TABLES_A_DEVICE,
    Opened.EVENING: EVENINGS_A_DEVICE,
    Opened.CIRCLE: CIRCLES_A_DEVICE,
}
MOST_A_NETWORK = {
    Opened.TABLE: TABLES_A_NETWORK,
    Opened.EVENING: EVENINGS_A_NETWORK,
    Opened.CIRCLE: CIRCLES_A_NETWORK,
}


def count_opening(session: Session, what: Opened, device_id: int, network: str = "") -> None:
    """Notes what a device opens in this transaction. Raises TooManyOpened.

    `network`: that of the device, empty for this machine itself, which has no limit.
    """
    session.execute(delete(Opening).where(col(Opening.made_at) <= now() - OPENINGS_COUNT_FOR))
    _count(session, what, f"device {device_id}", MOST_A_DEVICE[what], of_network=False)
    if network:
        _count(session, what, f"network {network}", MOST_A_NETWORK[what], of_network=True)


def _count(session: Session, what: Opened, name: str, most: int, *, of_network: bool) -> None:
    who = hashlib.sha256(f"{what} {name}".encode()).hexdigest()
    if session.get_bind().dialect.name == "postgresql":  # one device may open at several processes at once
        session.execute(_LOCK, {"who": who})
    made_at = col(Opening.made_at)
    # What is further ahead was noted before a clock was set back.
    newest = select(made_at).where(col(Opening.who) == who, made_at <= now() + CLOCK_SKEW)
    made = list(session.scalars(newest.order_by(made_at.desc()).limit(most)))
    if len(made) == most:
        raise TooManyOpened(what, most, (made[-1] if made else now()) + OPENINGS_COUNT_FOR, of_network=of_network)
    session.add(Opening(who=who))
