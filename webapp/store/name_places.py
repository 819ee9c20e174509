"""Columns in which the name of a player can stand, and what they become without it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from sqlalchemy import Row as Found
from sqlalchemy import Table as Columns
from sqlalchemy import literal, or_, select, update
from sqlmodel import Session, col

from webapp.store.circle_models import CircleGrant
from webapp.store.forgotten_player import ForgottenPlayer
from webapp.store.models import Device, Grant, Row
from webapp.store.name_keys import name_key


class NameRemover(Protocol):
    """Tells what is left of what people have typed when a name is taken out: the store knows no events and no lines."""

    def text(self, said: str) -> str:
        """Returns a text without the name."""

    def event(self, body: str) -> str:
        """Returns an entry of a log, as it lies there, without the name."""

    def line(self, kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the body of a line of a desk or an evening without the name."""


class NewValue(NamedTuple):
    """What a column of a row becomes. `owner` is the number of the table, evening or circle that the row belongs to."""

    place: "Place"
    row: int
    owner: int
    value: Any


class Place(NamedTuple):
    """A column of a table of the database. `owner` is the column that says whose the row is.

    Of columns with as many rows as there are plays, only those with one of the texts in `only` are read. `chained`:
    the chain of a table confirms it.
    """

    table: str
    column: str
    owner: str
    whose: Literal["tables", "evenings", "circles"]
    without: Callable[[Found[Any], ForgottenPlayer, NameRemover], Any]
    only: tuple[str, ...] = ()
    chained: bool = False

    @property
    def columns(self) -> Columns:
        """The table of the database."""
        return Row.metadata.tables[self.table]

    @property
    def key(self) -> Any:
        """The column that names the row."""
        (key,) = self.columns.primary_key.columns
        return key


def _text(found: Found[Any], _who: ForgottenPlayer, remover: NameRemover) -> Any:
    return found.value and remover.text(found.value)


def _names(found: Found[Any], who: ForgottenPlayer, _remover: NameRemover) -> Any:
    return who.renamed(found.value)


def _event(found: Found[Any], _who: ForgottenPlayer, remover: NameRemover) -> Any:
    return remover.event(found.value)


def _line(found: Found[Any], _who: ForgottenPlayer, remover: NameRemover) -> Any:
    return remover.line(str(found.kind), found.value)


def _key(found: Found[Any], _who: ForgottenPlayer, remover: NameRemover) -> Any:
    """A program makes its keys itself; one with the name in it becomes another that comes once."""
    if not found.value or remover.text(found.value) == found.value:
        return found.value
    return f"{found.value.partition(':')[0]}:forgotten-{found.key}"


TYPED = ('"reason"', '"text"', '"by"', '"agreed"')
"""An entry without one of these fields holds nothing that somebody has typed."""
PLACES = (
    Place("tables", "players", "id", "tables", _names, chained=True),
    Place("tables", "title", "id", "tables", _text),
    Place("events", "body", "table_id", "tables", _event, TYPED, chained=True),
    Place("events", "op", "table_id", "tables", _key, (":api:",), chained=True),
    Place("desk_lines", "body", "table_id", "tables", _line, chained=True),
    Place("grants", "name", "table_id", "tables", _text),
    Place("evenings", "title", "id", "evenings", _text),
    Place("evening_lines", "body", "evening_id", "evenings", _line),
    Place("evening_lines", "op", "evening_id", "evenings", _key),
    Place("evening_grants", "name", "evening_id", "evenings", _text),
    Place("circles", "name", "id", "circles", _text),
    Place("circle_notes", "text", "circle_id", "circles", _text),
    Place("circle_seasons", "name", "circle_id", "circles", _text),
)


def new_values(session: Session, who: ForgottenPlayer, remover: NameRemover) -> list[NewValue]:
    """Returns what every column becomes that names the player, but for the rows of the player and of devices."""
    return [new for place in PLACES for new in _of_place(session, place, who, remover)]


def write_values(session: Session, values: list[NewValue]) -> None:
    """Writes what columns become."""
    for place, row, _owner, value in values:
        changed = update(place.columns).where(place.key == row)
        session.execute(changed.values({place.column: value}))


def drop_remembered(session: Session, who: ForgottenPlayer) -> None:
    """Takes the name out of what the devices of the circle and of its tables have typed last."""
    of_circle = select(col(CircleGrant.device_id)).where(col(CircleGrant.circle_id) == who.circle_id)
    at_tables = select(col(Grant.device_id)).where(col(Grant.table_id).in_(who.tables))
    wanted = select(Device).where(or_(col(Device.id).in_(of_circle), col(Device.id).in_(at_tables)))
    for device in session.scalars(wanted):
        kept = [name for name in device.names if name_key(name) not in who.called]
        if kept != device.names:
            device.names = kept


def _of_place(session: Session, place: Place, who: ForgottenPlayer, remover: NameRemover) -> Iterator[NewValue]:
    columns, value = place.columns, place.columns.c[place.column]
    kind = columns.c["kind"] if "kind" in columns.c else literal("")
    numbers = {"tables": who.tables, "evenings": who.evenings, "circles": {who.circle_id}}[place.whose]
    owner = columns.c[place.owner]
    wanted = select(place.key.label("key"), owner.label("owner"), kind.label("kind"), value.label("value"))
    wanted = wanted.where(owner.in_(numbers))
    if place.only:
        wanted = wanted.where(or_(*(value.contains(text, autoescape=True) for text in place.only)))
    for found in session.execute(wanted).all():
        new = place.without(found, who, remover)
        if new != found.value:
            yield NewValue(place, found.key, found.owner, new)
