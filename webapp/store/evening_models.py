"""Database models of evenings."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, UniqueConstraint, text
from sqlmodel import Field

from webapp.store.models import Row, id_field, json_column, key_column, now, utc_column


class Evening(Row, table=True):
    """An evening: what happens at it lies in its lines. `op` is the key of the form that opened it.

    `version` counts what has changed at it. `lot` is drawn once: ties that nothing else breaks follow from it.
    """

    __tablename__ = "evenings"
    __table_args__ = (UniqueConstraint("op"),)

    id: int = id_field()
    title: str
    op: str | None = None
    lot: int = 0
    version: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    created_at: datetime = Field(default_factory=now, sa_column=utc_column())


class EveningLine(Row, table=True):
    """Something that happened at an evening. Only ever added; webapp/evening/lines has the kinds and their bodies."""

    __tablename__ = "evening_lines"
    __table_args__ = (
        UniqueConstraint("evening_id", "seq"),
        UniqueConstraint("evening_id", "op"),
        CheckConstraint("seq > 0", name="seq"),
    )

    id: int = id_field()
    evening_id: int = Field(sa_column=key_column("evenings.id"))
    seq: int
    kind: str
    body: dict[str, Any] = Field(sa_column=json_column())
    op: str | None = None
    device_id: int | None = Field(default=None, sa_column=key_column("devices.id", nullable=True))
    made_at: datetime = Field(default_factory=now, sa_column=utc_column())
