"""Circles from files that are being brought in: what was begun when the house ended goes on with its next start."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """None is."""
    op.create_table(
        "circle_arrivals",
        sa.Column("circle_id", KEY, nullable=False, autoincrement=False),
        sa.Column("digits", sa.String(), nullable=False),
        sa.Column("device_id", KEY, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["circle_id"], ["circles.id"], name=op.f("fk_circle_arrivals_circle_id_circles")),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name=op.f("fk_circle_arrivals_device_id_devices")),
        sa.PrimaryKeyConstraint("circle_id", "digits", name=op.f("pk_circle_arrivals")),
    )
