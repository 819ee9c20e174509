"""Store of tables, logs and people: the only reader and writer of the database.

Everything that it returns is detached: safe to read after the session is closed, and never written back.
"""

from functools import partial

from sqlalchemy import URL

from webapp.http.limits import KEPT_UPGRADE_BACKUPS
from webapp.store.archives import CircleArchives, CircleResults, EveningArchives
from webapp.store.attempts import CodeAttempts
from webapp.store.backups.copies import UPGRADE, BackupFolder, copy_database
from webapp.store.chain.links import Chain
from webapp.store.circle_devices import CircleDevices
from webapp.store.circle_history import CircleHistory
from webapp.store.circle_merging import CircleMerging
from webapp.store.circle_posts import CirclePosts
from webapp.store.circle_seasons import CircleSeasons
from webapp.store.circles import Circles
from webapp.store.forgetting import Forgetting
from webapp.store.handovers import Handovers
from webapp.store.match_keeping import ReturnedTables
from webapp.store.meetings import Meetings
from webapp.store.migrations import migrate
from webapp.store.photos import CasePhotos, TaughtPacks
from webapp.store.seat_requests import SeatRequests
from webapp.store.table_devices import TableDevices
from webapp.store.worker_presence import WorkerPresence


class Store(
    Circles,
    CircleResults,
    CircleHistory,
    CircleMerging,
    Meetings,
    CircleDevices,
    CircleSeasons,
    ReturnedTables,
    CirclePosts,
    CircleArchives,
    CasePhotos,
    Forgetting,
    Handovers,
    EveningArchives,
    TableDevices,
    SeatRequests,
    CodeAttempts,
    TaughtPacks,
    WorkerPresence,
):
    """One database. One process may hold one Store of it; its threads and greenlets share that one."""


def open_store(url: URL, backups: BackupFolder | None = None, chain: Chain | None = None) -> "Store":
    """Opens the database, making or upgrading it first; before an upgrade it is copied into the folder of backups.

    `chain` confirms its lines; None: by the key in the folder of its file. Raises NewerDatabase or UnusableDatabase,
    whose texts say what is wrong in one line.
    """
    store = Store(url, chain)

    def back_up(folder: BackupFolder) -> None:
        folder.add(UPGRADE, partial(copy_database, url, chain=store.chain), keep=KEPT_UPGRADE_BACKUPS)

    migrate(url, None if backups is None else partial(back_up, backups), chain)
    return store
