"""Players whose names are being taken out, in steps: what was begun goes on with the next start."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, foreign

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Adds the table; nobody is being forgotten."""
    op.create_table(
        "circle_forgettings",
        sa.Column("player_id", KEY, nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("tables", sa.JSON(), nullable=False),
        sa.Column("evenings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_circle_forgettings")),
        foreign("circle_forgettings", "player_id", "circle_players.id"),
    )
