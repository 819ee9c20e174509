"""Seasons of circles, and the places of the matches that count for them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.json import Decoder
from sqlalchemy import func, select
from sqlmodel import col

from webapp.store.circle_models import CircleSeason
from webapp.store.database import Database, need_row, row_of
from webapp.store.roles import Scope


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
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            season = need_row(session, CircleSeason, season_id, circle_id=circle_id)
            for name, value in values.items():
                setattr(season, name, value)

    def remove_season(self, circle_id: int, season_id: int) -> None:
        """Removes a season; its matches stay."""
        with self._write_in(circle_id, Scope.CIRCLE) as session:
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
