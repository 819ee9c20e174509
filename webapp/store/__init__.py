"""The log and the people at its tables: the only reader and writer of the database.

Everything that it returns is detached: safe to read after the session is closed, and never written back.
"""

from sqlalchemy import URL

from webapp.engines import StoreBusy, StoreError
from webapp.migrations import NewerDatabase, UnusableDatabase, migrate
from webapp.store.errors import (
    AlreadyHere,
    DoorClosed,
    InviteSpent,
    NotAdmitted,
    OpUsed,
    SeatHeld,
    SeatTaken,
    SeqTaken,
    TriedTooOften,
)
from webapp.store.handovers import Handovers, has_own
from webapp.store.invites import Invites
from webapp.store.log import Log
from webapp.store.people import People, Standing
from webapp.store.referees import Referees
from webapp.store.tries import Tries

__all__ = [
    "AlreadyHere",
    "DoorClosed",
    "InviteSpent",
    "NewerDatabase",
    "NotAdmitted",
    "OpUsed",
    "SeatHeld",
    "SeatTaken",
    "SeqTaken",
    "Standing",
    "Store",
    "StoreBusy",
    "StoreError",
    "TriedTooOften",
    "UnusableDatabase",
    "has_own",
    "migrate",
    "open_store",
]


class Store(Log, People, Invites, Referees, Handovers, Tries):
    """One database. One process may hold one Store of it; its threads and greenlets share that one."""


def open_store(url: URL) -> "Store":
    """Opens the database, making or upgrading it first.

    Raises NewerDatabase or UnusableDatabase, whose texts say what is wrong in one line.
    """
    migrate(url)
    return Store(url)
