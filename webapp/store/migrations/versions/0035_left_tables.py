"""Tables that have left an evening at which their match counts."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, foreign

revision = "0035"
down_revision = "0034"

TABLES = sa.table("tables", sa.column("id"), sa.column("evening_id"))
BODY = sa.column("body", sa.JSON)
LINES = sa.table("evening_lines", sa.column("id"), sa.column("evening_id"), sa.column("kind"), BODY)
SAID = sa.select(LINES).where(LINES.c.kind.in_(("played", "parted"))).order_by(LINES.c.id)


def upgrade() -> None:
    """Adds the table, with those that left before."""
    left_tables = op.create_table(
        "left_tables",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("evening_id", KEY, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_left_tables")),
        foreign("left_tables", "table_id", "tables.id"),
        foreign("left_tables", "evening_id", "evenings.id"),
    )
    if rows := _left(op.get_bind()):
        op.bulk_insert(left_tables, rows)


def _left(connection: sa.Connection) -> list[dict[str, int]]:
    counts, left = set[tuple[int, int]](), dict[int, int]()
    for line in connection.execute(SAID):
        table = line.body["table"]
        if line.kind == "parted":
            left.pop(table, None)
            if (line.evening_id, table) in counts:
                left[table] = line.evening_id
        elif line.body.get("scores"):
            counts.add((line.evening_id, table))
        else:
            counts.discard((line.evening_id, table))
    elsewhere = sa.select(TABLES.c.id).where(TABLES.c.id.in_(left), TABLES.c.evening_id.is_not(None))
    gone = {*left} - set(connection.scalars(elsewhere))
    return [{"table_id": table, "evening_id": left[table]} for table in sorted(gone)]
