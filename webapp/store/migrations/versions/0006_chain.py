"""Chain of every table's log and desk, made for what is there already."""

import sqlalchemy as sa
from alembic import context, op

from webapp.store.chain.links import chain_anew

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Chains every line behind the one before it; a database without tables needs no key for that."""
    for table, name in (("events", "link"), ("desk_lines", "link"), ("tables", "log_head"), ("tables", "desk_head")):
        op.add_column(table, sa.Column(name, sa.String(), nullable=False, server_default=sa.text("''")))
    connection = op.get_bind()
    if connection.scalar(sa.text("SELECT id FROM tables LIMIT 1")) is not None:
        chain_anew(connection, context.config.attributes["chain"]())
