"""Openings: when tables, evenings and circles were opened, by device and network, for the limits of a day."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """What was opened before does not count: the limits of the day begin anew."""
    op.create_table(
        "openings",
        sa.Column("id", KEY, nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_openings"),
    )
    op.create_index("ix_openings_who_made_at", "openings", ["who", "made_at"])
