"""Tables: when the round was closed in which one plays, and when its result is final."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """No round of before was closed."""
    for column in ("round_closed_at", "final_at"):
        op.add_column("tables", sa.Column(column, sa.DateTime(timezone=True), nullable=True))
