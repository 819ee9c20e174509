"""Who enters and who is let in: scorekeepers, doors, requests, links of 128 bits, recovery codes, moving."""

import secrets
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign, standing_index

revision = "0004"
down_revision = "0003"

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
GRANTS = {
    "role": "role IN ('host', 'player', 'scorekeeper', 'watcher', 'referee')",
    "seat": "seat IS NULL OR role IN ('host', 'player', 'scorekeeper')",
    "agreed": "NOT agreed OR role IN ('host', 'player', 'scorekeeper')",
}


def upgrade() -> None:
    """Tables of before have their door open and their seats free; each gets a recovery code, each code a link."""
    _tables()
    _grants()
    _invites()
    _requests()
    _tries()
    _presence()


def _tables() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("seats", sa.String(), nullable=False, server_default="free"))
        tables.add_column(sa.Column("door", sa.String(), nullable=False, server_default="open"))
        tables.add_column(sa.Column("op", sa.String(), nullable=True))
        tables.add_column(sa.Column("version", KEY, nullable=False, server_default="0"))
        tables.drop_constraint(op.f("ck_tables_entry"), type_="check")
        tables.create_check_constraint(op.f("ck_tables_entry"), "entry IN ('keeper', 'everyone', 'own')")
        tables.create_check_constraint(op.f("ck_tables_seats"), "seats IN ('free', 'approved')")
        tables.create_check_constraint(op.f("ck_tables_door"), "door IN ('open', 'closed')")
        tables.create_unique_constraint(op.f("uq_tables_op"), ["op"])


def _grants() -> None:
    with op.batch_alter_table("grants") as grants:
        for name, rule in GRANTS.items():
            grants.drop_constraint(op.f(f"ck_grants_{name}"), type_="check")
            grants.create_check_constraint(op.f(f"ck_grants_{name}"), rule)


def _invites() -> None:
    op.drop_index("ix_invites_table_role", "invites")
    with op.batch_alter_table("invites") as invites:
        invites.add_column(sa.Column("token", sa.String(), nullable=True))
        invites.add_column(sa.Column("device_id", KEY, nullable=True))
        invites.add_column(sa.Column("expires_at", MOMENT, nullable=True))
        invites.drop_constraint(op.f("ck_invites_role"), type_="check")
        invites.create_check_constraint(
            op.f("ck_invites_role"), "role IN ('player', 'scorekeeper', 'watcher', 'referee', 'host', 'move')"
        )
        invites.create_unique_constraint(op.f("uq_invites_token"), ["token"])
        invites.create_foreign_key(op.f("fk_invites_device_id_devices"), "devices", ["device_id"], ["id"])
    _give_links()
    with op.batch_alter_table("invites") as invites:
        invites.alter_column("token", existing_type=sa.String(), nullable=False)
    standing_index("ix_invites_table_role", "invites", "table_id", "role", where="until IS NULL AND device_id IS NULL")
    standing_index("ix_invites_table_device", "invites", "table_id", "device_id")


def _give_links() -> None:
    """Gives every invite a link, and every table the recovery code that it would have got when it was opened."""
    connection = op.get_bind()
    invites = sa.table("invites", *(sa.column(name) for name in ("id", "code", "token", "table_id", "role")))
    invites.append_column(sa.column("since", MOMENT))
    for number in connection.scalars(sa.select(invites.c.id)).all():
        connection.execute(invites.update().where(invites.c.id == number).values(token=secrets.token_urlsafe(16)))
    for table_id in connection.scalars(sa.text("SELECT id FROM tables")).all():
        code = "".join(secrets.choice(LETTERS) for _ in range(15))
        connection.execute(
            invites.insert().values(
                code=code, token=secrets.token_urlsafe(16), table_id=table_id, role="host", since=datetime.now(UTC)
            )
        )


def _requests() -> None:
    op.create_table(
        "requests",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("device_id", KEY, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=True),
        foreign("requests", "table_id", "tables.id"),
        foreign("requests", "device_id", "devices.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
    )
    standing_index("ix_requests_table_device", "requests", "table_id", "device_id")


def _tries() -> None:
    op.create_table(
        "tries",
        sa.Column("id", KEY, nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tries")),
    )
    op.create_index("ix_tries_who_made_at", "tries", ["who", "made_at"])


def _presence() -> None:
    """What several processes tell each other of who is here. It need not survive a crash, so it is written fast."""
    shared = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "presence",
        sa.Column("worker", sa.String(), nullable=False),
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("devices", sa.JSON(), nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("worker", "table_id", name=op.f("pk_presence")),
        prefixes=["UNLOGGED"] if shared else [],
    )
