"""The house: which key confirms its lines, noted by the next start."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Makes the table. Which key it was so far, only a start knows that has it."""
    op.create_table(
        "house",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
