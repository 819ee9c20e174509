"""Evenings: their lines, who may do what there, what lets people in, and the tables that belong to them."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign, standing_index

revision = "0009"
down_revision = "0008"

ROLES = "'organiser', 'deputy', 'referee', 'player', 'watcher'"


def upgrade() -> None:
    """Tables of before belong to no evening."""
    _evenings()
    _lines()
    _grants()
    _invites()
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("evening_id", KEY, nullable=True))
        tables.add_column(sa.Column("evening_number", sa.Integer(), nullable=True))
        tables.create_foreign_key(op.f("fk_tables_evening_id_evenings"), "evenings", ["evening_id"], ["id"])
        tables.create_index(op.f("ix_tables_evening_id"), ["evening_id"])


def _evenings() -> None:
    op.create_table(
        "evenings",
        sa.Column("id", KEY, nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("op", sa.String(), nullable=True),
        sa.Column("lot", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evenings")),
        sa.UniqueConstraint("op", name=op.f("uq_evenings_op")),
    )


def _lines() -> None:
    op.create_table(
        "evening_lines",
        sa.Column("id", KEY, nullable=False),
        sa.Column("evening_id", KEY, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("op", sa.String(), nullable=True),
        sa.Column("device_id", KEY, nullable=True),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evening_lines")),
        foreign("evening_lines", "evening_id", "evenings.id"),
        foreign("evening_lines", "device_id", "devices.id"),
        sa.UniqueConstraint("evening_id", "seq", name=op.f("uq_evening_lines_evening_id_seq")),
        sa.UniqueConstraint("evening_id", "op", name=op.f("uq_evening_lines_evening_id_op")),
        sa.CheckConstraint("seq > 0", name=op.f("ck_evening_lines_seq")),
    )


def _grants() -> None:
    op.create_table(
        "evening_grants",
        sa.Column("id", KEY, nullable=False),
        sa.Column("evening_id", KEY, nullable=False),
        sa.Column("device_id", KEY, nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(), nullable=True),
        sa.Column("read_lines", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evening_grants")),
        foreign("evening_grants", "evening_id", "evenings.id"),
        foreign("evening_grants", "device_id", "devices.id"),
        sa.CheckConstraint(f"role IN ({ROLES})", name=op.f("ck_evening_grants_role")),
    )
    standing_index("ix_evening_grants_device", "evening_grants", "device_id", "evening_id")
    standing_index("ix_evening_grants_person", "evening_grants", "evening_id", "person")


def _invites() -> None:
    op.create_table(
        "evening_invites",
        sa.Column("id", KEY, nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("evening_id", KEY, nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("device_id", KEY, nullable=True),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=True),
        sa.Column("until", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evening_invites")),
        foreign("evening_invites", "evening_id", "evenings.id"),
        foreign("evening_invites", "device_id", "devices.id"),
        sa.UniqueConstraint("code", name=op.f("uq_evening_invites_code")),
        sa.UniqueConstraint("token", name=op.f("uq_evening_invites_token")),
        sa.CheckConstraint(f"role IN ({ROLES}, 'table', 'move')", name=op.f("ck_evening_invites_role")),
    )
    standing_index("ix_evening_invites_card", "evening_invites", "evening_id", "number")
