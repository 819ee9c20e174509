"""Guests of circles, who do not count."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Nobody was a guest before, and every match counted."""
    for table, column, value in (("circle_players", "guest", "false"), ("circle_ratings", "counts", "true")):
        with op.batch_alter_table(table) as changed:
            changed.add_column(sa.Column(column, sa.Boolean(), nullable=False, server_default=sa.text(value)))
