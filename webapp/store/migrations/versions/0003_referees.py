"""Referees: their role and invitation, and what happens at the desk beside the record."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign

revision = "0003"
down_revision = "0002"

BEFORE = {
    "grants": {"role": "role IN ('host', 'player', 'watcher')", "seat": "seat IS NULL OR role <> 'watcher'"},
    "invites": {"role": "role IN ('player', 'watcher')"},
}
NOW = {
    "grants": {
        "role": "role IN ('host', 'player', 'watcher', 'referee')",
        "seat": "seat IS NULL OR role IN ('host', 'player')",
        "agreed": "NOT agreed OR role IN ('host', 'player')",
    },
    "invites": {"role": "role IN ('player', 'watcher', 'referee')"},
}


def upgrade() -> None:
    """Lets referees in; nobody of before is one."""
    for table in ("grants", "invites"):
        with op.batch_alter_table(table) as altered:
            altered.add_column(sa.Column("agreed", sa.Boolean(), nullable=False, server_default="0"))
            if table == "grants":
                altered.add_column(sa.Column("name", sa.String(), nullable=True))
            for name in BEFORE[table]:
                altered.drop_constraint(op.f(f"ck_{table}_{name}"), type_="check")
            for name, rule in NOW[table].items():
                altered.create_check_constraint(op.f(f"ck_{table}_{name}"), rule)
    _desk_lines()


def _desk_lines() -> None:
    op.create_table(
        "desk_lines",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("device_id", KEY, nullable=True),
        sa.Column("made_at", MOMENT, nullable=False),
        foreign("desk_lines", "table_id", "tables.id"),
        foreign("desk_lines", "device_id", "devices.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_desk_lines")),
    )
    op.create_index(op.f("ix_desk_lines_table_id"), "desk_lines", ["table_id"])
