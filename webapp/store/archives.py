"""Circles, evenings and results without entries, from files: the rows that importing them needs and adds."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, func, select
from sqlmodel import Session, col

from rules_core.record import Header
from webapp.http.durations import FOLD_PAUSE
from webapp.http.limits import ROWS_A_TURN
from webapp.store.attempts import count_opening
from webapp.store.circle_models import Circle, CircleArrival, CircleMatch, CirclePlayer
from webapp.store.database import Database
from webapp.store.evening_models import Evening, EveningLine, NewLine
from webapp.store.evenings import Evenings
from webapp.store.invites import add_first_invites
from webapp.store.kept_rows import KeptRows, MatchRow, TableRow, rows_of
from webapp.store.match_keeping import EndedMatch, first_of, make_due, match_row
from webapp.store.models import DeskLine, EventRow, Grant, Table, utc_now
from webapp.store.name_keys import name_key
from webapp.store.roles import Role, Scope
from webapp.store.table_headers import TableHeaders, opened_line, table_of

_LENGTHS = """
SELECT table_id, COALESCE((SELECT MAX(seq) FROM events WHERE events.table_id = circle_matches.table_id), 0)
FROM circle_matches WHERE circle_id = ? ORDER BY ended_at, table_id
"""


class KnownTable(NamedTuple):
    """A table of a circle as its match is identified: its people, its first line, the file it came from.

    `players` are those of the kept match by seat, none where none is kept.
    """

    table_id: int
    game: str
    names: Sequence[str]
    began_at: datetime | None
    first: str
    fingerprint: str
    players: Sequence[int]


class BroughtPlayer(NamedTuple):
    """A player from a file, without names one who was forgotten. `here`: the player of the circle, if known.

    Whether one who is known here is a guest, the circle says.
    """

    number: int
    names: Sequence[str]
    here: int | None
    guest: bool = False


class TwoPlayers(Exception):
    """Names that lead to one player in a file, and to two in the circle."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(*names)
        self.names = list(names)


class ArrivalEnded(Exception):
    """The import of a file has ended: a player of the circle was forgotten meanwhile."""


class CircleArchives(Database):
    """Circles that are taken along."""

    def known_tables(self, circle_id: int) -> list[KnownTable]:
        opened = select(col(DeskLine.table_id), col(DeskLine.body)).join(Table, col(Table.id) == col(DeskLine.table_id))
        opened = opened.where(col(Table.circle_id) == circle_id, col(DeskLine.kind) == "opened")
        wanted = (
            select(
                col(Table.id),
                col(Table.game),
                col(Table.players),
                col(EventRow.made_at),
                col(EventRow.body),
                col(CircleMatch.players),
            )
            .select_from(Table)
            .join(EventRow, (col(EventRow.table_id) == col(Table.id)) & (col(EventRow.seq) == 1), isouter=True)
            .join(CircleMatch, col(CircleMatch.table_id) == col(Table.id), isouter=True)
            .where(col(Table.circle_id) == circle_id)
            .order_by(col(Table.id))
        )
        with self._read() as session:
            files = {table_id: body.get("fingerprint", "") for table_id, body in session.execute(opened)}
            return [
                KnownTable(table_id, game, names, made_at, first or "null", files.get(table_id, ""), players or ())
                for table_id, game, names, made_at, first, players in session.execute(wanted)
            ]

    def lengths_of_matches(self, circle_id: int) -> list[tuple[int, int]]:
        """Returns the tables of a circle's matches, that which ended first first, each with the length of its log.

        That of a result without entries has none.
        """
        return [(table_id, length) for table_id, length in self._query_much(_LENGTHS, (circle_id,))]

    def own_tables(self, circle_id: int) -> set[int]:
        """Returns the tables of a circle that came with it, and were played there."""
        wanted = select(col(DeskLine.table_id)).join(Table, col(Table.id) == col(DeskLine.table_id))
        own = col(DeskLine.kind) == "opened", col(DeskLine.body)["own"].as_boolean()
        return set(self._all(wanted.where(col(Table.circle_id) == circle_id, *own)))

    def names_of_circle(self, circle_id: int) -> dict[int, list[str]]:
        """Returns all names of each player of a circle, the own one first; without players who were forgotten."""
        found: dict[int, list[str]] = {}
        for one in self._people(circle_id):
            names = found.setdefault(one.merged_into or one.id, [])
            if one.forgotten_at is None:
                own = [one.name] if name_key(one.name) == one.key else [one.name, one.key]
                names[:] = [*own, *names] if one.merged_into is None else [*names, *own]
        return {number: _distinct(names) for number, names in found.items()}

    def leads_of_circle(self, circle_id: int) -> dict[str, int]:
        """Returns the player of each name of a circle, by `name_key`."""
        return {one.key: one.merged_into or one.id for one in self._people(circle_id) if one.forgotten_at is None}

    def _people(self, circle_id: int) -> list[CirclePlayer]:
        wanted = select(CirclePlayer).where(col(CirclePlayer.circle_id) == circle_id).order_by(col(CirclePlayer.id))
        return self._all(wanted)

    @contextmanager
    def arriving(self, circle_id: int, digits: str) -> Iterator[None]:
        """Transactions within it belong to the import of a file. Raises ArrivalEnded once it has ended."""

        def check(session: Session) -> None:
            session.scalars(select(Circle).where(col(Circle.id) == circle_id).with_for_update()).one()
            if session.get(CircleArrival, (circle_id, digits)) is None:
                raise ArrivalEnded

        with self._checking(check):
            yield

    def end_arrival(self, circle_id: int, digits: str) -> None:
        """Notes that all of a file is in, or that none of it may come in any more."""
        with self._write() as session:
            which = col(CircleArrival.circle_id) == circle_id, col(CircleArrival.digits) == digits
            session.execute(delete(CircleArrival).where(*which))

    def arrivals(self) -> list[CircleArrival]:
        """Returns the imports under way."""
        return self._all(select(CircleArrival).order_by(col(CircleArrival.circle_id)))

    def bring_players(
        self,
        circle_id: int,
        wanted: Sequence[BroughtPlayer],
        *,
        device_id: int,
        network: str,
        counts: bool,
        arrival: CircleArrival | None = None,
    ) -> dict[int, int]:
        """Adds these players to a circle, all or none. Returns their numbers there by those in the file.

        A name that the circle knows is the player whom it leads to. `counts`: it counts as opening a circle. `arrival`
        is kept until `end_arrival`, so that it goes on where the house ends meanwhile. Raises TwoPlayers and
        TooManyOpened.
        """
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            if counts:
                count_opening(session, Scope.CIRCLE, device_id, network)
            if arrival is not None:
                session.merge(arrival)
            rows = rows_of(session)
            return {one.number: _number_here(session, rows, circle_id, one) for one in wanted}


def _number_here(session: Session, rows: KeptRows, circle_id: int, one: BroughtPlayer) -> int:
    """Returns the number of a player in the circle, added with the names that lack there. Raises TwoPlayers."""
    keys = {name_key(name): name for name in one.names}
    found = _known_as(rows, circle_id, keys)
    number = next(iter(found.values()), one.here)
    if not found and number is not None:
        return number
    for key, name in keys.items():
        if key not in found:
            added = rows.add_player(circle_id, name, key, number)
            number = added if number is None else number
    if number is None:
        return _nameless(session, circle_id, guest=one.guest)
    if one.guest and not found:
        session.get_one(CirclePlayer, number).guest = True
    return number


def _known_as(rows: KeptRows, circle_id: int, keys: Mapping[str, str]) -> dict[str, int]:
    """Returns the known players of these keys. Raises TwoPlayers."""
    found = {key: player for key in keys if (player := rows.player(circle_id, key)) is not None}
    if len(set(found.values())) > 1:
        raise TwoPlayers([keys[key] for key in found])
    return found


def _nameless(session: Session, circle_id: int, *, guest: bool) -> int:
    """Adds a player who was forgotten elsewhere, named by a number like those forgotten here."""
    newest = session.scalar(select(func.max(col(CirclePlayer.id)))) or 0
    person = CirclePlayer(circle_id=circle_id, name="", key=f"#{newest}+", forgotten_at=utc_now(), guest=guest)
    session.add(person)
    session.flush()
    person.name = person.key = f"#{person.id}"
    session.flush()
    return person.id


def _distinct(names: Sequence[str]) -> list[str]:
    """Returns the first of names that are read as the same one."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(name_key(name), name)
    return list(found.values())


@dataclass(frozen=True)
class ArchivedSitting:
    """A table from an archive. `named`: the id by which the lines name it; `note`: where it comes from."""

    named: int
    number: int
    header: Header
    bodies: Sequence[str]
    note: Mapping[str, Any]
    times: Sequence[datetime | None] = ()
    desk: Sequence[DeskLine] = ()


@dataclass(frozen=True)
class ArchivedEvening:
    """An evening from an archive. `lines` makes its lines and their times from the ids of its tables here."""

    title: str
    lot: int
    opened_at: datetime
    sittings: Iterable[ArchivedSitting]
    lines: Callable[[Mapping[int, int]], Iterable[tuple[NewLine, datetime]]]


class EveningArchives(Evenings):
    def open_archived(self, found: ArchivedEvening, *, device_id: int, network: str = "", op: str | None) -> Evening:
        """Opens an evening from an archive with this device as its organiser, which may look at its tables.

        Their entries are nobody's. A form that has opened one gets that one again. All of it stands or nothing: it is
        one transaction, with pauses in which everybody who only reads goes on. Raises TooManyOpened.
        """
        evening = Evening(title=found.title, op=op, lot=found.lot, version=1, created_at=found.opened_at)

        def with_more(session: Session) -> None:
            count_opening(session, Scope.EVENING, device_id, network)
            ids = {}
            for one in found.sittings:
                ids[one.named] = self._open_sitting(session, evening.id, one, device_id)
                _let_others_on(session)
            for seq, (line, at) in enumerate(found.lines(ids), 1):
                body = dict(line.body)
                session.add(EveningLine(evening_id=evening.id, seq=seq, kind=line.kind, body=body, op=None, made_at=at))
                if seq % ROWS_A_TURN == 0:
                    _let_others_on(session)
            session.add(Grant(evening_id=evening.id, device_id=device_id, role=Role.ORGANISER))
            add_first_invites(session, [evening.id], Scope.EVENING)

        return self._add_once(evening, with_more)

    def _open_sitting(self, session: Session, evening_id: int, one: ArchivedSitting, device_id: int) -> int:
        table = table_of(one.header, door="closed", evening_id=evening_id, evening_number=one.number)
        self._add_tables(session, table)
        session.add(Grant(table_id=table.id, device_id=device_id, role=Role.WATCHER))
        note = opened_line(table.id, len(one.bodies), one.note, device_id)
        self._add_record(session, table, one.bodies, one.times, (*one.desk, note))
        return table.id


def _let_others_on(session: Session) -> None:
    session.flush()
    session.expunge_all()
    time.sleep(FOLD_PAUSE)


class NewResult(NamedTuple):
    """A result that opens a table: `note` is the desk's line about it, `op` the key by which it is imported once."""

    header: Header
    note: Mapping[str, Any]
    op: str
    ended: EndedMatch


class CircleResults(TableHeaders):
    """Results without entries of all circles."""

    def open_results(self, circle_id: int, results: Sequence[NewResult], *, device_id: int) -> list[int]:
        """Opens a table of the circle for each of these results, with its match; ratings are due from the first on.

        The device is nothing at these tables any more. Returns those that were there, taken back from the circle.
        """
        there: list[int] = []
        for first in range(0, len(results), ROWS_A_TURN):
            with self._write() as session:
                rows_of(session).lock_circle(circle_id)
                found: list[MatchRow] = []
                for one in results[first : first + ROWS_A_TURN]:
                    table = session.scalars(select(Table).where(col(Table.op) == one.op)).one_or_none()
                    if table is None:
                        table = self._open_result(session, one, device_id)
                    else:
                        there.append(table.id)
                    table.circle_id = circle_id
                    rows = rows_of(session)
                    row = match_row(rows, table.id, TableRow(circle_id, one.header.game, one.header.players), one.ended)
                    if rows.match(row.table_id) is None and not rows.same_matches(row) and rows.counts(row):
                        rows.add_match(row)
                        found.append(row)
                rows = rows_of(session)
                rows.note_change(circle_id)
                make_due(rows, circle_id, first_of(found))
            self.pause()
        return there

    def _open_result(self, session: Session, one: NewResult, device_id: int) -> Table:
        table = table_of(one.header, op=one.op)
        self._add_tables(session, table)
        session.add(Grant(table_id=table.id, device_id=device_id, role=Role.HOST, until=utc_now()))
        self._add_record(session, table, [], [], (opened_line(table.id, 0, one.note, device_id),))
        return table

    def results_of_circle(self, circle_id: int) -> dict[int, Mapping[str, Any]]:
        """Returns the results without entries on the desks of a circle's tables, by table."""
        wanted = (
            select(col(DeskLine.table_id), col(DeskLine.body))
            .join(Table, col(Table.id) == col(DeskLine.table_id))
            .where(col(Table.circle_id) == circle_id, col(DeskLine.kind) == "opened")
            .order_by(col(DeskLine.table_id))
        )
        with self._read() as session:
            return {table_id: body for table_id, body in session.execute(wanted) if "result" in body}
