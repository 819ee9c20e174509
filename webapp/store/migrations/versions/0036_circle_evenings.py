"""The circle of an evening, to which its tables belong."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    """Adds the column; the evenings there are belong to no circle."""
    with op.batch_alter_table("evenings") as evenings:
        evenings.add_column(sa.Column("circle_id", KEY, nullable=True))
        evenings.create_foreign_key(op.f("fk_evenings_circle_id_circles"), "circles", ["circle_id"], ["id"])
