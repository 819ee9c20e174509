"""Parts of columns and constraints that the steps share; steps were taken with them, so what they mean stays."""

import sqlalchemy as sa
from alembic import op

MOMENT = sa.DateTime(timezone=True)
# SQLite numbers its rows by itself in a plain INTEGER only.
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def foreign(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    """Returns the foreign key from a column to another one, as `tables.id`."""
    return sa.ForeignKeyConstraint([column], [target], name=op.f(f"fk_{table}_{column}_{target.partition('.')[0]}"))


def standing_index(name: str, table: str, *columns: str, where: str = "until IS NULL") -> None:
    """Makes a unique index of the rows that stand."""
    stands = sa.text(where)
    op.create_index(name, table, list(columns), unique=True, sqlite_where=stands, postgresql_where=stands)
