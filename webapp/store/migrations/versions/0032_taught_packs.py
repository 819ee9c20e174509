"""Packs that a house was taught to read on photos."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """None was before."""
    op.create_table(
        "taught_packs",
        sa.Column("id", KEY, nullable=False),
        sa.Column("device_id", KEY, nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("ranks", sa.String(), nullable=False),
        sa.Column("suits", sa.String(), nullable=False),
        sa.Column("lessons", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_taught_packs")),
        foreign("taught_packs", "device_id", "devices.id"),
    )
