"""Comments and photos that phones of a circle put to its matches."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Nobody has put any before."""
    op.create_table(
        "circle_posts",
        sa.Column("id", KEY, nullable=False),
        sa.Column("circle_id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("device_id", KEY, nullable=False),
        sa.Column("player_id", KEY, nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("photo", sa.LargeBinary(), nullable=True),
        sa.Column("op", sa.String(), nullable=True),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_circle_posts")),
        foreign("circle_posts", "circle_id", "circles.id"),
        foreign("circle_posts", "table_id", "tables.id"),
        foreign("circle_posts", "device_id", "devices.id"),
        foreign("circle_posts", "player_id", "circle_players.id"),
        sa.UniqueConstraint("circle_id", "op", name=op.f("uq_circle_posts_circle_id_op")),
    )
    op.create_index("ix_circle_posts_table", "circle_posts", ["circle_id", "table_id"])
