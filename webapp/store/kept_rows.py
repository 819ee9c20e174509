"""Rows kept of circles' matches, read and written as SQL text: many entries end a match, and this is done in each."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy.engine.interfaces import DBAPICursor
from sqlmodel import Session

from webapp.http.limits import ROWS_A_TURN
from webapp.store.chain.links import moment_of, time_text

Moment: TypeAlias = tuple[datetime, int]
"""The end of a match, and the number of its table: the sort key of matches."""
BEGINNING: Moment = (datetime(1000, 1, 1, tzinfo=UTC), 0)
"""Before all matches."""


class TableRow(NamedTuple):
    """Row of a table: its circle, its game, and its people by seat."""

    circle_id: int | None
    game: str
    players: Sequence[str]


class MatchRow(NamedTuple):
    """A finished match of a circle, as `CircleMatch` holds it."""

    table_id: int
    circle_id: int
    game: str
    began_at: datetime
    ended_at: datetime
    players: list[int]
    summary: Mapping[str, Any]
    from_file: bool = False

    @property
    def rank(self) -> tuple[bool, int]:
        """Order of several tables with the same match: the one where it was played first, then the oldest file's."""
        return self.from_file, self.table_id

    @property
    def moment(self) -> Moment:
        """Where it stands in the order of matches."""
        return self.ended_at, self.table_id


class RatingRow(NamedTuple):
    """The rating of a player after a match, as `CircleRating` holds it."""

    table_id: int
    player_id: int
    circle_id: int
    game: str
    ended_at: datetime
    strength: int
    uncertainty: int
    matches: int
    won: int
    counts: bool = True


RatePlayers: TypeAlias = Callable[[Sequence[MatchRow], Mapping[int, RatingRow], Collection[int]], list[RatingRow]]
"""Returns the ratings after each of these matches of one game, which come oldest first.

Asked with the rating of each player before the first of them, where there is one, and with the guests, for whom no
match counts.
"""
Text: TypeAlias = tuple[Any, ...]
"""A row as the database gives it, unread."""

_TABLE = "SELECT circle_id, game, CAST(players AS TEXT) FROM tables WHERE id = ?"
_TABLES = """
SELECT id, CAST(players AS TEXT) FROM tables WHERE circle_id = ? AND id > ? ORDER BY id LIMIT ?
"""
_TIMES = "SELECT made_at FROM events WHERE table_id = ? AND seq <= ? ORDER BY seq"
_OPENED = "SELECT CAST(body AS TEXT) FROM desk_lines WHERE table_id = ? AND kind = 'opened' ORDER BY id LIMIT 1"
_OPENED_LAST = (
    "SELECT CAST(body AS TEXT) FROM desk_lines WHERE table_id = ? AND kind = 'opened' ORDER BY id DESC LIMIT 1"
)
_FIRST = "SELECT CAST(body AS TEXT) FROM events WHERE table_id = ? AND seq = 1"
_BEGUN = """
SELECT table_id FROM circle_matches
WHERE circle_id = ? AND began_at >= ? AND began_at < ? AND game = ? AND table_id <> ? ORDER BY table_id
"""
_OF_FILE = """
SELECT DISTINCT circle_matches.table_id FROM circle_matches JOIN desk_lines ON
desk_lines.table_id = circle_matches.table_id AND desk_lines.kind = 'opened' AND CAST(desk_lines.body AS TEXT) LIKE ?
WHERE circle_id = ? AND from_file = TRUE AND game = ? AND circle_matches.table_id <> ? ORDER BY circle_matches.table_id
"""
_FROM_FILES = "SELECT table_id FROM circle_matches WHERE circle_id = ? AND from_file ORDER BY ended_at, table_id"
_WITHOUT_FILES = "SELECT without_files FROM circles WHERE id = ?"
_PLAYER = "SELECT COALESCE(merged_into, id) FROM circle_players WHERE circle_id = ? AND key = ?"
_FORGOTTEN = """
SELECT player_id, CAST(names AS TEXT) FROM circle_forgettings JOIN circle_players ON circle_players.id = player_id
WHERE circle_id = ?
"""
_PLAYERS = """
SELECT id, key, merged_into, forgotten_at IS NULL, guest FROM circle_players WHERE circle_id = ? ORDER BY id
"""
_ADD_PLAYER = """
INSERT INTO circle_players (circle_id, name, key, merged_into) VALUES (?, ?, ?, ?)
RETURNING COALESCE(merged_into, id)
"""
_MATCH = """
SELECT table_id, circle_id, game, began_at, ended_at, CAST(players AS TEXT), CAST(summary AS TEXT), from_file
FROM circle_matches WHERE table_id = ?
"""
# The first condition on the time makes the index find the place.
_MATCHES_SINCE = """
SELECT table_id, circle_id, game, began_at, ended_at, CAST(players AS TEXT), CAST(summary AS TEXT), from_file
FROM circle_matches
WHERE circle_id = ? AND game = ? AND ended_at >= ? AND (ended_at > ? OR table_id >= ?) ORDER BY ended_at, table_id
LIMIT ?
"""
_GAMES = "SELECT DISTINCT game FROM circle_matches WHERE circle_id = ? ORDER BY game"
_CHANGE_PLAYERS = "UPDATE circle_matches SET players = ? WHERE table_id = ?"
_ON_THEIR_WAY = """
SELECT played.table_id, tables.circle_id FROM circle_matches AS played JOIN tables ON tables.id = played.table_id
WHERE tables.circle_id <> played.circle_id AND played.circle_id IN (
SELECT circle_id FROM circle_joins WHERE circle_id = ? OR gone_id = ? UNION
SELECT gone_id FROM circle_joins WHERE circle_id = ? OR gone_id = ?)
ORDER BY played.ended_at, played.table_id
"""
# Players whose name was known in both circles have stayed in the one that was joined.
_COMES_AS = """
SELECT COALESCE(here.merged_into, here.id) FROM circle_players AS person JOIN circle_players AS here
ON here.circle_id = ? AND here.key = person.key WHERE person.id = ?
"""
_MOVE_TABLE = "UPDATE tables SET circle_id = ? WHERE id = ? AND circle_id = ?"
_MOVE_MATCH = "UPDATE circle_matches SET circle_id = ?, players = ? WHERE table_id = ?"
_MOVE_PLAYER = "UPDATE circle_players SET circle_id = ?, merged_into = ? WHERE id = ?"
_ADD_MATCH = """
INSERT INTO circle_matches (circle_id, game, began_at, ended_at, players, summary, from_file, table_id)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_CHANGE_MATCH = """
UPDATE circle_matches SET circle_id = ?, game = ?, began_at = ?, ended_at = ?, players = ?, summary = ?,
from_file = ? WHERE table_id = ?
"""
_RATING_BEFORE = """
SELECT table_id, player_id, circle_id, game, ended_at, strength, uncertainty, matches, won, counts FROM circle_ratings
WHERE circle_id = ? AND game = ? AND player_id = ? AND ended_at <= ? AND (ended_at < ? OR table_id < ?)
ORDER BY ended_at DESC, table_id DESC LIMIT 1
"""
_PUT_RATING = """
INSERT INTO circle_ratings (table_id, player_id, circle_id, game, ended_at, strength, uncertainty, matches, won,
counts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (table_id, player_id) DO UPDATE SET strength = excluded.strength, uncertainty = excluded.uncertainty,
matches = excluded.matches, won = excluded.won, counts = excluded.counts
"""
_REMOVE_RATING = "DELETE FROM circle_ratings WHERE table_id = ? AND player_id = ?"
_DUE = "SELECT ended_at, table_id FROM circle_ratings_due WHERE circle_id = ? AND game = ?"
_GAMES_DUE = "SELECT game FROM circle_ratings_due WHERE circle_id = ? ORDER BY game"
_PUT_DUE = """
INSERT INTO circle_ratings_due (circle_id, game, ended_at, table_id) VALUES (?, ?, ?, ?)
ON CONFLICT (circle_id, game) DO UPDATE SET ended_at = excluded.ended_at, table_id = excluded.table_id
"""
_REMOVE_DUE = "DELETE FROM circle_ratings_due WHERE circle_id = ? AND game = ?"
_VERSION = "SELECT version FROM circles WHERE id = ?"
_CHANGED = "UPDATE circles SET version = version + 1 WHERE id = ?"
_CHANGED_OF = """
UPDATE circles SET version = version + 1 WHERE id = (SELECT circle_id FROM circle_matches WHERE table_id = ?)
"""


class KeptRows:
    """The rows of one transaction, through the cursor of its connection."""

    def __init__(self, cursor: DBAPICursor, *, is_shared: bool) -> None:
        """`is_shared` tells that the database is PostgreSQL."""
        self._cursor = cursor
        self._is_shared = is_shared

    def table(self, table_id: int) -> TableRow:
        ((circle_id, game, players),) = self._all(_TABLE, table_id)
        return TableRow(circle_id, game, json.loads(players))

    def tables_after(self, circle_id: int, table_id: int, limit: int) -> list[Text]:
        """Returns up to `limit` tables of a circle with a higher number, undecoded: their numbers and people."""
        return self._all(_TABLES, circle_id, table_id, limit)

    def lock_circle(self, circle_id: int) -> None:
        """Makes other transactions on this circle's rows wait; one SQLite file has one writer."""
        if self._is_shared:
            self._all("SELECT id FROM circles WHERE id = ? FOR UPDATE", circle_id)

    def times(self, table_id: int, seq: int) -> list[datetime]:
        """Returns when the events of a log up to this one were made."""
        return [moment_of(made_at) for (made_at,) in self._all(_TIMES, table_id, seq)]

    def opened(self, table_id: int) -> Mapping[str, Any] | None:
        """Returns the desk line about the file that a table was opened from, None without one."""
        found = self._all(_OPENED, table_id)
        return json.loads(found[0][0]) if found else None

    def counts(self, row: MatchRow) -> bool:
        """Tells whether a match counts in its circle: of those from files only own ones do where they are left out."""
        return not row.from_file or not self._all(_WITHOUT_FILES, row.circle_id)[0][0] or self.is_own(row.table_id)

    def is_own(self, table_id: int) -> bool:
        """Tells whether a match that came with its circle was played there; earlier claims of a file do not count."""
        found = self._all(_OPENED_LAST, table_id)
        return bool(found and json.loads(found[0][0]).get("own"))

    def tables_from_files(self, circle_id: int) -> list[int]:
        """Returns the tables of a circle's matches that came from files, the oldest first."""
        return [table_id for (table_id,) in self._all(_FROM_FILES, circle_id)]

    def same_matches(self, row: MatchRow) -> list[MatchRow]:
        """Returns the rows of the same match at other tables of its circle, one of both opened from a file.

        It is the same where the same people entered its first line in the same second, or where the file is the same.
        """
        second, which = row.began_at.replace(microsecond=0), (row.game, row.table_id)
        times = self._time(second), self._time(second + timedelta(seconds=1))
        found = self._all(_BEGUN, row.circle_id, *times, *which)
        if row.from_file and (digits := (self.opened(row.table_id) or {}).get("fingerprint")):
            found += self._all(_OF_FILE, f"%{digits}%", row.circle_id, *which)
        others = [other for (table_id,) in dict.fromkeys(found) if (other := self.match(table_id))]
        return [one for one in others if (one.from_file or row.from_file) and self._is_same(row, one)]

    def _is_same(self, one: MatchRow, other: MatchRow) -> bool:
        files = [self.opened(row.table_id) for row in (one, other)]
        if None not in files and len({file.get("fingerprint") for file in files if file}) == 1:
            return True
        if one.players != other.players or not _is_moment(one.began_at, other.began_at):
            return False
        first, second = ([json.loads(text) for (text,) in self._all(_FIRST, row.table_id)] for row in (one, other))
        return bool(first) and first == second

    def player(self, circle_id: int, key: str) -> int | None:
        """Returns the player of this name key, if the circle knows it."""
        found = self._all(_PLAYER, circle_id, key)
        return found[0][0] if found else None

    def forgotten(self, circle_id: int, key: str) -> int | None:
        """Returns the player with this name key, among those whose names are still being forgotten."""
        found = self._all(_FORGOTTEN, circle_id)
        return next((player_id for player_id, names in found if key in json.loads(names).get("called", ())), None)

    def players(self, circle_id: int) -> list[Text]:
        """Returns number, key, whose other name it is, whether not forgotten, whether a guest, of all of a circle."""
        return self._all(_PLAYERS, circle_id)

    def guests(self, circle_id: int) -> set[int]:
        return {number for number, _key, _leads_to, _is_known, guest in self.players(circle_id) if guest}

    def add_player(self, circle_id: int, name: str, key: str, merged_into: int | None) -> int:
        """Adds a player, or an alias of one, and returns the number of the player."""
        added: int = self._all(_ADD_PLAYER, circle_id, name, key, merged_into)[0][0]
        return added

    def match(self, table_id: int) -> MatchRow | None:
        found = self._all(_MATCH, table_id)
        return read_match(found[0]) if found else None

    def some_matches(self, circle_id: int, game: str, first: Moment, limit: int) -> list[Text]:
        """Returns up to `limit` matches of a game from a moment on, the oldest first, undecoded."""
        ended_at, table_id = first
        time = self._time(ended_at)
        return self._all(_MATCHES_SINCE, circle_id, game, time, time, table_id, limit)

    def version(self, circle_id: int) -> int:
        """Returns how often something of the matches or tables of a circle has changed."""
        version: int = self._all(_VERSION, circle_id)[0][0]
        return version

    def games(self, circle_id: int) -> list[Text]:
        return self._all(_GAMES, circle_id)

    def add_match(self, row: MatchRow) -> None:
        """Adds a match of which nothing is kept yet."""
        self._run(_CHANGED, row.circle_id)
        self._run(_ADD_MATCH, *self._values(row))

    def change_match(self, row: MatchRow) -> None:
        self._run(_CHANGED_OF, row.table_id)
        self._run(_CHANGED, row.circle_id)
        self._run(_CHANGE_MATCH, *self._values(row))

    def on_their_way(self, circle_id: int) -> list[tuple[int, int]]:
        """Returns the tables whose match is kept in another circle than theirs, of all that this one was joined with.

        Each comes with the circle of the table, the oldest first.
        """
        return self._all(_ON_THEIR_WAY, *[circle_id] * 4)

    def comes_as(self, circle_id: int, player_id: int) -> int:
        """Returns the player of this circle with the name of one from a joined circle; without any that one."""
        found = self._all(_COMES_AS, circle_id, player_id)
        return found[0][0] if found else player_id

    def move_tables(self, circle_id: int, to: int, tables: Iterable[int] | None = None) -> None:
        """Has the tables of a circle, of these alone those that belong to it, belong to another one."""
        if tables is None:
            self._run("UPDATE tables SET circle_id = ? WHERE circle_id = ?", to, circle_id)
        else:
            self._each(_MOVE_TABLE, [(to, table_id, circle_id) for table_id in tables])

    def move_match(self, row: MatchRow) -> None:
        """Has a match belong to another circle, with its players there; the ratings after it go."""
        self.remove_ratings(row.table_id)
        self._run(_MOVE_MATCH, row.circle_id, _text(row.players), row.table_id)

    def move_players(self, players: Sequence[tuple[int, int | None]], to: int) -> None:
        """Has players belong to another circle, each with whose other name it is there."""
        self._each(_MOVE_PLAYER, [(to, leads_to, number) for number, leads_to in players])

    def note_change(self, circle_id: int) -> None:
        """Notes that something of the matches or tables of a circle has changed."""
        self._run(_CHANGED, circle_id)

    def change_players(self, circle_id: int, players: Iterable[tuple[int, list[int]]]) -> None:
        """Changes the players of the matches of these tables, all of one circle."""
        self._run(_CHANGED, circle_id)
        self._each(_CHANGE_PLAYERS, [(_text(new), table_id) for table_id, new in players])

    def remove_match(self, table_id: int) -> None:
        """Deletes the row of the match of a table, and the ratings after it."""
        self.remove_ratings(table_id)
        self._run(_CHANGED_OF, table_id)
        self._run("DELETE FROM circle_matches WHERE table_id = ?", table_id)

    def rating_before(self, circle_id: int, game: str, player_id: int, moment: Moment) -> RatingRow | None:
        """Returns the newest rating of a player in a game that is older than a moment."""
        ended_at, table_id = moment
        time = self._time(ended_at)
        found = self._all(_RATING_BEFORE, circle_id, game, player_id, time, time, table_id)
        return _rating(found[0]) if found else None

    def put_ratings(self, rows: Iterable[RatingRow]) -> None:
        """Adds ratings, or changes those that are there to them."""
        self._each(_PUT_RATING, [row._replace(ended_at=self._time(row.ended_at)) for row in rows])

    def remove_ratings_of(self, which: Iterable[tuple[int, int]]) -> None:
        """Removes the ratings after the matches of tables, each of one player of it."""
        self._each(_REMOVE_RATING, list(which))

    def remove_ratings(self, table_id: int) -> None:
        """Removes the ratings after the match of a table."""
        self._run("DELETE FROM circle_ratings WHERE table_id = ?", table_id)

    def due(self, circle_id: int, game: str) -> Moment | None:
        """Returns the first match from which the ratings of a game have to be made again."""
        found = self._all(_DUE, circle_id, game)
        return (moment_of(found[0][0]), found[0][1]) if found else None

    def games_due(self, circle_id: int) -> list[str]:
        return [game for (game,) in self._all(_GAMES_DUE, circle_id)]

    def put_due(self, circle_id: int, game: str, first: Moment | None) -> None:
        """Marks the ratings of a game to be made again from a moment on, None: none of them."""
        if first is None:
            self._run(_REMOVE_DUE, circle_id, game)
        else:
            self._run(_PUT_DUE, circle_id, game, self._time(first[0]), first[1])

    def _values(self, row: MatchRow) -> tuple[Any, ...]:
        times = self._time(row.began_at), self._time(row.ended_at)
        return row.circle_id, row.game, *times, _text(row.players), _text(row.summary), row.from_file, row.table_id

    def _all(self, statement: str, *values: Any) -> list[Any]:
        self._run(statement, *values)
        return list(self._cursor.fetchall())

    def _each(self, statement: str, values: Sequence[tuple[Any, ...]]) -> None:
        if values:
            self._cursor.executemany(self._text(statement), values)

    def _run(self, statement: str, *values: Any) -> None:
        self._cursor.execute(self._text(statement), values)

    def _text(self, statement: str) -> str:
        return statement.replace("?", "%s") if self._is_shared else statement

    def _time(self, moment: datetime) -> Any:
        return moment if self._is_shared else time_text(moment)


def _is_moment(one: datetime, other: datetime) -> bool:
    """Tells whether two times are the same, as exactly as both are said: files say whole seconds."""
    rough = not (one.microsecond and other.microsecond)
    return one == other or (rough and one.replace(microsecond=0) == other.replace(microsecond=0))


def _text(value: object) -> str:
    # Without blanks: counting over many matches reads a fifth less.
    return json.dumps(value, separators=(",", ":"))


def rows_of(session: Session) -> KeptRows:
    """Returns the rows of a session's transaction. Its changes are flushed first, and reloaded afterwards."""
    session.flush()
    session.expire_all()
    connection = session.connection()
    return KeptRows(connection.connection.cursor(), is_shared=connection.dialect.name != "sqlite")


Ask: TypeAlias = Callable[[Callable[[KeptRows], list[Text]]], list[Text]]
"""Asks the rows that are kept: of one transaction, or each time of another."""


def names_in_parts(ask: Ask, circle_id: int) -> Iterator[dict[int, list[str]]]:
    """Yields the names of the people of all tables of a circle, by table."""
    last = 0
    while some := ask(lambda rows: rows.tables_after(circle_id, last, ROWS_A_TURN)):  # noqa: B023
        yield {table_id: json.loads(names) for table_id, names in some}
        last = some[-1][0]


def matches_in_parts(ask: Ask, circle_id: int) -> Iterator[list[MatchRow]]:
    """Yields the matches of a circle, of each game the oldest first."""
    for (game,) in ask(lambda rows: rows.games(circle_id)):
        first = BEGINNING
        while found := ask(lambda rows: rows.some_matches(circle_id, game, first, ROWS_A_TURN)):  # noqa: B023
            some = [read_match(row) for row in found]
            yield some
            first = some[-1].ended_at, some[-1].table_id + 1


def read_match(row: Text) -> MatchRow:
    table_id, circle_id, game, began_at, ended_at, players, summary, from_file = row
    times = moment_of(began_at), moment_of(ended_at)
    return MatchRow(table_id, circle_id, game, *times, json.loads(players), json.loads(summary), bool(from_file))


def _rating(row: Text) -> RatingRow:
    found = RatingRow(*row)
    return found._replace(ended_at=moment_of(found.ended_at), counts=bool(found.counts))
