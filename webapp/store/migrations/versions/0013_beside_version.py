"""Tables: with which of its changes something beside its log changed last."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Tables of before are read whole by each process when it first asks for them."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("beside_version", KEY, nullable=False, server_default=sa.text("0")))
