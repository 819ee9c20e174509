"""Circles: in which way their ratings were made."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Those that are there were rated in the first way: the house rates them anew when it starts."""
    with op.batch_alter_table("circles") as changed:
        changed.add_column(sa.Column("rated_with", sa.Integer(), nullable=False, server_default=sa.text("1")))
