"""Players of circles who were made one, as long as that can be taken back."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


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
        _foreign("circle_id", "circles.id"),
        _foreign("gone_id", "circle_players.id"),
        _foreign("into_id", "circle_players.id"),
        _foreign("device_id", "devices.id"),
    )
    op.create_index(op.f("ix_circle_merges_circle_id"), "circle_merges", ["circle_id"])


def _foreign(column: str, target: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_circle_merges_{column}_{target.partition('.')[0]}")
    return sa.ForeignKeyConstraint([column], [target], name=name)
