"""How many tables one device may open in a day: far more than anybody plays, and no more than a disk can bear."""

from datetime import timedelta

from sqlalchemy import select
from sqlmodel import Session, col

from webapp.store.errors import TooManyTables
from webapp.store.models import Grant, Table, now

MOST_TABLES = 100
DAY = timedelta(days=1)


def check_tables(session: Session, device_id: int) -> None:
    """Looks at the tables that this device has opened, a new one among them. Raises TooManyTables."""
    hosted = select(col(Grant.table_id)).where(col(Grant.device_id) == device_id, col(Grant.role) == "host")
    of_late = (
        select(col(Table.created_at))
        .where(col(Table.id).in_(hosted), col(Table.created_at) > now() - DAY)
        .order_by(col(Table.created_at).desc())
        .limit(MOST_TABLES + 1)
    )
    opened = list(session.scalars(of_late))
    if len(opened) > MOST_TABLES:
        raise TooManyTables(MOST_TABLES, opened[MOST_TABLES - 1] + DAY)
