"""Circles from files that are being brought in: what was begun when the house ended goes on with its next start."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, foreign

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """None is."""
    op.create_table(
        "circle_arrivals",
        sa.Column("circle_id", KEY, nullable=False, autoincrement=False),
        sa.Column("digits", sa.String(), nullable=False),
        sa.Column("device_id", KEY, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        foreign("circle_arrivals", "circle_id", "circles.id"),
        foreign("circle_arrivals", "device_id", "devices.id"),
        sa.PrimaryKeyConstraint("circle_id", "digits", name=op.f("pk_circle_arrivals")),
    )
