"""Players of a circle who are one: whom a name leads to."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Players of before are all different."""
    with op.batch_alter_table("circle_players") as players:
        players.add_column(sa.Column("merged_into", KEY, nullable=True))
        name = op.f("fk_circle_players_merged_into_circle_players")
        players.create_foreign_key(name, "circle_players", ["merged_into"], ["id"])
