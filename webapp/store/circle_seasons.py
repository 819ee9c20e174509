"""Seasons of circles, and what their standings are made of."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.json import Decoder
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from webapp.store.circle_models import CircleSeason
from webapp.store.database import Database


class MatchPlaces(NamedTuple):
    """The places of a finished match: its players by seat, the seats of each side, and the place of each side."""

    players: list[int]
    sides: list[list[int]]
    places: list[int]


class CircleSeasons(Database):
    """Seasons of all circles."""

    def circle_seasons(self, circle_id: int) -> list[CircleSeason]:
        """Returns the seasons of a circle, the one that began last first."""
        wanted = (
            select(CircleSeason)
            .where(col(CircleSeason.circle_id) == circle_id)
            .order_by(col(CircleSeason.first_day).desc(), col(CircleSeason.id).desc())
        )
        with self._read() as session:
            return list(session.scalars(wanted))

    def count_seasons(self, circle_id: int) -> int:
        """Returns how many seasons a circle has."""
        wanted = select(func.count(col(CircleSeason.id))).where(col(CircleSeason.circle_id) == circle_id)
        with self._reader.connect() as connection:
            return connection.scalar(wanted) or 0

    def circle_season(self, circle_id: int, season_id: int) -> CircleSeason | None:
        """Returns a season of this circle."""
        with self._read() as session:
            return _season(session, circle_id, season_id)

    def make_season(self, circle_id: int, values: Mapping[str, Any], *, op: str) -> CircleSeason:
        """Makes a season; a form that has made one gets that one again."""
        season = CircleSeason(circle_id=circle_id, op=op, **values)
        try:
            with self._write() as session:
                session.add(season)
        except IntegrityError:
            with self._read() as session:
                made = session.scalars(select(CircleSeason).where(col(CircleSeason.op) == op)).one_or_none()
            if made is None or made.circle_id != circle_id:
                raise
            return made
        return season

    def change_season(self, circle_id: int, season_id: int, values: Mapping[str, Any]) -> None:
        """Changes a season. Raises LookupError where the circle has no such one."""
        with self._write() as session:
            season = _season(session, circle_id, season_id)
            if season is None:
                raise LookupError
            for name, value in values.items():
                setattr(season, name, value)

    def remove_season(self, circle_id: int, season_id: int) -> None:
        """Removes a season; its matches stay."""
        with self._write() as session:
            if (season := _season(session, circle_id, season_id)) is not None:
                session.delete(season)

    def match_places(self, circle_id: int, tables: Sequence[int]) -> dict[int, MatchPlaces]:
        """Returns the places of the finished matches of a circle at these tables, by table."""
        places = ", ".join("?" * len(tables))
        query = _PLACES.format(tables=places or "NULL")
        with self._query(query.replace("?", "%s") if self.is_shared else query, (circle_id, *tables)) as cursor:
            rows = cursor.fetchall()
        return {
            table: MatchPlaces(_NUMBERS.decode(players), _SIDES.decode(sides), _NUMBERS.decode(places))
            for table, players, sides, places in rows
        }


_PLACES = """
SELECT table_id, CAST(players AS TEXT), CAST(summary -> 'sides' AS TEXT), CAST(summary -> 'places' AS TEXT)
FROM circle_matches WHERE circle_id = ? AND table_id IN ({tables})
"""
_NUMBERS, _SIDES = Decoder(list[int]), Decoder(list[list[int]])


def _season(session: Session, circle_id: int, season_id: int) -> CircleSeason | None:
    found = session.get(CircleSeason, season_id)
    return found if found is not None and found.circle_id == circle_id else None
