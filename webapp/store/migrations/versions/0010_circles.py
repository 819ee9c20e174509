"""Circles: people who meet again, what lets devices in, the matches that they have played, and their ratings."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign, standing_index

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Tables of before belong to no circle."""
    _circles()
    _players()
    _grants()
    _invites()
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("circle_id", KEY, nullable=True))
        tables.create_foreign_key(op.f("fk_tables_circle_id_circles"), "circles", ["circle_id"], ["id"])
        tables.create_index(op.f("ix_tables_circle_id"), ["circle_id"])
    _matches()
    _ratings()


def _circles() -> None:
    op.create_table(
        "circles",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("op", sa.String(), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_circles")),
        sa.UniqueConstraint("op", name=op.f("uq_circles_op")),
    )


def _players() -> None:
    op.create_table(
        "circle_players",
        sa.Column("id", KEY, nullable=False),
        sa.Column("circle_id", KEY, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_circle_players")),
        foreign("circle_players", "circle_id", "circles.id"),
        sa.UniqueConstraint("circle_id", "key", name=op.f("uq_circle_players_circle_id_key")),
    )


def _grants() -> None:
    op.create_table(
        "circle_grants",
        sa.Column("id", KEY, nullable=False),
        sa.Column("circle_id", KEY, nullable=False),
        sa.Column("device_id", KEY, nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_circle_grants")),
        foreign("circle_grants", "circle_id", "circles.id"),
        foreign("circle_grants", "device_id", "devices.id"),
    )
    standing_index("ix_circle_grants_device", "circle_grants", "device_id", "circle_id")


def _invites() -> None:
    op.create_table(
        "circle_invites",
        sa.Column("id", KEY, nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("circle_id", KEY, nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_circle_invites")),
        foreign("circle_invites", "circle_id", "circles.id"),
        sa.UniqueConstraint("code", name=op.f("uq_circle_invites_code")),
        sa.UniqueConstraint("token", name=op.f("uq_circle_invites_token")),
        sa.CheckConstraint("role IN ('member', 'recovery')", name=op.f("ck_circle_invites_role")),
    )
    standing_index("ix_circle_invites_role", "circle_invites", "circle_id", "role")


def _matches() -> None:
    op.create_table(
        "circle_matches",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("circle_id", KEY, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("summary", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_circle_matches")),
        foreign("circle_matches", "table_id", "tables.id"),
        foreign("circle_matches", "circle_id", "circles.id"),
    )
    op.create_index("ix_circle_matches_ended_at", "circle_matches", ["circle_id", "game", "ended_at", "table_id"])


def _ratings() -> None:
    op.create_table(
        "circle_ratings",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("player_id", KEY, autoincrement=False, nullable=False),
        sa.Column("circle_id", KEY, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("strength", sa.Integer(), nullable=False),
        sa.Column("uncertainty", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "player_id", name=op.f("pk_circle_ratings")),
        foreign("circle_ratings", "table_id", "circle_matches.table_id"),
        foreign("circle_ratings", "player_id", "circle_players.id"),
    )
    by_time = ["circle_id", "game", "ended_at", "table_id"]
    op.create_index("ix_circle_ratings_ended_at", "circle_ratings", by_time)
    by_player = ["circle_id", "game", "player_id", "ended_at", "table_id"]
    op.create_index("ix_circle_ratings_player", "circle_ratings", by_player)
