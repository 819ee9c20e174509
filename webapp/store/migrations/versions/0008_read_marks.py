"""How far each device has read what was decided at its table; what is there already counts as read."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Adds the marks to every grant."""
    for name in ("read_events", "read_lines"):
        op.add_column("grants", sa.Column(name, sa.Integer(), nullable=False, server_default=sa.text("0")))
    op.execute(
        "UPDATE grants SET read_events = (SELECT count(*) FROM events WHERE events.table_id = grants.table_id), "
        "read_lines = (SELECT count(*) FROM desk_lines WHERE desk_lines.table_id = grants.table_id)"
    )
