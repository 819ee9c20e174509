"""Ratings of circles that are still to be made, the version of a circle's matches, and two ways to find these."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Nothing is due yet."""
    op.create_table(
        "circle_ratings_due",
        sa.Column("circle_id", KEY, nullable=False, autoincrement=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        foreign("circle_ratings_due", "circle_id", "circles.id"),
        sa.PrimaryKeyConstraint("circle_id", "game", name=op.f("pk_circle_ratings_due")),
    )
    op.add_column("circles", sa.Column("version", sa.BigInteger(), nullable=False, server_default=sa.text("0")))
    op.create_index("ix_circle_matches_began_at", "circle_matches", ["circle_id", "began_at", "table_id"])
    op.create_index("ix_circle_matches_from_file", "circle_matches", ["circle_id", "from_file", "game"])
