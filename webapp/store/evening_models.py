"""Database models of evenings, and the changes that belong to a line of one."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import CheckConstraint, UniqueConstraint, text
from sqlmodel import Field

from webapp.store.columns import id_field, json_column, key_column, own_key_column, utc_column
from webapp.store.models import Row, Table, utc_now
from webapp.store.roles import Role


class Evening(Row, table=True):
    """An evening: its events are its lines. `op` is the key of the form that opened it.

    `circle_id`: the circle to which the tables that open there belong. `version` counts what has changed at it. `lot`
    is drawn once: ties that nothing else breaks follow from it.
    """

    __tablename__ = "evenings"
    __table_args__ = (UniqueConstraint("op"),)

    id: int = id_field()
    title: str
    op: str | None = None
    lot: int = 0
    version: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    circle_id: int | None = Field(default=None, sa_column=key_column("circles.id", nullable=True))
    created_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())


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
    made_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())


class LeftTable(Row, table=True):
    """A table that has left an evening at which its match counts."""

    __tablename__ = "left_tables"

    table_id: int = Field(sa_column=own_key_column("tables.id"))
    evening_id: int = Field(sa_column=key_column("evenings.id"))


class NewLine(NamedTuple):
    """A line of an evening that is to be added."""

    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True)
class NewSitting:
    """A table to be opened for an evening: its row, and the devices by their seats. The first of them is the host."""

    table: Table
    seats: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Admission:
    """Rights of a device at an evening: a role, a person on the list, or both; `name` is its signature."""

    device_id: int
    role: Role
    person: int | None = None
    name: str | None = None


TellOpened = Callable[[int, int], None]
"""Reports how many of the tables are open; may yield to requests that only read."""


def nobody(done: int, of: int) -> None:
    """Reports nothing."""


@dataclass(frozen=True)
class EveningChange:
    """Changes of grants and tables that are committed together with lines of an evening.

    `leaves` are tables that leave the evening, `joins` those that join by their number in it, `spent` an invite that
    serves once, `expelled` devices that are let out, `freed` numbers on the list whose phones are let go. Whichever
    device goes holds no seat any more at the tables of `unseated_at`, which the keeper of evenings fills in; one that
    belongs to the evening no more looks on at none of its tables. `given` are those of `joins` that the circle of the
    evening is given, if it has one. `seals`, of the keeper as well: tables whose round
    is closed, since when, and when it is final; `takes_back` those of a seating that is taken back or
    changed; `counts` those of `leaves` whose match counts. `told` hears how many of `opens` are open.
    """

    admit: Sequence[Admission] = ()
    expelled: Sequence[int] = ()
    freed: Sequence[int] = ()
    unseated_at: Sequence[int] = ()
    opens: Sequence[NewSitting] = ()
    joins: Mapping[int, int] = field(default_factory=dict)
    given: Collection[int] = ()
    leaves: Sequence[int] = ()
    spent: int | None = None
    seals: Mapping[int, tuple[datetime | None, datetime | None]] = field(default_factory=dict)
    takes_back: Sequence[int] = ()
    counts: Collection[int] = ()
    told: TellOpened = nobody


NOTHING_ELSE = EveningChange()
