"""Limits the tables and evenings that one device opens within a day."""

from sqlalchemy import select
from sqlmodel import Session, col

from webapp.http.rate_limits import CLOCK_SKEW, EVENINGS_A_DEVICE, TABLES_A_DEVICE, TABLES_COUNT_FOR
from webapp.store.errors import TooManyEvenings, TooManyTables
from webapp.store.evening_models import Evening, EveningGrant
from webapp.store.evening_roles import EveningRole
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


def check_evenings(session: Session, device_id: int) -> None:
    """Looks at the evenings that this device has opened, a new one among them. Raises TooManyEvenings."""
    run = select(col(EveningGrant.evening_id)).where(
        col(EveningGrant.device_id) == device_id, col(EveningGrant.role) == EveningRole.ORGANISER
    )
    of_late = (
        select(col(Evening.created_at))
        .where(
            col(Evening.id).in_(run),
            col(Evening.created_at) > now() - TABLES_COUNT_FOR,
            col(Evening.created_at) <= now() + CLOCK_SKEW,
        )
        .order_by(col(Evening.created_at).desc())
        .limit(EVENINGS_A_DEVICE + 1)
    )
    opened = list(session.scalars(of_late))
    if len(opened) > EVENINGS_A_DEVICE:
        raise TooManyEvenings(EVENINGS_A_DEVICE, opened[EVENINGS_A_DEVICE - 1] + TABLES_COUNT_FOR)
