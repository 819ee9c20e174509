"""Photos that are kept with cases."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """None was kept before."""
    op.create_table(
        "case_photos",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("case_code", sa.String(), nullable=False),
        sa.Column("device_id", KEY, nullable=False),
        sa.Column("photo", sa.LargeBinary(), nullable=False),
        sa.Column("cards", sa.JSON(), nullable=False),
        sa.Column("doubtful", sa.JSON(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("op", sa.String(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_case_photos")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_case_photos_table_id_tables")),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name=op.f("fk_case_photos_device_id_devices")),
        sa.UniqueConstraint("table_id", "op", name=op.f("uq_case_photos_table_id_op")),
    )
