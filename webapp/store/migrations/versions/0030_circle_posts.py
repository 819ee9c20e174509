"""Comments and photos that phones of a circle put to its matches."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


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
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_circle_posts")),
        _foreign("circle_id", "circles.id"),
        _foreign("table_id", "tables.id"),
        _foreign("device_id", "devices.id"),
        _foreign("player_id", "circle_players.id"),
        sa.UniqueConstraint("circle_id", "op", name=op.f("uq_circle_posts_circle_id_op")),
    )
    op.create_index("ix_circle_posts_table", "circle_posts", ["circle_id", "table_id"])


def _foreign(column: str, target: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_circle_posts_{column}_{target.partition('.')[0]}")
    return sa.ForeignKeyConstraint([column], [target], name=name)
