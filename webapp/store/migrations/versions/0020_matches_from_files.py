"""Circles: which matches came from files, and whether these count."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

FROM_FILES = sa.text(
    "UPDATE circle_matches SET from_file = true "
    "WHERE table_id IN (SELECT table_id FROM desk_lines WHERE kind = 'opened')"
)


def upgrade() -> None:
    """Matches from files count as before; `sixfold doctor --rebuild` leaves out those that a circle has twice."""
    for table, column in (("circles", "without_files"), ("circle_matches", "from_file")):
        with op.batch_alter_table(table) as changed:
            changed.add_column(sa.Column(column, sa.Boolean(), nullable=False, server_default=sa.text("false")))
    op.get_bind().execute(FROM_FILES)
