"""What a table chose beside the rules: its deck, whether odds are shown."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the choices; tables of before have made none."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("choices", sa.JSON(), nullable=False, server_default="{}"))
