"""Openings: when tables, evenings and circles were opened, by device and network, for the limits of a day."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """What was opened before does not count: the limits of the day begin anew."""
    op.create_table(
        "openings",
        sa.Column("id", KEY, nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_openings"),
    )
    op.create_index("ix_openings_who_made_at", "openings", ["who", "made_at"])
