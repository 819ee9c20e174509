"""Names of a player to forget, the tables and evenings with them, and where they may be removed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlmodel import Session, col

from webapp.http.durations import FORGET_QUIET
from webapp.http.limits import LOGS_A_TURN
from webapp.store.circle_models import CircleMatch, CirclePlayer
from webapp.store.database import need_row
from webapp.store.evening_models import Evening, EveningLine
from webapp.store.kept_rows import KeptRows, names_in_parts
from webapp.store.models import DeskLine, EventRow, Grant, Table, utc_now
from webapp.store.name_keys import name_key
from webapp.store.roles import Role
from webapp.store.steps import in_steps, in_turns, let_readers

SEATING = ("seated", "reseated")
"""Kinds of lines by which an evening opens tables."""
LISTING = ("listed", "changed")
"""Kinds of lines by which a person on the list of an evening has a name."""
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
    lines = session.execute(wanted.where(col(EveningLine.kind).in_(WITH_TABLES)))
    return [
        TableAtEvening(table_id, evening_id, kind in SEATING)
        for evening_id, kind, body in in_steps(lines)
        for table_id in (body.get("table"), *(one.get("table") for one in body.get("tables", ())))
        if table_id is not None
    ]


class OwnTables:
    """The tables and evenings of a circle's people. Ended grants count, too."""

    def __init__(self, session: Session, circle_id: int, places: Iterable[TableAtEvening]) -> None:
        self._seated_by = {place.table_id: place.evening_id for place in places if place.seated}
        of_circle = select(col(Grant.device_id)).where(col(Grant.circle_id) == circle_id)
        hosts = select(col(Grant.table_id)).where(col(Grant.role) == Role.HOST, col(Grant.device_id).in_(of_circle))
        self._hosted = frozenset(session.scalars(hosts))
        organisers = select(col(Grant.evening_id)).where(
            col(Grant.role) == Role.ORGANISER, col(Grant.device_id).in_(of_circle)
        )
        self.organised = frozenset(one for one in session.scalars(organisers) if one is not None)
        """The evenings that phones of the circle organise, or have organised."""

    def has_hosted(self, table_id: int) -> bool:
        """Tells whether a phone of the circle has hosted this table.

        A table that an evening has seated is the organiser's: its host is one of its players who has a phone.
        """
        evening_id = self._seated_by.get(table_id)
        return table_id in self._hosted if evening_id is None else evening_id in self.organised


class ForgettingRights(OwnTables):
    """Places that the asking phone of a circle may remove a player's names from. Ended grants count, too."""

    def __init__(
        self,
        session: Session,
        circle_id: int,
        device_id: int,
        names: Iterable[str],
        places: Iterable[TableAtEvening],
    ) -> None:
        """`names` are those of the player, by `name_key`."""
        super().__init__(session, circle_id, places)
        self._session, self._names = session, frozenset(names)
        seats = select(col(Grant.table_id), col(Grant.seat)).where(col(Grant.device_id) == device_id)
        self._own_seats = _gathered(session.execute(seats))
        persons = select(col(Grant.evening_id), col(Grant.person))
        self._own_persons = _gathered(session.execute(persons.where(col(Grant.device_id) == device_id)))

    def at_table(self, table: Table) -> bool:
        """Tells whether the table belongs to the circle's people, or the phone alone sat there as the player."""
        sits = {seat for seat, name in enumerate(table.players) if name_key(name) in self._names}
        return self.has_hosted(table.id) or (bool(sits) and self._own_seats.get(table.id) == sits)

    def at_evening(self, evening_id: int) -> bool:
        """Tells whether the circle's people organise this evening, or the phone alone was the player there."""
        return evening_id in self.organised or self._was_there(evening_id)

    def _was_there(self, evening_id: int) -> bool:
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
    return {name for body in in_steps(bodies) for name in (body.get("name"), *body.get("names", ())) if name}


def _names_in(body: Mapping[str, Any]) -> set[str]:
    return {name_key(name) for name in (body.get("name"), body.get("by"), *body.get("names", ())) if name}


def _gathered(rows: Iterable[Any]) -> dict[int, set[int]]:
    """Returns the numbers by their owner; without those that are None."""
    found: dict[int, set[int]] = {}
    for owner, number in rows:
        if number is not None:
            found.setdefault(owner, set()).add(number)
    return found


ENDS = ("closed", "reopened", "undone")
"""Kinds of lines of an evening by which it is over, or not."""


class StillPlaying(Exception):
    """A table or an evening of the player still lasts; the other one is None."""

    def __init__(self, table_id: int | None = None, evening_id: int | None = None) -> None:
        super().__init__(f"table {table_id}, evening {evening_id}")
        self.table_id, self.evening_id = table_id, evening_id


class KeptNames(NamedTuple):
    """Tables and evenings that keep the name of a player who is forgotten."""

    tables: Sequence[Table] = ()
    evenings: Sequence[Evening] = ()

    @property
    def number(self) -> int:
        return len(self.tables) + len(self.evenings)


class ForgottenNames(NamedTuple):
    """Replacements of a player's names. `called` has them by `name_key`.

    `spellings` are the names as they were typed, each with what it becomes, `others` the names of everybody else there.
    """

    called: Mapping[str, str]
    spellings: Mapping[str, str]
    others: Sequence[str]

    def renamed(self, players: Iterable[str]) -> list[str]:
        """Returns the names of a table without that of the player."""
        return [self.called.get(name_key(name), name) for name in players]


@dataclass(frozen=True)
class ForgottenPlayer:
    """A player to forget, with all aliases.

    `tables` and `evenings` are those from which the names go; at `kept` the player stays called so: they are not of the
    circle's people, nor was the asking phone the player there. `sat_at` are all tables at which the player sat, and
    `was_at` all evenings.
    """

    circle_id: int
    persons: tuple[CirclePlayer, ...]
    names: ForgottenNames
    tables: frozenset[int]
    evenings: frozenset[int]
    kept: KeptNames
    sat_at: Sequence[Table]
    was_at: frozenset[int]


def forgotten_player(
    session: Session, rows: KeptRows, circle_id: int, player_id: int, device_id: int
) -> ForgottenPlayer:
    """Finds all places with the player's names, and those that the asking device may change.

    Requests that only read are answered in between. Raises LookupError for no such player, or one who is forgotten.
    """
    persons = _persons(session, circle_id, player_id)
    all_of_them = session.scalars(select(CirclePlayer).where(col(CirclePlayer.circle_id) == circle_id)).all()
    called = _substitutes(persons, {one.key for one in all_of_them})
    places = tables_at_evenings(session)
    rights = ForgettingRights(session, circle_id, device_id, called, places)
    people: dict[int, list[str]] = {}
    for some in names_in_parts(lambda ask: ask(rows), circle_id):
        people |= some
        let_readers()
    sat_at = {table_id for table_id, names in in_steps(people.items()) if _have(names, called)}
    of_numbers = (select(Table).where(col(Table.id).in_(some)) for some in in_turns(sorted(sat_at)))
    sat = [table for wanted in of_numbers for table in session.scalars(wanted.order_by(col(Table.id)))]
    evenings = {table.evening_id for table in sat if table.evening_id is not None}
    evenings |= {place.evening_id for place in places if place.table_id in sat_at}
    evenings |= _organised(session, circle_id, rights.organised, called, places)
    freed = frozenset(evening_id for evening_id in evenings if rights.at_evening(evening_id))
    at_freed = select(Table).where(col(Table.evening_id).in_(freed), col(Table.circle_id).is_(None))
    shared = [table for table in session.scalars(at_freed.order_by(col(Table.id))) if _have(table.players, called)]
    names = {one.name for one in all_of_them}.union(*people.values(), *(table.players for table in shared))
    names |= names_at(session, freed)
    theirs = [table for table in (*sat, *shared) if rights.at_table(table)]
    kept = [table for table in (*sat, *shared) if not rights.at_table(table)]
    return ForgottenPlayer(
        circle_id,
        persons,
        ForgottenNames(
            called,
            {name: called[name_key(name)] for name in names if name_key(name) in called},
            sorted(name for name in names if name_key(name) not in called),
        ),
        frozenset(table.id for table in theirs).union(filter(rights.has_hosted, people)),
        freed,
        KeptNames(kept, [session.get_one(Evening, evening_id) for evening_id in sorted(evenings - freed)]),
        (*sat, *shared),
        frozenset(evenings),
    )


def _organised(
    session: Session, circle_id: int, organised: frozenset[int], names: Iterable[str], places: Iterable[TableAtEvening]
) -> set[int]:
    """Returns the evenings of the circle's people that list the player, without those with tables of another circle."""
    elsewhere = set(
        session.scalars(
            select(col(Table.id)).where(col(Table.circle_id).is_not(None), col(Table.circle_id) != circle_id)
        )
    )
    others = {place.evening_id for place in places if place.table_id in elsewhere}
    wanted = select(col(EveningLine.evening_id), col(EveningLine.body)).where(
        col(EveningLine.evening_id).in_(organised - others), col(EveningLine.kind).in_(LISTING)
    )
    keys = frozenset(names)
    return {evening_id for evening_id, body in in_steps(session.execute(wanted)) if _names_in(body) & keys}


def _persons(session: Session, circle_id: int, player_id: int) -> tuple[CirclePlayer, ...]:
    found = need_row(session, CirclePlayer, player_id, circle_id=circle_id, is_standing=True)
    wanted = select(CirclePlayer).where(col(CirclePlayer.merged_into) == player_id).order_by(col(CirclePlayer.id))
    return (found, *session.scalars(wanted))


def _substitutes(persons: Iterable[CirclePlayer], taken: set[str]) -> dict[str, str]:
    """Returns the replacement of each name: a number, valid in any language, that is no name in use."""
    called: dict[str, str] = {}
    for person in persons:
        name = f"#{person.id}"
        while name_key(name) in taken:
            name = f"#{name}"
        called[person.key] = name
    return called


def _have(names: Iterable[str], called: Mapping[str, str]) -> bool:
    return any(name_key(name) in called for name in names)


def check_over(session: Session, who: ForgottenPlayer) -> None:
    """Raises StillPlaying for a table or an evening that still lasts: names are needed there."""
    since = utc_now() - FORGET_QUIET
    for evening in sorted(who.was_at):
        last = select(func.max(col(EveningLine.made_at))).where(col(EveningLine.evening_id) == evening)
        if not _is_closed(session, evening) and (session.scalar(last) or since) > since:
            raise StillPlaying(evening_id=evening)
    numbers = [table.id for table in who.sat_at]
    ended = select(col(CircleMatch.table_id)).where(col(CircleMatch.table_id).in_(numbers))
    over = {*session.scalars(ended), *_only_read(session, numbers)}
    for table in chain.from_iterable(in_turns(who.sat_at, LOGS_A_TURN)):
        last = select(func.max(col(EventRow.made_at))).where(col(EventRow.table_id) == table.id)
        goes_on = table.id not in over and table.evening_id not in who.was_at
        if goes_on and max(session.scalar(last) or since, table.created_at) > since:
            raise StillPlaying(table_id=table.id)


def _only_read(session: Session, tables: Sequence[int]) -> Iterable[int]:
    """Returns those of these tables from files at which nothing was entered since: their match may be another's."""
    opened = col(DeskLine.kind) == "opened", col(DeskLine.table_id).in_(tables)
    from_files = select(col(DeskLine.table_id)).where(*opened)
    later = select(col(EventRow.id)).where(
        col(EventRow.table_id) == col(DeskLine.table_id), col(EventRow.seq) > col(DeskLine.seq)
    )
    return session.scalars(from_files.where(~later.exists()))


def _is_closed(session: Session, evening: int) -> bool:
    wanted = select(col(EveningLine.seq), col(EveningLine.kind), col(EveningLine.body)).where(
        col(EveningLine.evening_id) == evening, col(EveningLine.kind).in_(ENDS)
    )
    lines = session.execute(wanted.order_by(col(EveningLine.seq))).all()
    undone = {line.body["line"] for line in lines if line.kind == "undone"}
    ends = [line.kind for line in lines if line.kind != "undone" and line.seq not in undone]
    return ends[-1:] == ["closed"]
