"""Packs that a house was taught to read on photos."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """None was before."""
    op.create_table(
        "taught_packs",
        sa.Column("id", KEY, nullable=False),
        sa.Column("device_id", KEY, nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("ranks", sa.String(), nullable=False),
        sa.Column("suits", sa.String(), nullable=False),
        sa.Column("lessons", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_taught_packs")),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name=op.f("fk_taught_packs_device_id_devices")),
    )
