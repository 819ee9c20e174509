"""Players of circles who were made one, as long as that can be taken back."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Of those who were made one before nothing says what they were."""
    op.create_table(
        "circle_merges",
        sa.Column("id", KEY, nullable=False),
        sa.Column("circle_id", KEY, nullable=False),
        sa.Column("gone_id", KEY, nullable=False),
        sa.Column("into_id", KEY, nullable=False),
        sa.Column("led", sa.JSON(), nullable=False),
        sa.Column("device_id", KEY, nullable=True),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_circle_merges")),
        foreign("circle_merges", "circle_id", "circles.id"),
        foreign("circle_merges", "gone_id", "circle_players.id"),
        foreign("circle_merges", "into_id", "circle_players.id"),
        foreign("circle_merges", "device_id", "devices.id"),
    )
    op.create_index(op.f("ix_circle_merges_circle_id"), "circle_merges", ["circle_id"])
