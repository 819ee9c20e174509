"""Tables: when the seating was taken back by which one had opened."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Tables of before stay as they are."""
    op.add_column("tables", sa.Column("taken_back_at", sa.DateTime(timezone=True), nullable=True))
