"""Presence across processes: which devices have which tables open where, and whether grants have changed."""

from collections import Counter
from collections.abc import Collection, Mapping

from sqlalchemy import ColumnElement, delete, func, insert, not_, or_, select, update
from sqlmodel import col

from webapp.http.durations import CLOCK_SKEW, PRESENCE_LASTS
from webapp.store.database import Database
from webapp.store.models import Grant, Presence, utc_now

OpenTables = dict[int, Counter[int]]


class WorkerPresence(Database):
    """Presence of devices as the processes that share a database report it to each other."""

    def publish_presence(self, worker: str, open_here: Mapping[int, Counter[int]]) -> None:
        """Replaces the report of this process: the devices that have each table open."""
        rows = [
            {"worker": worker, "table_id": table_id, "devices": dict(devices), "seen_at": utc_now()}
            for table_id, devices in open_here.items()
        ]
        with self._write() as session:
            gone = (col(Presence.worker) == worker) | _is_gone()
            session.execute(delete(Presence).where(gone))
            if rows:
                session.execute(insert(Presence), rows)

    def renew_presence(self, worker: str) -> None:
        """Reports that this process is alive and that nothing has changed there."""
        with self._write() as session:
            session.execute(update(Presence).where(col(Presence.worker) == worker).values(seen_at=utc_now()))

    def presence_elsewhere(self, worker: str) -> OpenTables:
        """Returns which devices have which tables open at the other processes."""
        wanted = select(col(Presence.table_id), col(Presence.devices)).where(
            col(Presence.worker) != worker, not_(_is_gone())
        )
        found: OpenTables = {}
        with self._reader.connect() as connection:
            for table_id, devices in connection.execute(wanted):
                found.setdefault(table_id, Counter()).update({int(device): times for device, times in devices.items()})
        return found

    def grant_versions(self, tables: Collection[int]) -> dict[int, tuple[int, int]]:
        """Returns for each table the number of active grants and the newest one: they change with every grant."""
        wanted = (
            select(col(Grant.table_id), func.count(), func.max(col(Grant.id)))
            .where(col(Grant.table_id).in_(tables), col(Grant.until).is_(None))
            .group_by(col(Grant.table_id))
        )
        with self._reader.connect() as connection:
            return {table_id: (count, newest) for table_id, count, newest in connection.execute(wanted) if table_id}


def _is_gone() -> ColumnElement[bool]:
    """Also of a process that ended before a clock was set back; a running one reports again within a heartbeat."""
    return or_(col(Presence.seen_at) < utc_now() - PRESENCE_LASTS, col(Presence.seen_at) > utc_now() + CLOCK_SKEW)
