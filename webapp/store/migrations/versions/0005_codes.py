"""Codes to type end; links and QR codes stay."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import MOMENT

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Ends the codes of earlier evenings; those of this one go on for a day, recovery codes for ever."""
    with op.batch_alter_table("invites") as altered:
        altered.add_column(sa.Column("code_until", MOMENT, nullable=True))
    invites = sa.table(
        "invites",
        sa.column("role", sa.String()),
        sa.column("device_id", sa.BigInteger()),
        *(sa.column(name, MOMENT) for name in ("since", "until", "code_until")),
    )
    now, day = datetime.now(UTC), timedelta(days=1)
    ends = sa.case((invites.c.since > now - day, now + day), else_=now)
    typed = invites.update().where(
        invites.c.until.is_(None), invites.c.device_id.is_(None), invites.c.role.not_in(("host", "move"))
    )
    op.execute(typed.values(code_until=ends))
