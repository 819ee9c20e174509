"""The log and the people at its tables: the only reader and writer of the database.

Everything that it returns is detached: safe to read after the session is closed, and never written back.
"""

from functools import partial

from sqlalchemy import URL

from webapp.http.limits import KEPT_UPGRADE_BACKUPS
from webapp.store.backups.copies import copy_out
from webapp.store.backups.folder import UPGRADE, Folder
from webapp.store.code_attempts import Tries
from webapp.store.engines import StoreBusy, StoreError
from webapp.store.errors import (
    AlreadyHere,
    DoorClosed,
    InviteSpent,
    NotAdmitted,
    OpUsed,
    RequestGone,
    SeatHeld,
    SeatTaken,
    SeqTaken,
    TooManyRequests,
    TooManyTables,
    TriedTooOften,
)
from webapp.store.handovers import Handovers, has_own
from webapp.store.hosting import Hosting
from webapp.store.invites import Invites
from webapp.store.log import Log
from webapp.store.migrations import NewerDatabase, UnusableDatabase, migrate
from webapp.store.people import People, Standing
from webapp.store.presence import Here
from webapp.store.referees import Referees
from webapp.store.seat_requests import Requests, is_fresh

__all__ = [
    "AlreadyHere",
    "DoorClosed",
    "InviteSpent",
    "NewerDatabase",
    "NotAdmitted",
    "OpUsed",
    "RequestGone",
    "SeatHeld",
    "SeatTaken",
    "SeqTaken",
    "Standing",
    "Store",
    "StoreBusy",
    "StoreError",
    "TooManyRequests",
    "TooManyTables",
    "TriedTooOften",
    "UnusableDatabase",
    "has_own",
    "is_fresh",
    "migrate",
    "open_store",
]


class Store(Log, People, Invites, Referees, Requests, Hosting, Handovers, Tries, Here):
    """One database. One process may hold one Store of it; its threads and greenlets share that one."""


def open_store(url: URL, backups: Folder | None = None) -> "Store":
    """Opens the database, making or upgrading it first; before an upgrade it is copied into the folder of backups.

    Raises NewerDatabase or UnusableDatabase, whose texts say what is wrong in one line.
    """
    copy = partial(copy_out, url)
    migrate(url, None if backups is None else lambda: backups.add(UPGRADE, copy, keep=KEPT_UPGRADE_BACKUPS))
    return Store(url)
