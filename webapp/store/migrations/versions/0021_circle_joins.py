"""Circles that came over to another one, and what came with them, as long as it can be taken back."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


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
        _foreign("circle_id", "circles.id"),
        _foreign("gone_id", "circles.id"),
        _foreign("device_id", "devices.id"),
    )
    op.create_index(op.f("ix_circle_joins_circle_id"), "circle_joins", ["circle_id"])


def _foreign(column: str, target: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_circle_joins_{column}_{target.partition('.')[0]}")
    return sa.ForeignKeyConstraint([column], [target], name=name)
