"""Codes of evenings and circles end as those of tables do; links and QR codes stay."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import MOMENT

revision = "0015"
down_revision = "0014"

PRINTED = {"evening_invites": "organiser", "circle_invites": "recovery"}


def upgrade() -> None:
    """Lets the codes that stand go on for a day. What is typed from recovery codes has no end, moves have one."""
    for name, printed in PRINTED.items():
        with op.batch_alter_table(name) as altered:
            altered.add_column(sa.Column("code_until", MOMENT, nullable=True))
        invites = sa.table(
            name, sa.column("role", sa.String()), sa.column("until", MOMENT), sa.column("code_until", MOMENT)
        )
        typed = invites.update().where(invites.c.until.is_(None), invites.c.role.not_in((printed, "move")))
        op.execute(typed.values(code_until=datetime.now(UTC) + timedelta(days=1)))
