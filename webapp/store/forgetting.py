"""Removes the name of a player from every column that can hold it; what was played stays."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, Literal, NamedTuple, Protocol

import gevent
from sqlalchemy import ColumnElement, delete, func, literal, or_, select, update
from sqlalchemy import Row as Found
from sqlalchemy import Table as Columns
from sqlmodel import Session, col

from webapp.store.chain.links import add_desk_line
from webapp.store.chain.walk import chain_anew, unconfirmed
from webapp.store.circle_models import Circle, CircleArrival, CircleJoin, CirclePlayer, CirclePost
from webapp.store.engines import StoreBusy
from webapp.store.evening_models import EveningLine
from webapp.store.evenings import Evenings
from webapp.store.forgotten_player import ForgottenPlayer, KeptNames, forgotten_player
from webapp.store.kept_rows import rows_of
from webapp.store.log import log_length
from webapp.store.match_keeping import come_over, to_come_over
from webapp.store.models import CasePhoto, DeskLine, Device, Grant, Row, TaughtPack, now
from webapp.store.people import name_key


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


def _answer_key(found: Found[Any], who: ForgottenPlayer, _remover: NameRemover) -> Any:
    return name_key(who.called[found.value]) if found.value in who.called else found.value


TYPED = ('"reason"', '"text"', '"by"', '"agreed"')
"""An entry without one of these fields holds nothing that somebody has typed."""
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
    for device in session.scalars(select(Device).where(_of_devices(col(Device.id), who))):
        kept = [name for name in device.names if name_key(name) not in who.called]
        if kept != device.names:
            device.names = kept


def _of_devices(column: Any, who: ForgottenPlayer) -> ColumnElement[bool]:
    """Tells whether a column names a device of the circle, or of a table of it."""
    of_circle = select(col(Grant.device_id)).where(col(Grant.circle_id) == who.circle_id)
    at_tables = select(col(Grant.device_id)).where(col(Grant.table_id).in_(who.tables))
    return or_(column.in_(of_circle), column.in_(at_tables))


def _of_place(session: Session, place: TextColumn, who: ForgottenPlayer, remover: NameRemover) -> Iterator[NewValue]:
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


FORGOTTEN = "forgotten"
"""The kind of the line by which an evening or a desk says that a name was taken out of the lines before it."""


CHECKPOINTS_TRIED = 3


class Renamed(NamedTuple):
    """The tables and evenings from which a name went, and those that keep it."""

    tables: list[int]
    evenings: list[int]
    kept: KeptNames


class Forgetting(Evenings):
    """Players of circles who are forgotten."""

    def forget_player(
        self, circle_id: int, player_id: int, remover: Callable[[ForgottenPlayer], NameRemover], *, device_id: int
    ) -> Renamed:
        """Takes all names of a player out of the circle, its tables and their evenings; a number stands for them.

        Tables and evenings of others keep it, unless this device was the player there (`ForgettingRights`). What was
        played and every rating stays. The chains of these tables are made anew, and a line on each desk says so. Raises
        LookupError for no such player, StillPlaying where a table or evening with the player goes on. Call
        `erase_freed` afterwards: until then the bytes may still lie in the file.
        """
        with self._write() as session:
            rows = rows_of(session, is_shared=self.is_shared)
            come_over(rows, circle_id, to_come_over(rows, circle_id))
            who = forgotten_player(session, circle_id, player_id, device_id)
            values = new_values(session, who, remover(who))
            if self.is_shared:  # what was read may have changed before its tables were locked
                self._lock(session, circle_id, values)
                session.expire_all()
                come_over(rows, circle_id, to_come_over(rows, circle_id))
                who = forgotten_player(session, circle_id, player_id, device_id)
                values = new_values(session, who, remover(who))
            self._write_chained(session, values)
            drop_remembered(session, who)
            _drop_photos(session, who, values)
            _rename(session, who)
            _forget_left_behind(session, who)
            _rename_packs(session, who, remover(who))
            evenings = _owners(values, "evenings")
            for evening_id in evenings:
                self._note_at_evening(session, evening_id)
        return Renamed(_owners(values, "tables"), evenings, who.kept)

    def names_kept(self, circle_id: int, player_id: int, device_id: int) -> KeptNames:
        """Returns the tables and evenings that would keep the name of a player whom this device has forgotten.

        Raises LookupError for no such player.
        """
        with self._read() as session:
            return forgotten_player(session, circle_id, player_id, device_id, must_be_over=False).kept

    def erase_freed(self) -> None:
        """Writes a SQLite file anew and empties its journal: what was deleted lies nowhere in them any more.

        Other greenlets go on reading. A PostgreSQL clears by itself what it keeps. Raises StoreBusy where it was not
        done.
        """
        if not self.is_shared:
            with self._write_lock:
                gevent.get_hub().threadpool.apply(self._vacuum)

    def _vacuum(self) -> None:
        driver = self._writer.dialect.loaded_dbapi
        with closing(self._pooled(self._writer)) as connection, closing(connection.cursor()) as cursor:
            try:
                cursor.execute("VACUUM")
                for _ in range(CHECKPOINTS_TRIED):  # each waits for readers of what was there before
                    cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    if (answer := cursor.fetchone()) is not None and not answer[0]:
                        return
            except driver.OperationalError as error:
                raise StoreBusy(str(error)) from error
        raise StoreBusy("the journal is being read")

    def _lock(self, session: Session, circle_id: int, values: Iterable[NewValue]) -> None:
        for table_id in _owners(values, "tables"):
            self._lock_table(session.connection(), table_id)
        session.scalars(select(Circle).where(col(Circle.id) == circle_id).with_for_update()).one()

    def _write_chained(self, session: Session, values: list[NewValue]) -> None:
        """Writes what columns become, makes the chains of their tables anew, and says so on their desks.

        A chain that did not fit before is left as it is: nobody covers up a change by forgetting somebody.
        """
        tables = _owners([value for value in values if value.place.chained], "tables")
        strange = unconfirmed(session.connection(), self.chain, tables)
        write_values(session, values)
        chain_anew(session.connection(), self.chain, [table for table in tables if table not in strange])
        for table_id in tables:
            line = DeskLine(table_id=table_id, seq=log_length(session, table_id), kind=FORGOTTEN, body={})
            add_desk_line(session.connection(), self.chain, line)

    def _note_at_evening(self, session: Session, evening_id: int) -> None:
        self._count_change(session, evening_id)
        seq = _newest(session, col(EveningLine.seq), col(EveningLine.evening_id) == evening_id) + 1
        session.add(EveningLine(evening_id=evening_id, seq=seq, kind=FORGOTTEN, body={}))


def _drop_photos(session: Session, who: ForgottenPlayer, values: Iterable[NewValue]) -> None:
    """Throws away what is kept with cases of tables at which the player sat, and what the player's phones have kept."""
    sat = [one.owner for one in values if (one.place.table, one.place.column) == ("tables", "players")]
    phones = select(col(Grant.device_id)).where(col(Grant.player_id).in_([person.id for person in who.persons]))
    theirs = col(CasePhoto.table_id).in_(who.tables) & col(CasePhoto.device_id).in_(phones)
    session.execute(delete(CasePhoto).where(or_(col(CasePhoto.table_id).in_(sat), theirs)))


def _rename(session: Session, who: ForgottenPlayer) -> None:
    """The player and all other names of the same one are called by a number; no phone is this player any more."""
    for person in who.persons:
        person.name, person.forgotten_at = who.called[person.key], now()
        person.key = name_key(person.name)
    ids = [person.id for person in who.persons]
    session.execute(update(Grant).where(col(Grant.player_id).in_(ids)).values(player_id=None))
    session.execute(update(CirclePost).where(col(CirclePost.player_id).in_(ids)).values(photo=None))
    session.execute(delete(CirclePost).where(col(CirclePost.photo).is_(None), col(CirclePost.text) == ""))


def _forget_left_behind(session: Session, who: ForgottenPlayer) -> None:
    """Takes the names out of circles that came over to this one, too: nothing of these is taken back any more.

    What is left of a file that was being brought in goes with them: it would bring the name again.
    """
    came = list(session.scalars(select(CircleJoin).where(col(CircleJoin.circle_id) == who.circle_id)))
    left = [line.gone_id for line in came if line.undone_at is None]
    wanted = select(CirclePlayer).where(col(CirclePlayer.circle_id).in_(left), col(CirclePlayer.key).in_(who.called))
    for person in session.scalars(wanted):
        person.name = person.key = f"#{person.id}"
        person.forgotten_at = now()
    for line in came:
        line.moved = {}
    session.execute(delete(CircleArrival).where(col(CircleArrival.circle_id).in_([who.circle_id, *left])))


def _rename_packs(session: Session, who: ForgottenPlayer, remover: NameRemover) -> None:
    """Takes the name out of those of packs that devices of the circle and of its tables have taught this house."""
    for pack in session.scalars(select(TaughtPack).where(_of_devices(col(TaughtPack.device_id), who))):
        pack.name = remover.text(pack.name)


def _owners(values: Iterable[NewValue], whose: str) -> list[int]:
    return sorted({value.owner for value in values if value.place.whose == whose})


def _newest(session: Session, number: Any, of: ColumnElement[bool]) -> int:
    return session.scalar(select(func.max(number)).where(of)) or 0
