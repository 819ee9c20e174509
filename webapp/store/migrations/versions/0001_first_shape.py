"""Tables and their logs, devices, grants and invites."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign, standing_index

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the first tables."""
    _devices()
    _tables()
    _events()
    _grants()
    _invites()


def _id() -> sa.Column[Any]:
    return sa.Column("id", KEY, nullable=False)


def _text(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.String(), nullable=False)


def _number(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, KEY if name.endswith("_id") else sa.Integer(), nullable=nullable)


def _json(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.JSON(), nullable=False)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, MOMENT, nullable=nullable)


def _check(table: str, name: str, rule: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(rule, name=op.f(f"ck_{table}_{name}"))


def _unique(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def _primary(table: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}"))


def _devices() -> None:
    op.create_table(
        "devices",
        _id(),
        _text("token_hash"),
        _json("names"),
        _moment("created_at"),
        _primary("devices"),
        _unique("devices", "token_hash"),
    )


def _tables() -> None:
    op.create_table(
        "tables",
        _id(),
        _text("game"),
        _json("players"),
        _json("options"),
        _number("edition"),
        _text("book"),
        _text("entry"),
        _number("first_dealer", nullable=True),
        _number("successor_id", nullable=True),
        _moment("created_at"),
        _check("tables", "book", "book IN ('closed', 'open')"),
        _check("tables", "entry", "entry IN ('keeper', 'everyone')"),
        foreign("tables", "successor_id", "tables.id"),
        _primary("tables"),
    )


def _events() -> None:
    op.create_table(
        "events",
        _id(),
        _number("table_id"),
        _number("seq"),
        _text("op"),
        _number("device_id", nullable=True),
        _text("body"),
        _moment("made_at"),
        _check("events", "seq", "seq > 0"),
        foreign("events", "table_id", "tables.id"),
        foreign("events", "device_id", "devices.id"),
        _primary("events"),
        _unique("events", "table_id", "seq"),
        _unique("events", "table_id", "op"),
    )


def _grants() -> None:
    op.create_table(
        "grants",
        _id(),
        _number("table_id"),
        _number("device_id"),
        _text("role"),
        _number("seat", nullable=True),
        _moment("since"),
        _moment("until", nullable=True),
        _check("grants", "role", "role IN ('host', 'player', 'watcher')"),
        _check("grants", "seat", "seat IS NULL OR role <> 'watcher'"),
        foreign("grants", "table_id", "tables.id"),
        foreign("grants", "device_id", "devices.id"),
        _primary("grants"),
    )
    standing_index("ix_grants_device_table", "grants", "device_id", "table_id")
    standing_index("ix_grants_table_seat", "grants", "table_id", "seat")


def _invites() -> None:
    op.create_table(
        "invites",
        _id(),
        _text("code"),
        _number("table_id"),
        _text("role"),
        _moment("since"),
        _moment("until", nullable=True),
        _check("invites", "role", "role IN ('player', 'watcher')"),
        foreign("invites", "table_id", "tables.id"),
        _primary("invites"),
        _unique("invites", "code"),
    )
    standing_index("ix_invites_table_role", "invites", "table_id", "role")
