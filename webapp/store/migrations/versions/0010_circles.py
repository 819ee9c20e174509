"""Circles: people who meet again, what lets devices in, the matches that they have played, and their ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


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
        _foreign("circle_players", "circle_id", "circles.id"),
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
        _foreign("circle_grants", "circle_id", "circles.id"),
        _foreign("circle_grants", "device_id", "devices.id"),
    )
    _standing_index("ix_circle_grants_device", "circle_grants", "device_id", "circle_id")


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
        _foreign("circle_invites", "circle_id", "circles.id"),
        sa.UniqueConstraint("code", name=op.f("uq_circle_invites_code")),
        sa.UniqueConstraint("token", name=op.f("uq_circle_invites_token")),
        sa.CheckConstraint("role IN ('member', 'recovery')", name=op.f("ck_circle_invites_role")),
    )
    _standing_index("ix_circle_invites_role", "circle_invites", "circle_id", "role")


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
        _foreign("circle_matches", "table_id", "tables.id"),
        _foreign("circle_matches", "circle_id", "circles.id"),
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
        _foreign("circle_ratings", "table_id", "circle_matches.table_id"),
        _foreign("circle_ratings", "player_id", "circle_players.id"),
    )
    by_time = ["circle_id", "game", "ended_at", "table_id"]
    op.create_index("ix_circle_ratings_ended_at", "circle_ratings", by_time)
    by_player = ["circle_id", "game", "player_id", "ended_at", "table_id"]
    op.create_index("ix_circle_ratings_player", "circle_ratings", by_player)


def _foreign(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{target.partition('.')[0]}")
    return sa.ForeignKeyConstraint([column], [target], name=name)


def _standing_index(name: str, table: str, *columns: str) -> None:
    stands = sa.text("until IS NULL")
    op.create_index(name, table, list(columns), unique=True, sqlite_where=stands, postgresql_where=stands)
