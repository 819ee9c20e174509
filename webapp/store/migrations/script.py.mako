"""${message}."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

import webapp.models
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Takes the step."""
    ${upgrades if upgrades else "pass"}
