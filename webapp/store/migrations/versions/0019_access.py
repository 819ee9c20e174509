"""One table of grants and one of invites, for tables, evenings and circles alike."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, standing_index

revision = "0019"
down_revision = "0018"

OWNERS = {"table_id": "tables", "evening_id": "evenings", "circle_id": "circles"}
ONE_SCOPE = " + ".join(f"CASE WHEN {owner} IS NULL THEN 0 ELSE 1 END" for owner in OWNERS) + " = 1"
SITTING = "table_id IS NOT NULL AND role IN ('host', 'player', 'scorekeeper')"
CHECKS = {
    "grants": {
        "scope": ONE_SCOPE,
        "role": "(table_id IS NOT NULL AND role IN ('host', 'scorekeeper', 'player', 'referee', 'watcher')) OR "
        "(evening_id IS NOT NULL AND role IN ('organiser', 'deputy', 'referee', 'player', 'watcher')) OR "
        "(circle_id IS NOT NULL AND role IN ('member'))",
        "seat": f"seat IS NULL OR ({SITTING})",
        "person": "person IS NULL OR evening_id IS NOT NULL",
        "player": "player_id IS NULL OR circle_id IS NOT NULL",
        "agreed": f"NOT agreed OR ({SITTING})",
    },
    "invites": {
        "scope": ONE_SCOPE,
        "role": "(table_id IS NOT NULL AND role IN ('player', 'watcher', 'host', 'scorekeeper', 'referee', 'move')) OR "
        "(evening_id IS NOT NULL AND role IN "
        "('player', 'watcher', 'organiser', 'deputy', 'referee', 'table', 'move')) OR "
        "(circle_id IS NOT NULL AND role IN ('member', 'recovery'))",
    },
}
BEFORE = {"grants": ("role", "seat", "agreed"), "invites": ("role",)}
MORE = {
    "grants": {"person": sa.Integer(), "player_id": KEY},
    "invites": {"number": sa.Integer()},
}
FOR_ALL = "until IS NULL AND device_id IS NULL AND number IS NULL"
STANDING = "until IS NULL"
INDEXES = {
    "grants": {
        "device_evening": (("device_id", "evening_id"), STANDING),
        "device_circle": (("device_id", "circle_id"), STANDING),
        "evening_person": (("evening_id", "person"), STANDING),
        "circle_player_id": (("circle_id", "player_id"), STANDING),
    },
    "invites": {
        "table_role": (("table_id", "role"), FOR_ALL),
        "evening_role": (("evening_id", "role"), FOR_ALL),
        "circle_role": (("circle_id", "role"), FOR_ALL),
        "evening_device": (("evening_id", "device_id"), STANDING),
        "circle_device": (("circle_id", "device_id"), STANDING),
        "evening_card": (("evening_id", "number"), STANDING),
    },
}
CARRIED = {
    "grants": {
        "evening_grants": ("evening_id", "device_id", "role", "person", "name", "read_lines", "since", "until"),
        "circle_grants": ("circle_id", "device_id", "role", "player_id", "since", "until"),
    },
    "invites": {
        "evening_invites": (
            *("evening_id", "role", "code", "token", "number", "device_id"),
            *("since", "expires_at", "until", "code_until"),
        ),
        "circle_invites": ("circle_id", "role", "code", "token", "since", "until", "code_until"),
    },
}
"""Columns of the tables that go, which have the same names in those that stay. A grant of a circle had no role."""


def upgrade() -> None:
    """Carries over every grant and every invite, with its code and its link; those of tables keep their numbers."""
    op.drop_index("ix_invites_table_role", "invites")
    for name in CHECKS:
        _widen(name)
        for old, columns in CARRIED[name].items():
            read = sa.table(old, sa.column("id"), *map(sa.column, columns))
            values = [
                sa.literal("member") if (old, column) == ("circle_grants", "role") else read.c[column]
                for column in columns
            ]
            into = sa.table(name, *map(sa.column, columns))
            op.execute(into.insert().from_select(list(columns), sa.select(*values).order_by(read.c.id)))
            op.drop_table(old)
    _end_older_ones("role", "device_id", "number")
    _end_older_ones("device_id")
    for name, indexes in INDEXES.items():
        for suffix, (of, where) in indexes.items():
            standing_index(f"ix_{name}_{suffix}", name, *of, where=where)


def _widen(name: str) -> None:
    with op.batch_alter_table(name) as altered:
        altered.alter_column("table_id", existing_type=KEY, nullable=True)
        for owner, of in list(OWNERS.items())[1:]:
            altered.add_column(sa.Column(owner, KEY, nullable=True))
            altered.create_foreign_key(op.f(f"fk_{name}_{owner}_{of}"), of, [owner], ["id"])
        for column, kind in MORE[name].items():
            altered.add_column(sa.Column(column, kind, nullable=True))
        if name == "grants":
            altered.create_foreign_key(
                op.f("fk_grants_player_id_circle_players"), "circle_players", ["player_id"], ["id"]
            )
        for check in BEFORE[name]:
            altered.drop_constraint(op.f(f"ck_{name}_{check}"), type_="check")
        for check, rule in CHECKS[name].items():
            altered.create_check_constraint(op.f(f"ck_{name}_{check}"), rule)


def _end_older_ones(same: str, *empty: str) -> None:
    """Ends invites of evenings that were renewed twice at the same moment: nothing kept two from standing."""
    columns = ("id", "evening_id", "role", "device_id", "number")
    invites = sa.table("invites", *map(sa.column, columns), sa.column("until", MOMENT))
    newer = invites.alias("newer")
    stands = [one.c[column].is_(None) for one in (invites, newer) for column in ("until", *empty)]
    follows = newer.c.evening_id == invites.c.evening_id, newer.c[same] == invites.c[same], newer.c.id > invites.c.id
    op.execute(invites.update().where(sa.exists().where(*stands, *follows)).values(until=datetime.now(UTC)))
