"""What belongs to lines of an evening: devices let in or out, tables that open, join and leave."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from webapp.store.models import Table
from webapp.store.roles import Role


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
    """What a device becomes at an evening: a role, somebody on the list, or both; `name` is how it signs."""

    device_id: int
    role: Role
    person: int | None = None
    name: str | None = None


@dataclass(frozen=True)
class EveningChange:
    """What belongs to lines of an evening and stands with them or not at all.

    `leaves` are tables that leave the evening, `joins` those that join by their number in it, `spent` an invite that
    serves once, `expelled` devices that are let out, `freed` numbers on the list whose phones are let go. Whichever
    device goes holds no seat any more at the tables of `unseated_at`, which the keeper of evenings fills in; one that
    belongs to the evening no more looks on at none of its tables.
    """

    admit: Sequence[Admission] = ()
    expelled: Sequence[int] = ()
    freed: Sequence[int] = ()
    unseated_at: Sequence[int] = ()
    opens: Sequence[NewSitting] = ()
    joins: Mapping[int, int] = field(default_factory=dict)
    leaves: Sequence[int] = ()
    spent: int | None = None


NOTHING_ELSE = EveningChange()
