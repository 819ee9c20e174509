"""Players whose names are being taken out, in steps: what was begun goes on with the next start."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the table; nobody is being forgotten."""
    op.create_table(
        "circle_forgettings",
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("tables", sa.JSON(), nullable=False),
        sa.Column("evenings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_circle_forgettings")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["circle_players.id"], name=op.f("fk_circle_forgettings_player_id_circle_players")
        ),
    )
