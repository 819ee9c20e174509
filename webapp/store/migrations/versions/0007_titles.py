"""Titles of tables; those that are there already have none."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds an empty title to every table."""
    op.add_column("tables", sa.Column("title", sa.String(), nullable=False, server_default=sa.text("''")))
