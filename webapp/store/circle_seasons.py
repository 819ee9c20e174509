"""Seasons of circles, and the matches of their days."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from msgspec.json import Decoder
from sqlalchemy import func, select
from sqlmodel import col

from webapp.store.chain.links import moment_of, time_text
from webapp.store.circle_models import CircleNote, CirclePlayer, CircleSeason
from webapp.store.database import Database, row_of
from webapp.store.kept_rows import BEGINNING
from webapp.store.models import Table


class MatchPlaces(NamedTuple):
    """The places of a finished match: its players by seat, the seats of each side, and the place of each side."""

    players: list[int]
    sides: list[list[int]]
    places: list[int]


class CircleSeasons(Database):
    def circle_seasons(self, circle_id: int) -> list[CircleSeason]:
        """Returns the seasons of a circle, the one that began last first."""
        wanted = (
            select(CircleSeason)
            .where(col(CircleSeason.circle_id) == circle_id)
            .order_by(col(CircleSeason.first_day).desc(), col(CircleSeason.id).desc())
        )
        return self._all(wanted)

    def count_seasons(self, circle_id: int) -> int:
        wanted = select(func.count(col(CircleSeason.id))).where(col(CircleSeason.circle_id) == circle_id)
        return self._one(wanted) or 0

    def circle_season(self, circle_id: int, season_id: int) -> CircleSeason | None:
        return self._row(CircleSeason, season_id, circle_id=circle_id)

    def make_season(self, circle_id: int, values: Mapping[str, Any], *, op: str) -> CircleSeason:
        """Makes a season; a form that has made one gets that one again."""
        season = CircleSeason(circle_id=circle_id, op=op, **values)
        return self._add_once(season, by=("circle_id", "op"))

    def change_season(self, circle_id: int, season_id: int, values: Mapping[str, Any]) -> None:
        """Changes a season. Raises LookupError where the circle has no such one."""
        with self._write() as session:
            season = row_of(session, CircleSeason, season_id, circle_id=circle_id)
            if season is None:
                raise LookupError
            for name, value in values.items():
                setattr(season, name, value)

    def remove_season(self, circle_id: int, season_id: int) -> None:
        """Removes a season; its matches stay."""
        with self._write() as session:
            if (season := row_of(session, CircleSeason, season_id, circle_id=circle_id)) is not None:
                session.delete(season)

    def match_places(self, circle_id: int, tables: Sequence[int]) -> dict[int, MatchPlaces]:
        places = ", ".join("?" * len(tables))
        query = _PLACES.format(tables=places or "NULL")
        rows = self._rows(query, (circle_id, *tables))
        return {
            table: MatchPlaces(_NUMBERS.decode(players), _SIDES.decode(sides), _NUMBERS.decode(places))
            for table, players, sides, places in rows
        }


_PLACES = """
SELECT table_id, CAST(players AS TEXT), CAST(summary -> 'sides' AS TEXT), CAST(summary -> 'places' AS TEXT)
FROM circle_matches WHERE circle_id = ? AND table_id IN ({tables})
"""
_NUMBERS, _SIDES = Decoder(list[int]), Decoder(list[list[int]])


class MatchDate(NamedTuple):
    """When a match was played, and the evening to which its table belongs."""

    table_id: int
    game: str
    began_at: datetime
    evening_id: int | None


class Named(NamedTuple):
    """Search results: matches by the titles of their tables and by their notes, and players."""

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


class CircleDays(Database):
    """The matches of all circles by their time and by their names."""

    def circle_state(self, circle_id: int) -> CircleState:
        """Returns the state of a circle; it differs where anything of its matches or people does."""
        found = self._rows(_STATE, (circle_id,))
        people = tuple((number, name, bool(guest)) for _version, number, name, guest in found if number is not None)
        return CircleState(found[0][0], people)

    def played_matches(self, circle_id: int, after: MatchDate | None = None, *, limit: int) -> list[MatchDate]:
        """Returns the times of up to `limit` finished matches of a circle, the oldest first, after one if given."""
        began_at, table_id = BEGINNING if after is None else (after.began_at, after.table_id)
        time = began_at if self.is_shared else time_text(began_at)
        found = self._rows(_PLAYED, (circle_id, time, time, table_id, limit))
        return [MatchDate(table, game, moment_of(began_at), evening) for table, game, began_at, evening in found]

    def find_named(self, circle_id: int, fits: Callable[[str], bool]) -> Named:
        """Returns the fitting names and texts: titles of tables, notes, players by any of their names."""
        titles = select(col(Table.title)).where(col(Table.circle_id) == circle_id).distinct()
        notes = select(col(CircleNote.table_id), col(CircleNote.text)).where(col(CircleNote.circle_id) == circle_id)
        people = select(col(CirclePlayer.id), col(CirclePlayer.merged_into), col(CirclePlayer.name)).where(
            col(CirclePlayer.circle_id) == circle_id, col(CirclePlayer.forgotten_at).is_(None)
        )
        with self._reader.connect() as connection:
            return Named(
                [title for (title,) in connection.execute(titles) if fits(title)],
                [table for table, text in connection.execute(notes) if fits(text)],
                sorted({into or one for one, into, name in connection.execute(people) if fits(name)}),
            )


_STATE = """
SELECT version, person.id, person.name, person.guest
FROM circles LEFT JOIN circle_players AS person ON person.circle_id = circles.id AND person.merged_into IS NULL
WHERE circles.id = ? ORDER BY person.id
"""
_PLAYED = """
SELECT played.table_id, played.game, played.began_at, tables.evening_id
FROM circle_matches AS played JOIN tables ON tables.id = played.table_id
WHERE played.circle_id = ? AND played.began_at >= ? AND (played.began_at > ? OR played.table_id > ?)
ORDER BY played.began_at, played.table_id LIMIT ?
"""
