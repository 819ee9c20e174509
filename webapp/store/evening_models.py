"""Database models of evenings, and the roles that a device may have there."""

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    Protocol,
    TypeAlias,
)

from sqlalchemy import (
    CheckConstraint,
    Column,
    UniqueConstraint,
    text,
)
from sqlmodel import Field

from webapp.store.models import (
    CodeLife,
    Row,
    UtcDateTime,
    id_field,
    json_column,
    key_column,
    now,
    text_column,
    unique_while,
    utc_column,
)


class EveningRole(StrEnum):
    """What a device is at an evening, as the database and the API write it."""

    ORGANISER = "organiser"
    DEPUTY = "deputy"
    REFEREE = "referee"
    PLAYER = "player"
    WATCHER = "watcher"


CARD: Final = "table"
"""The invite on the card of a table, which leads to that table."""
MOVE: Final = "move"
"""The invite that hands what one device is to another."""
EveningInviteRole: TypeAlias = EveningRole | Literal["table", "move"]
RUNNING: Final = (EveningRole.ORGANISER, EveningRole.DEPUTY)
"""Who runs the evening."""
SINGLE_USE: Final = (EveningRole.DEPUTY, EveningRole.REFEREE)
"""Roles whose invites serve one device."""


class HasEveningRole(Protocol):
    """A device at an evening."""

    @property
    def role(self) -> EveningRole | None: ...
    @property
    def person(self) -> int | None: ...


class EveningRights:
    """What follows from a role at an evening; for classes that have one."""

    @property
    def is_organiser(self: HasEveningRole) -> bool:
        """Tells whether this device opened the evening, or was handed it."""
        return self.role == EveningRole.ORGANISER

    @property
    def runs(self: HasEveningRole) -> bool:
        """Tells whether this device runs the evening: as the organiser or a deputy."""
        return self.role in RUNNING

    @property
    def is_referee(self: HasEveningRole) -> bool:
        """Tells whether this device rules at the tables of the evening."""
        return self.role == EveningRole.REFEREE

    @property
    def plays(self: HasEveningRole) -> bool:
        """Tells whether this device stands for somebody on the list."""
        return self.person is not None


def evening_invite_role(value: str) -> EveningInviteRole:
    """Returns the role of an invite as the database holds it."""
    if value == "table":
        return "table"
    return "move" if value == "move" else EveningRole(value)


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


class EveningGrant(EveningRights, Row, table=True):
    """What a device may do at an evening, as long as `until` is empty. A changed grant is ended and a new one begun.

    `person`: the number on the list for whom it stands; `name` is how a deputy or referee signs. `read_lines`: how
    many lines of the evening were there when this device last read its announcements.
    """

    __tablename__ = "evening_grants"
    __table_args__ = (
        CheckConstraint("role IN ('organiser', 'deputy', 'referee', 'player', 'watcher')", name="role"),
        unique_while("ix_evening_grants_device", "device_id", "evening_id"),
        unique_while("ix_evening_grants_person", "evening_id", "person"),
    )

    id: int = id_field()
    evening_id: int = Field(sa_column=key_column("evenings.id"))
    device_id: int = Field(sa_column=key_column("devices.id"))
    role: EveningRole = Field(sa_column=text_column(EveningRole))
    person: int | None = None
    name: str | None = None
    read_lines: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    since: datetime = Field(default_factory=now, sa_column=utc_column())
    until: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))


class EveningInvite(CodeLife, Row, table=True):
    """What lets its reader in to an evening, as long as `until` is empty: `code` is typed, `token` lies in QR codes.

    A player's is the check-in, which a running table joins with, too; `table` lies on the card of the table `number`;
    `move` hands what `device_id` is to another device, once and not after `expires_at`.
    """

    PRINTED: ClassVar[Collection[str]] = (EveningRole.ORGANISER, CARD)

    __tablename__ = "evening_invites"
    __table_args__ = (
        UniqueConstraint("code"),
        UniqueConstraint("token"),
        CheckConstraint(
            "role IN ('organiser', 'deputy', 'referee', 'player', 'watcher', 'table', 'move')", name="role"
        ),
        unique_while("ix_evening_invites_card", "evening_id", "number"),
    )

    id: int = id_field()
    code: str = ""  # given as it is added: webapp/store/invites.py
    token: str = ""
    evening_id: int = Field(sa_column=key_column("evenings.id"))
    role: EveningInviteRole = Field(sa_column=text_column(evening_invite_role))
    number: int | None = None
    device_id: int | None = Field(default=None, sa_column=key_column("devices.id", nullable=True))
    since: datetime = Field(default_factory=now, sa_column=utc_column())
    expires_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))
    until: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))
    code_until: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))
