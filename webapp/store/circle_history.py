"""Queries over the kept matches of a circle: lists, ratings, one player's matches, notes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from webapp.store.chain.links import moment_of, time_text
from webapp.store.circle_models import CircleMatch, CircleNote, CirclePlayer, CircleRating
from webapp.store.database import Database, need_row
from webapp.store.kept_rows import BEGINNING, RatingRow, rows_of
from webapp.store.models import Table, utc_now
from webapp.store.roles import Scope


class MatchDate(NamedTuple):
    """When a match was played, and the evening to which its table belongs."""

    table_id: int
    game: str
    began_at: datetime
    evening_id: int | None


class FoundByName(NamedTuple):
    """What a search by a name has found: titles of tables, tables by their notes, players."""

    titles: list[str]
    noted: list[int]
    players: list[int]


class CircleState(NamedTuple):
    """The inputs of everything computed from a circle's matches: their version, and its people."""

    version: int
    people: tuple[tuple[int, str, bool], ...]

    @property
    def names(self) -> dict[int, str]:
        """The names of the people by number."""
        return {number: name for number, name, _guest in self.people}


@dataclass(frozen=True)
class MatchFilter:
    """Selection of a circle's matches: of these games, with all of these players.

    `tables`: at these alone; `named`: with any of these names. A match in which somebody sat twice is rated for nobody,
    and found without players only.
    """

    circle_id: int
    games: Sequence[str]
    players: Sequence[int] = ()
    tables: Sequence[int] | None = None
    named: FoundByName | None = None


class RatingStep(NamedTuple):
    """The rating of a player before a match, None: it was the first one, and after it."""

    before: RatingRow | None
    after: CircleRating


class KeptText(NamedTuple):
    """A finished match as it lies in the database: `players` and `summary` are JSON."""

    table_id: int
    game: str
    began_at: datetime
    ended_at: datetime
    players: str
    summary: str


class PlayedMatch(NamedTuple):
    """A finished match as a player of it played it: with the rating after it. `players` and `summary` are JSON.

    `corrected`: after its end. Where it `counts` not, the rating is that before it.
    """

    table_id: int
    game: str
    began_at: datetime
    ended_at: datetime
    players: str
    summary: str
    strength: int
    uncertainty: int
    counts: bool
    corrected: bool


class CircleHistory(Database):
    """The finished matches of all circles: their dates, notes and results."""

    def games_played(self, circle_id: int) -> dict[str, int]:
        """Returns how many matches of each game a circle has, the game played most first."""
        wanted = select(col(CircleMatch.game), func.count()).where(col(CircleMatch.circle_id) == circle_id)
        with self._reader.connect() as connection:
            found = connection.execute(wanted.group_by(col(CircleMatch.game))).all()
        return dict(sorted(((game, count) for game, count in found), key=lambda item: (-item[1], item[0])))

    def find_matches(self, wanted: MatchFilter, *, limit: int, offset: int = 0) -> list[CircleMatch]:
        """Returns up to `limit` matches of a selection, the newest first."""
        # The numbers come from the index alone: what is kept of a match is read for this page only.
        page = _numbers(wanted).order_by(col(CircleMatch.ended_at).desc(), col(CircleMatch.table_id).desc())
        with self._read() as session:
            numbers = session.scalars(page.limit(limit).offset(offset)).all()
            rows = session.scalars(select(CircleMatch).where(col(CircleMatch.table_id).in_(numbers)))
            return sorted(rows, key=lambda row: (row.ended_at, row.table_id), reverse=True)

    def count_matches(self, wanted: MatchFilter) -> int:
        """Returns how many matches are asked for."""
        return self._one(select(func.count()).select_from(_numbers(wanted).subquery())) or 0

    def count_from_files(self, circle_id: int, game: str) -> int:
        """Returns how many of a game's matches came from files."""
        wanted = (
            select(func.count())
            .select_from(CircleMatch)
            .where(col(CircleMatch.circle_id) == circle_id, col(CircleMatch.game) == game, col(CircleMatch.from_file))
        )
        return self._one(wanted) or 0

    def days_only(self, circle_id: int) -> set[int]:
        """Returns the tables of a circle of whose matches only the day is known."""
        day_only = col(CircleMatch.summary)["day_only"].as_boolean()
        wanted = select(col(CircleMatch.table_id)).where(col(CircleMatch.circle_id) == circle_id)
        return set(self._all(wanted.where(col(CircleMatch.from_file), day_only)))

    def newest_ratings(self, circle_id: int, game: str) -> list[CircleRating]:
        """Returns everybody's rating in a game as it stands."""
        one = aliased(CircleRating)
        newest = (
            select(col(one.table_id))
            .where(col(one.circle_id) == circle_id, col(one.game) == game, col(one.player_id) == col(CirclePlayer.id))
            .where(col(one.counts))
            .order_by(col(one.ended_at).desc(), col(one.table_id).desc())
            .limit(1)
            .correlate(CirclePlayer)
            .scalar_subquery()
        )
        of_player = and_(col(CircleRating.player_id) == col(CirclePlayer.id), col(CircleRating.table_id) == newest)
        wanted = select(CircleRating).join(CirclePlayer, of_player).where(col(CirclePlayer.circle_id) == circle_id)
        return self._all(wanted.order_by(col(CircleRating.player_id)))

    def rating_steps(self, circle_id: int, game: str, table_id: int | None = None) -> list[RatingStep]:
        """Returns the effect of a match on the ratings of a game, by player; None: of the last one rated."""
        newest = select(CircleRating).where(col(CircleRating.circle_id) == circle_id, col(CircleRating.game) == game)
        newest = (
            newest.where(col(CircleRating.counts))
            .order_by(col(CircleRating.ended_at).desc(), col(CircleRating.table_id).desc())
            .limit(1)
        )
        with self._read() as session:
            if table_id is None and (last := session.scalars(newest).one_or_none()) is not None:
                table_id = last.table_id
            one_match = col(CircleRating.circle_id) == circle_id, col(CircleRating.table_id) == table_id
            of_match = (*one_match, col(CircleRating.counts))
            after = session.scalars(select(CircleRating).where(*of_match).order_by(col(CircleRating.player_id))).all()
            rows = rows_of(session)
            moments = [(one.player_id, (one.ended_at, one.table_id)) for one in after]
            before = [rows.rating_before(circle_id, game, player, moment) for player, moment in moments]
        return [RatingStep(*step) for step in zip(before, after, strict=True)]

    def circle_match(self, circle_id: int, table_id: int) -> CircleMatch | None:
        return self._row(CircleMatch, table_id, circle_id=circle_id)

    def circle_notes(self, circle_id: int) -> dict[int, str]:
        """Returns the notes to the matches of a circle, by table."""
        wanted = select(col(CircleNote.table_id), col(CircleNote.text)).where(col(CircleNote.circle_id) == circle_id)
        with self._reader.connect() as connection:
            return {row.table_id: row.text for row in connection.execute(wanted)}

    def write_note(self, circle_id: int, table_id: int, text: str, *, before: str) -> bool:
        """Replaces the note `before` of a match; an empty text deletes it.

        Returns False where another stands there meanwhile: nothing is changed then. Raises LookupError where that is
        no finished match of the circle.
        """
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            need_row(session, CircleMatch, table_id, circle_id=circle_id)
            note = session.get(CircleNote, table_id)
            if (note.text if note is not None else "") not in (before, text):
                return False
            if note is not None and not text:
                session.delete(note)
            elif note is not None and note.text != text:
                note.text, note.written_at = text, utc_now()
            elif note is None and text:
                session.add(CircleNote(table_id=table_id, circle_id=circle_id, text=text))
        return True

    def circle_player(self, circle_id: int, player_id: int) -> CirclePlayer | None:
        """Returns a player of a circle, also an alias of another, or one who was forgotten."""
        return self._row(CirclePlayer, player_id, circle_id=circle_id)

    def matches_of_player(
        self, circle_id: int, player_id: int, games: Iterable[str], *, other: int | None = None
    ) -> list[PlayedMatch]:
        """Returns the rated matches of a player in these games, those of a game the oldest first.

        `other`: only those in which this one sat, too.
        """
        found: list[PlayedMatch] = []
        for game in games:
            rows = self._rows(_PLAYED, (_CORRECTION, circle_id, game, player_id, other, other))
            for table_id, began_at, ended_at, *told in rows:
                times = moment_of(began_at), moment_of(ended_at)
                found.append(PlayedMatch(table_id, game, *times, *told[:-2], *map(bool, told[-2:])))
        return found

    def matches_of_game(self, circle_id: int, game: str, *, limit: int, offset: int) -> list[KeptText]:
        """Returns up to `limit` matches of a game, the oldest first."""
        found = self._rows(_OF_GAME, (circle_id, game, limit, offset))
        return [
            KeptText(table_id, game, moment_of(began_at), moment_of(ended_at), *texts)
            for table_id, began_at, ended_at, *texts in found
        ]

    def circle_state(self, circle_id: int) -> CircleState:
        """Returns the state of a circle; it differs where anything of its matches or people does."""
        found = self._rows(_STATE, (circle_id,))
        people = tuple((number, name, bool(guest)) for _version, number, name, guest in found if number is not None)
        return CircleState(found[0][0], people)

    def played_matches(self, circle_id: int, after: MatchDate | None = None, *, limit: int) -> list[MatchDate]:
        """Returns the times of up to `limit` finished matches of a circle, the oldest first, after one if given."""
        began_at, table_id = BEGINNING if after is None else (after.began_at, after.table_id)
        time = began_at if self.is_shared else time_text(began_at)
        found = self._rows(_DATES, (circle_id, time, time, table_id, limit))
        return [MatchDate(table, game, moment_of(began_at), evening) for table, game, began_at, evening in found]

    def find_named(self, circle_id: int, fits: Callable[[str], bool]) -> FoundByName:
        """Returns the fitting names and texts: titles of tables, notes, players by any of their names."""
        titles = select(col(Table.title)).where(col(Table.circle_id) == circle_id).distinct()
        notes = select(col(CircleNote.table_id), col(CircleNote.text)).where(col(CircleNote.circle_id) == circle_id)
        people = select(col(CirclePlayer.id), col(CirclePlayer.merged_into), col(CirclePlayer.name)).where(
            col(CirclePlayer.circle_id) == circle_id, col(CirclePlayer.forgotten_at).is_(None)
        )
        with self._reader.connect() as connection:
            return FoundByName(
                [title for (title,) in connection.execute(titles) if fits(title)],
                [table for table, text in connection.execute(notes) if fits(text)],
                sorted({into or one for one, into, name in connection.execute(people) if fits(name)}),
            )


def _rated(circle_id: int, games: Iterable[str], player_id: int) -> ColumnElement[bool]:
    """Returns the condition for the ratings of a player; with all games named the index finds them."""
    return and_(
        col(CircleRating.circle_id) == circle_id,
        col(CircleRating.game).in_(list(games)),
        col(CircleRating.player_id) == player_id,
    )


def _numbers(wanted: MatchFilter) -> Select[int]:
    games, query = list(wanted.games), select(col(CircleMatch.table_id))
    query = query.where(col(CircleMatch.circle_id) == wanted.circle_id, col(CircleMatch.game).in_(games))
    for player in wanted.players:
        rated = select(col(CircleRating.table_id)).where(_rated(wanted.circle_id, games, player))
        query = query.where(col(CircleMatch.table_id).in_(rated))
    if wanted.tables is not None:
        query = query.where(col(CircleMatch.table_id).in_(wanted.tables))
    return query if wanted.named is None else query.where(_has_name(wanted.circle_id, wanted.named))


def _has_name(circle_id: int, named: FoundByName) -> ColumnElement[bool]:
    titled = select(col(Table.id)).where(col(Table.circle_id) == circle_id, col(Table.title).in_(named.titles))
    played = select(col(CircleRating.table_id)).where(
        col(CircleRating.circle_id) == circle_id, col(CircleRating.player_id).in_(named.players)
    )
    table = col(CircleMatch.table_id)
    return or_(table.in_(titled), table.in_(named.noted), table.in_(played))


_OF_GAME = """
SELECT table_id, began_at, ended_at, CAST(players AS TEXT), CAST(summary AS TEXT)
FROM circle_matches WHERE circle_id = ? AND game = ? ORDER BY ended_at, table_id LIMIT ? OFFSET ?
"""
_CORRECTION = '%"type":"amend"%'
"""A text that only the body of a correction contains: within a text its quotes would be escaped."""
# Of most tables nothing was entered after the end: the newest entry tells, and no other is read.
_PLAYED = """
SELECT played.table_id, began_at, played.ended_at, CAST(players AS TEXT), CAST(summary AS TEXT),
    rated.strength, rated.uncertainty, rated.counts,
    CASE WHEN (SELECT made_at FROM events WHERE table_id = rated.table_id ORDER BY seq DESC LIMIT 1) > rated.ended_at
    THEN EXISTS (
        SELECT 1 FROM events WHERE table_id = rated.table_id AND made_at > rated.ended_at AND body LIKE ?
    ) ELSE FALSE END
FROM circle_ratings AS rated JOIN circle_matches AS played ON played.table_id = rated.table_id
WHERE rated.circle_id = ? AND rated.game = ? AND rated.player_id = ? AND (CAST(? AS BIGINT) IS NULL OR EXISTS (
    SELECT 1 FROM circle_ratings AS met WHERE met.table_id = rated.table_id AND met.player_id = ?
))
ORDER BY rated.ended_at, rated.table_id
"""


_STATE = """
SELECT version, person.id, person.name, person.guest
FROM circles LEFT JOIN circle_players AS person ON person.circle_id = circles.id AND person.merged_into IS NULL
WHERE circles.id = ? ORDER BY person.id
"""
_DATES = """
SELECT played.table_id, played.game, played.began_at, tables.evening_id
FROM circle_matches AS played JOIN tables ON tables.id = played.table_id
WHERE played.circle_id = ? AND played.began_at >= ? AND (played.began_at > ? OR played.table_id > ?)
ORDER BY played.began_at, played.table_id LIMIT ?
"""
