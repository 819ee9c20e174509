"""Keys of what devices asked, each with a digest of the question and its answer."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Keys of before are those that stand in the logs."""
    op.create_table(
        "used_keys",
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("who", "key", name=op.f("pk_used_keys")),
    )
    op.create_index(op.f("ix_used_keys_used_at"), "used_keys", ["used_at"])
