"""Limits the tables that one device opens within a day."""

from sqlalchemy import select
from sqlmodel import Session, col

from webapp.http.rate_limits import CLOCK_SKEW, TABLES_A_DEVICE, TABLES_COUNT_FOR
from webapp.store.errors import TooManyTables
from webapp.store.models import Grant, Table, now
from webapp.store.roles import Role


def check_tables(session: Session, device_id: int) -> None:
    """Looks at the tables that this device has opened, a new one among them. Raises TooManyTables."""
    hosted = select(col(Grant.table_id)).where(col(Grant.device_id) == device_id, col(Grant.role) == Role.HOST)
    of_late = (
        select(col(Table.created_at))
        .where(
            col(Table.id).in_(hosted),
            col(Table.created_at) > now() - TABLES_COUNT_FOR,
            col(Table.created_at) <= now() + CLOCK_SKEW,
        )
        .order_by(col(Table.created_at).desc())
        .limit(TABLES_A_DEVICE + 1)
    )
    opened = list(session.scalars(of_late))
    if len(opened) > TABLES_A_DEVICE:
        raise TooManyTables(TABLES_A_DEVICE, opened[TABLES_A_DEVICE - 1] + TABLES_COUNT_FOR)
