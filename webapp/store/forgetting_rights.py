"""From which tables and evenings a name may be taken: those of the circle's own people, and the asking phone's own.

Whoever plays at a table may give it to a circle; that alone changes nothing for the others who were there.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlmodel import Session, col

from webapp.store.circle_models import CircleGrant
from webapp.store.evening_models import EveningGrant, EveningLine
from webapp.store.evening_roles import EveningRole
from webapp.store.models import Grant, Table
from webapp.store.name_keys import name_key
from webapp.store.roles import Role

SEATING = ("seated", "reseated")
"""Kinds of lines by which an evening opens tables."""
LISTING = ("listed", "changed")
"""Kinds of lines by which somebody on the list of an evening has a name."""
WITH_TABLES = ("joined", "played", *SEATING)
"""Kinds of lines of an evening that say which tables are its."""


class TableAtEvening(NamedTuple):
    """An evening to which a table belongs, or belonged; `seated`: it was opened there."""

    table_id: int
    evening_id: int
    seated: bool


def tables_at_evenings(session: Session) -> list[TableAtEvening]:
    """Returns the tables that lines of evenings name."""
    wanted = select(col(EveningLine.evening_id), col(EveningLine.kind), col(EveningLine.body))
    lines = session.execute(wanted.where(col(EveningLine.kind).in_(WITH_TABLES))).all()
    return [
        TableAtEvening(table_id, evening_id, kind in SEATING)
        for evening_id, kind, body in lines
        for table_id in (body.get("table"), *(one.get("table") for one in body.get("tables", ())))
        if table_id is not None
    ]


class OwnTables:
    """Which tables and evenings are those of a circle's people. Grants count that have ended, too."""

    def __init__(self, session: Session, circle_id: int, places: Iterable[TableAtEvening]) -> None:
        self._seated_by = {place.table_id: place.evening_id for place in places if place.seated}
        of_circle = select(col(CircleGrant.device_id)).where(col(CircleGrant.circle_id) == circle_id)
        hosts = select(col(Grant.table_id)).where(col(Grant.role) == Role.HOST, col(Grant.device_id).in_(of_circle))
        self._hosted = frozenset(session.scalars(hosts))
        organisers = select(col(EveningGrant.evening_id)).where(
            col(EveningGrant.role) == EveningRole.ORGANISER, col(EveningGrant.device_id).in_(of_circle)
        )
        self.organised = frozenset(session.scalars(organisers))

    def has(self, table_id: int) -> bool:
        """Tells whether a phone of the circle has hosted this table.

        A table that an evening has seated is the organiser's: its host is whoever of its players has a phone.
        """
        evening_id = self._seated_by.get(table_id)
        return table_id in self._hosted if evening_id is None else evening_id in self.organised


class ForgettingRights:
    """What the asking phone of a circle may take a player's names from. Grants count that have ended, too."""

    def __init__(
        self,
        session: Session,
        circle_id: int,
        device_id: int,
        names: Iterable[str],
        places: Iterable[TableAtEvening],
    ) -> None:
        """`names` are those of the player, by `name_key`."""
        self._session, self._names = session, frozenset(names)
        self._own = OwnTables(session, circle_id, places)
        seats = select(col(Grant.table_id), col(Grant.seat)).where(col(Grant.device_id) == device_id)
        self._own_seats = _gathered(session.execute(seats))
        persons = select(col(EveningGrant.evening_id), col(EveningGrant.person))
        self._own_persons = _gathered(session.execute(persons.where(col(EveningGrant.device_id) == device_id)))

    def at_table(self, table: Table) -> bool:
        """Tells whether this table is of the circle's people, or the phone sat there as the player and nobody else."""
        sits = {seat for seat, name in enumerate(table.players) if name_key(name) in self._names}
        return self._own.has(table.id) or (bool(sits) and self._own_seats.get(table.id) == sits)

    def at_evening(self, evening_id: int) -> bool:
        """Tells whether the circle's people organise this evening, or the phone was the player there, nobody else."""
        return evening_id in self._own.organised or self._was_there(evening_id)

    def _was_there(self, evening_id: int) -> bool:
        """Tells whether everybody at the evening who has one of the names is the person that this phone was."""
        if not (own := self._own_persons.get(evening_id)):
            return False
        wanted = select(col(EveningLine.kind), col(EveningLine.body)).where(col(EveningLine.evening_id) == evening_id)
        persons, listed, named = set[int](), set[str](), set[str]()
        for kind, body in self._session.execute(wanted):
            if not (names := _names_in(body) & self._names):
                continue
            named |= names
            if kind in LISTING:
                persons.add(body["person"])
                listed |= names
        return persons == own and named == listed


def names_at(session: Session, evenings: Iterable[int]) -> set[str]:
    """Returns the names of everybody at these evenings."""
    bodies = session.scalars(select(col(EveningLine.body)).where(col(EveningLine.evening_id).in_(evenings)))
    return {name for body in bodies for name in (body.get("name"), *body.get("names", ())) if name}


def _names_in(body: Mapping[str, Any]) -> set[str]:
    """Returns the names of people in a line of an evening, by `name_key`."""
    return {name_key(name) for name in (body.get("name"), body.get("by"), *body.get("names", ())) if name}


def _gathered(rows: Iterable[Any]) -> dict[int, set[int]]:
    """Returns the numbers by their owner; without those that are None."""
    found: dict[int, set[int]] = {}
    for owner, number in rows:
        if number is not None:
            found.setdefault(owner, set()).add(number)
    return found
