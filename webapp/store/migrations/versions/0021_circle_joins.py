"""Circles that came over to another one, and what came with them, as long as it can be taken back."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """No circle has come over to another one before."""
    op.create_table(
        "circle_joins",
        sa.Column("id", KEY, nullable=False),
        sa.Column("circle_id", KEY, nullable=False),
        sa.Column("gone_id", KEY, nullable=False),
        sa.Column("device_id", KEY, nullable=False),
        sa.Column("moved", sa.JSON(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("undone_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_circle_joins")),
        foreign("circle_joins", "circle_id", "circles.id"),
        foreign("circle_joins", "gone_id", "circles.id"),
        foreign("circle_joins", "device_id", "devices.id"),
    )
    op.create_index(op.f("ix_circle_joins_circle_id"), "circle_joins", ["circle_id"])
