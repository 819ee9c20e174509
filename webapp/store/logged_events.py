"""Events as a log is read: as SQL text, for whoever catches up with what another process has entered."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy.engine.interfaces import DBAPICursor

from webapp.store.chain.links import moment_of


class LoggedEvent(NamedTuple):
    """An event of a log. `device_id` is None where no device made it here; `link` confirms it."""

    seq: int
    op: str
    device_id: int | None
    made_at: datetime
    body: str
    link: str


EVENTS = "SELECT seq, op, device_id, made_at, body, link FROM events WHERE table_id = ? AND seq > ? ORDER BY seq"
"""The events of a table after a number."""
EVENTS_POSTGRESQL = EVENTS.replace("?", "%s")


def read_events(cursor: DBAPICursor) -> list[LoggedEvent]:
    """Returns the events that this query has found."""
    return [
        LoggedEvent(seq, op, device_id, moment_of(made_at), body, link)
        for seq, op, device_id, made_at, body, link in cursor.fetchall()
    ]
