"""Photos that are kept with cases."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign

revision = "0031"
down_revision = "0030"


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
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_case_photos")),
        foreign("case_photos", "table_id", "tables.id"),
        foreign("case_photos", "device_id", "devices.id"),
        sa.UniqueConstraint("table_id", "op", name=op.f("uq_case_photos_table_id_op")),
    )
