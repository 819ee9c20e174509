"""Invitations to the next evening of a circle, their answers, and the invites that lead to them."""

import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.columns import KEY, MOMENT, foreign, standing_index

revision = "0025"
down_revision = "0024"

ROLE = (
    "(table_id IS NOT NULL AND role IN ('player', 'watcher', 'host', 'scorekeeper', 'referee', 'move')) OR "
    "(evening_id IS NOT NULL AND role IN "
    "('player', 'watcher', 'organiser', 'deputy', 'referee', 'table', 'move')) OR "
    "(circle_id IS NOT NULL AND role IN ('member', 'recovery', 'meeting'))"
)


def upgrade() -> None:
    """Nobody was invited before."""
    op.create_table(
        "circle_meetings",
        sa.Column("id", KEY, nullable=False),
        sa.Column("circle_id", KEY, nullable=False),
        sa.Column("starts_at", MOMENT, nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("uid", sa.String(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("called_off", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.Column("op", sa.String(), nullable=True),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_circle_meetings")),
        foreign("circle_meetings", "circle_id", "circles.id"),
        sa.UniqueConstraint("circle_id", "op", name=op.f("uq_circle_meetings_circle_id_op")),
    )
    op.create_index(op.f("ix_circle_meetings_circle_id"), "circle_meetings", ["circle_id"])
    op.create_table(
        "meeting_answers",
        sa.Column("id", KEY, nullable=False),
        sa.Column("meeting_id", KEY, nullable=False),
        sa.Column("circle_id", KEY, nullable=False),
        sa.Column("device_id", KEY, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("says", sa.String(), nullable=False),
        sa.Column("guests", sa.JSON(), nullable=False),
        sa.Column("answered_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meeting_answers")),
        foreign("meeting_answers", "meeting_id", "circle_meetings.id"),
        foreign("meeting_answers", "circle_id", "circles.id"),
        foreign("meeting_answers", "device_id", "devices.id"),
        sa.UniqueConstraint("meeting_id", "key", name=op.f("uq_meeting_answers_meeting_id_key")),
        sa.CheckConstraint("says IN ('yes', 'maybe', 'no')", name=op.f("ck_meeting_answers_says")),
    )
    with op.batch_alter_table("invites") as invites:
        invites.drop_constraint(op.f("ck_invites_role"), type_="check")
        invites.create_check_constraint(op.f("ck_invites_role"), ROLE)
    standing_index("ix_invites_circle_meeting", "invites", "circle_id", "number")
