"""Removes the name of a player from every column that can hold it; results stay."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, Literal, NamedTuple, Protocol

import gevent
from sqlalchemy import Row as Found
from sqlalchemy import Table as Columns
from sqlalchemy import delete, func, literal, or_, select, update
from sqlmodel import Session, col

from webapp.http.limits import LOGS_A_TURN, MERGE_ATTEMPTS
from webapp.store.chain.links import add_desk_line, chain_anew, unconfirmed
from webapp.store.circle_models import Circle, CircleArrival, CircleForgetting, CircleJoin, CirclePlayer, CirclePost
from webapp.store.engines import StoreBusy
from webapp.store.evening_models import EveningLine
from webapp.store.evenings import Evenings
from webapp.store.forgotten_player import ForgottenNames, ForgottenPlayer, KeptNames, check_over, forgotten_player
from webapp.store.kept_rows import rows_of
from webapp.store.log import log_length
from webapp.store.match_keeping import DueRatings
from webapp.store.models import CasePhoto, DeskLine, Device, Grant, Row, TaughtPack, utc_now
from webapp.store.name_keys import name_key
from webapp.store.player_merging import state_of
from webapp.store.roles import Scope
from webapp.store.steps import in_steps, in_turns, let_readers


class NameRemover(Protocol):
    """Removes names from typed texts: the store knows no events and no lines."""

    names: ForgottenNames

    def text(self, said: str) -> str:
        """Returns a text without the name."""

    def event(self, body: str) -> str:
        """Returns an entry of a log, as it lies there, without the name."""

    def line(self, kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the body of a line of a desk or an evening without the name."""


Whose = Literal["tables", "evenings", "circles"]


class NewValue(NamedTuple):
    """New value of a column of a row. `owner` is the number of the table, evening or circle of the row."""

    place: "TextColumn"
    row: int
    owner: int
    value: Any


class TextColumn(NamedTuple):
    """A column of a table of the database. `owner` is the column that says whose the row is.

    Of columns with as many rows as there are plays, only those with one of the texts in `only` are read. `chained`:
    the chain of a table confirms it.
    """

    table: str
    column: str
    owner: str
    whose: Whose
    without: Callable[[Found[Any], NameRemover], Any]
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


def _text(found: Found[Any], remover: NameRemover) -> Any:
    return found.value and remover.text(found.value)


def _names(found: Found[Any], remover: NameRemover) -> Any:
    return remover.names.renamed(found.value)


def _event(found: Found[Any], remover: NameRemover) -> Any:
    return remover.event(found.value)


def _line(found: Found[Any], remover: NameRemover) -> Any:
    return remover.line(str(found.kind), found.value)


def _key(found: Found[Any], remover: NameRemover) -> Any:
    """Keys of programs are free text; one with the name in it is replaced by a unique one."""
    if not found.value or remover.text(found.value) == found.value:
        return found.value
    return f"{found.value.partition(':')[0]}:forgotten-{found.key}"


def _answer_key(found: Found[Any], remover: NameRemover) -> Any:
    called = remover.names.called
    return name_key(called[found.value]) if found.value in called else found.value


TYPED = ('"reason"', '"text"', '"by"', '"agreed"')
"""An entry without one of these fields holds no typed text."""
PLACES = (
    TextColumn("tables", "players", "id", "tables", _names, chained=True),
    TextColumn("tables", "title", "id", "tables", _text),
    TextColumn("events", "body", "table_id", "tables", _event, TYPED, chained=True),
    TextColumn("events", "op", "table_id", "tables", _key, (":api:",), chained=True),
    TextColumn("desk_lines", "body", "table_id", "tables", _line, chained=True),
    TextColumn("grants", "name", "table_id", "tables", _text),
    TextColumn("evenings", "title", "id", "evenings", _text),
    TextColumn("evening_lines", "body", "evening_id", "evenings", _line),
    TextColumn("evening_lines", "op", "evening_id", "evenings", _key),
    TextColumn("grants", "name", "evening_id", "evenings", _text),
    TextColumn("circles", "name", "id", "circles", _text),
    TextColumn("circle_notes", "text", "circle_id", "circles", _text),
    TextColumn("circle_posts", "text", "circle_id", "circles", _text),
    TextColumn("circle_seasons", "name", "circle_id", "circles", _text),
    TextColumn("circle_meetings", "place", "circle_id", "circles", _text),
    TextColumn("circle_meetings", "word", "circle_id", "circles", _text),
    TextColumn("meeting_answers", "name", "circle_id", "circles", _text),
    TextColumn("meeting_answers", "key", "circle_id", "circles", _answer_key),
    TextColumn("meeting_answers", "guests", "circle_id", "circles", _names),
)


def new_values(session: Session, whose: Whose, owners: Collection[int], remover: NameRemover) -> list[NewValue]:
    """Returns the new value of each column with one of the names, except those of the rows of players and devices."""
    places = [place for place in PLACES if place.whose == whose]
    return [new for place in places for new in _of_place(session, place, owners, remover)]


def write_values(session: Session, values: Iterable[NewValue]) -> None:
    for place, row, _owner, value in values:
        changed = update(place.columns).where(place.key == row)
        session.execute(changed.values({place.column: value}))


def _of_place(session: Session, place: TextColumn, owners: Collection[int], remover: NameRemover) -> Iterator[NewValue]:
    columns, value = place.columns, place.columns.c[place.column]
    kind = columns.c["kind"] if "kind" in columns.c else literal("")
    owner = columns.c[place.owner]
    wanted = select(place.key.label("key"), owner.label("owner"), kind.label("kind"), value.label("value"))
    wanted = wanted.where(owner.in_(owners))
    if place.only:
        wanted = wanted.where(or_(*(value.contains(text, autoescape=True) for text in place.only)))
    for found in in_steps(session.execute(wanted).all()):
        new = place.without(found, remover)
        if new != found.value:
            yield NewValue(place, found.key, found.owner, new)


FORGOTTEN = "forgotten"
"""The kind of the line by which an evening or a desk says that a name was taken out of the lines before it."""


CHECKPOINTS_TRIED = 3


class NamesLeft(NamedTuple):
    """Tables and evenings that still have names of a player who is being forgotten."""

    tables: list[int]
    evenings: list[int]


class Forgetting(Evenings, DueRatings):
    """Forgetting players of circles: at once in their circle, in steps at its tables and evenings."""

    def begin_forgetting(
        self,
        circle_id: int,
        player_id: int,
        remover: Callable[[ForgottenNames], NameRemover],
        *,
        device_id: int,
    ) -> tuple[CircleForgetting, KeptNames]:
        """Replaces all names of a player in the circle by a number. Results stay.

        Returns those from whose tables and evenings they are to be taken out yet, and what keeps them: what is others',
        unless this device was the player there (`ForgettingRights`). Raises LookupError for no such player,
        StillPlaying where a table or evening with the player goes on, StoreBusy where too much happens meanwhile.
        """
        for _attempt in range(MERGE_ATTEMPTS):
            self._come_over(circle_id)
            with self._read() as session:
                rows = rows_of(session)
                stand = state_of(rows, circle_id)
                who = forgotten_player(session, rows, circle_id, player_id, device_id)
                devices = _devices(session, who)
            self.pause()
            with self._write_much() as session:
                session.scalars(select(Circle).where(col(Circle.id) == circle_id).with_for_update()).one()
                if state_of(rows_of(session), circle_id) == stand:
                    check_over(session, who)
                    return self._begin(session, who, devices, remover(who.names)), who.kept
        raise StoreBusy("the circle has changed each time")

    def _begin(
        self, session: Session, who: ForgottenPlayer, devices: Iterable[int], remover: NameRemover
    ) -> CircleForgetting:
        let_readers()
        write_values(session, in_steps(new_values(session, "circles", [who.circle_id], remover)))
        _drop_remembered(session, who, devices, remover)
        _drop_photos(session, who)
        let_readers()
        _rename(session, who)
        _forget_left_behind(session, who)
        begun = CircleForgetting(
            player_id=who.persons[0].id,
            names=who.names._asdict(),
            tables=sorted(who.tables),
            evenings=sorted(who.evenings),
        )
        session.add(begun)
        return begun

    def names_left(self, player_id: int, remover: NameRemover) -> NamesLeft:
        """Returns where the names still stand: each step may have been followed by an entry that says them again."""
        with self._read() as session:
            begun = session.get_one(CircleForgetting, player_id)
            tables = _owners(session, "tables", begun.tables, remover)
            return NamesLeft(tables, _owners(session, "evenings", begun.evenings, remover))

    def forget_at_table(self, table_id: int, remover: NameRemover) -> None:
        """Removes the names from a table, makes its chain again, and notes that on its desk.

        A chain that did not fit before is left as it is: nobody covers up a change by forgetting somebody.
        """
        with self._write(table_id) as session:
            values = new_values(session, "tables", [table_id], remover)
            chained = any(value.place.chained for value in values)
            strange = chained and bool(unconfirmed(session.connection(), self.chain, [table_id]))
            write_values(session, values)
            if chained:
                if not strange:
                    chain_anew(session.connection(), self.chain, [table_id])
                line = DeskLine(table_id=table_id, seq=log_length(session, table_id), kind=FORGOTTEN, body={})
                add_desk_line(session.connection(), self.chain, line)

    def forget_at_evening(self, evening_id: int, remover: NameRemover) -> None:
        """Takes the names out of an evening, and says so in its lines."""
        with self._write_in(evening_id, Scope.EVENING) as session:
            if values := new_values(session, "evenings", [evening_id], remover):
                write_values(session, values)
                self._count_change(session, evening_id)
                newest = select(func.max(col(EveningLine.seq))).where(col(EveningLine.evening_id) == evening_id)
                seq = (session.scalar(newest) or 0) + 1
                session.add(EveningLine(evening_id=evening_id, seq=seq, kind=FORGOTTEN, body={}))

    def end_forgetting(self, player_id: int) -> None:
        """Drops the names, which stand nowhere else; until `erase_freed` their bytes may still lie in the file."""
        with self._write() as session:
            if (begun := session.get(CircleForgetting, player_id)) is not None:
                begun.names, begun.tables, begun.evenings = {}, [], []

    def forgettings(self) -> list[CircleForgetting]:
        """Returns the players whose names are not out yet, or whose bytes are not erased."""
        return self._all(select(CircleForgetting).order_by(col(CircleForgetting.player_id)))

    def names_kept(self, circle_id: int, player_id: int, device_id: int) -> KeptNames:
        """Returns the tables and evenings that keep the name of a player whom this device has forgotten.

        Raises LookupError for no such player.
        """
        with self._read() as session:
            rows = rows_of(session)
            return forgotten_player(session, rows, circle_id, player_id, device_id).kept

    def erase_freed(self) -> None:
        """Rewrites a SQLite file and empties its journal, so that no deleted data is left in them.

        Other greenlets go on reading, those that write wait. A PostgreSQL clears by itself what it keeps. Raises
        StoreBusy where it was not done.
        """
        done = [one.player_id for one in self.forgettings() if not one.names]
        if not done:
            return
        if not self.is_shared:
            with self._write_lock:
                gevent.get_hub().threadpool.apply(self._vacuum)
        with self._write() as session:
            session.execute(delete(CircleForgetting).where(col(CircleForgetting.player_id).in_(done)))

    def _vacuum(self) -> None:
        driver = self._writer.dialect.loaded_dbapi
        with closing(self._pooled(self._writer)) as connection, closing(connection.cursor()) as cursor:
            try:
                cursor.execute("VACUUM")
                for _ in range(CHECKPOINTS_TRIED):  # each waits for readers of the old pages
                    cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    if (answer := cursor.fetchone()) is not None and not answer[0]:
                        return
            except driver.OperationalError as error:
                raise StoreBusy(str(error)) from error
        raise StoreBusy("the journal is being read")


def _owners(session: Session, whose: Whose, numbers: Iterable[int], remover: NameRemover) -> list[int]:
    """Returns those of these tables or evenings of which something has one of the names."""
    parts = in_turns(numbers, LOGS_A_TURN)
    return sorted({new.owner for some in parts for new in new_values(session, whose, some, remover)})


def _devices(session: Session, who: ForgottenPlayer) -> list[int]:
    """Returns the devices of the circle and of its tables."""
    found = {*session.scalars(select(col(Grant.device_id)).where(col(Grant.circle_id) == who.circle_id))}
    for some in in_turns(sorted(who.tables)):
        found.update(session.scalars(select(col(Grant.device_id)).where(col(Grant.table_id).in_(some))))
    return sorted(found)


def _drop_remembered(session: Session, who: ForgottenPlayer, devices: Iterable[int], remover: NameRemover) -> None:
    """Removes the names from the last input of these devices, and from the names of packs that they taught."""
    for some in in_turns(devices):
        for device in session.scalars(select(Device).where(col(Device.id).in_(some))):
            kept = [name for name in device.names if name_key(name) not in who.names.called]
            if kept != device.names:
                device.names = kept
        for pack in session.scalars(select(TaughtPack).where(col(TaughtPack.device_id).in_(some))):
            pack.name = remover.text(pack.name)


def _drop_photos(session: Session, who: ForgottenPlayer) -> None:
    """Deletes the photos of cases at the player's tables, and the photos of the player's phones."""
    phones = select(col(Grant.device_id)).where(col(Grant.player_id).in_([person.id for person in who.persons]))
    of_phones = select(col(CasePhoto.id), col(CasePhoto.table_id)).where(col(CasePhoto.device_id).in_(phones))
    theirs = [number for number, table_id in session.execute(of_phones) if table_id in who.tables]
    sat = [table.id for table in who.sat_at if table.id in who.tables]
    session.execute(delete(CasePhoto).where(or_(col(CasePhoto.table_id).in_(sat), col(CasePhoto.id).in_(theirs))))


def _rename(session: Session, who: ForgottenPlayer) -> None:
    """The player and all other names of the same one are called by a number; no phone is this player any more."""
    for person in (session.get_one(CirclePlayer, one.id) for one in who.persons):
        person.name, person.forgotten_at = who.names.called[person.key], utc_now()
        person.key = name_key(person.name)
    ids = [person.id for person in who.persons]
    session.execute(update(Grant).where(col(Grant.player_id).in_(ids)).values(player_id=None))
    session.execute(update(CirclePost).where(col(CirclePost.player_id).in_(ids)).values(photo=None))
    session.execute(delete(CirclePost).where(col(CirclePost.photo).is_(None), col(CirclePost.text) == ""))


def _forget_left_behind(session: Session, who: ForgottenPlayer) -> None:
    """Removes the names from circles joined to this one: these joins can no longer be undone.

    What is left of a file that was being brought in goes with them: it would bring the name again.
    """
    came = list(session.scalars(select(CircleJoin).where(col(CircleJoin.circle_id) == who.circle_id)))
    left = [line.gone_id for line in came if line.undone_at is None]
    theirs = col(CirclePlayer.circle_id).in_(left), col(CirclePlayer.key).in_(who.names.called)
    for person in session.scalars(select(CirclePlayer).where(*theirs)):
        person.name = person.key = f"#{person.id}"
        person.forgotten_at = utc_now()
    for line in came:
        line.moved = {}
    session.execute(delete(CircleArrival).where(col(CircleArrival.circle_id).in_([who.circle_id, *left])))
