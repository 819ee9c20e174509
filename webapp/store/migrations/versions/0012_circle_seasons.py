"""Circles: who a phone is there, notes to matches, seasons, and players who were forgotten."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign, standing_index

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Phones of before are nobody yet; nobody is forgotten."""
    with op.batch_alter_table("circle_players") as players:
        players.add_column(sa.Column("forgotten_at", MOMENT, nullable=True))
    with op.batch_alter_table("circle_grants") as grants:
        grants.add_column(sa.Column("player_id", KEY, nullable=True))
        name = op.f("fk_circle_grants_player_id_circle_players")
        grants.create_foreign_key(name, "circle_players", ["player_id"], ["id"])
    where = "until IS NULL AND player_id IS NOT NULL"
    standing_index("ix_circle_grants_player", "circle_grants", "player_id", where=where)
    _notes()
    _seasons()


def _notes() -> None:
    op.create_table(
        "circle_notes",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("circle_id", KEY, nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_circle_notes")),
        foreign("circle_notes", "table_id", "tables.id"),
        foreign("circle_notes", "circle_id", "circles.id"),
    )
    op.create_index(op.f("ix_circle_notes_circle_id"), "circle_notes", ["circle_id"])


def _seasons() -> None:
    op.create_table(
        "circle_seasons",
        sa.Column("id", KEY, nullable=False),
        sa.Column("circle_id", KEY, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=True),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("op", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_circle_seasons")),
        foreign("circle_seasons", "circle_id", "circles.id"),
        sa.UniqueConstraint("op", name=op.f("uq_circle_seasons_op")),
        sa.CheckConstraint("best > 0", name=op.f("ck_circle_seasons_best")),
    )
    op.create_index(op.f("ix_circle_seasons_circle_id"), "circle_seasons", ["circle_id"])
