"""A circle as JSON, for files and programs: its players, matches, ratings, seasons.

Figures that are for a player alone are in none of it; `own_data` is what the phone of that player gets.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Annotated, Any, TypedDict

from msgspec import Meta

from rules_core.figures import Figure, Kind, of_seat
from webapp.circle.match_days import all_played, days_of
from webapp.circle.matches import figures_of_row
from webapp.circle.ratings import HUNDREDTHS
from webapp.circle.seasons import PlayerSeason, standing_of
from webapp.http.limits import PEOPLE_A_TURN, WRITTEN_A_TURN
from webapp.http.steps import in_turns
from webapp.services import services
from webapp.store.circle_history import MatchFilter
from webapp.store.circle_models import Circle, CircleMatch, CirclePlayer, CircleRating, CircleSeason

Day = Annotated[str, Meta(extra_json_schema={"format": "date"})]
DayOrMoment = Annotated[str, Meta(extra_json_schema={"anyOf": [{"format": "date-time"}, {"format": "date"}]})]
"""A day where no more is known: a result came as a line of a list."""


class Player(TypedDict):
    """A player of a circle; a forgotten one is called by the number, as in “#6”. A guest does not count."""

    id: int
    name: str
    guest: bool


class MatchFigure(TypedDict):
    """A number about a seat or a side in a match, or in one of its hands; `of` is the whole of a share."""

    code: str
    kind: Kind
    value: int
    of: int
    side: int
    seat: int | None
    hand: int | None


class MatchSide(TypedDict):
    """A side of a match: its players by number."""

    players: list[int]
    score: int | None
    place: int
    won: bool


class MatchScore(TypedDict):
    """A match of a circle, and the day to which it counts; `from_file`: its table was opened from a file.

    `hands` is null where nobody knows how many were played, since the result came without entries.
    """

    table: int
    game: str
    title: str
    day: Day | None
    began_at: DayOrMoment
    ended_at: DayOrMoment
    hands: int | None
    sides: list[MatchSide]
    note: str
    from_file: bool


class Match(MatchScore):
    """The same with its figures."""

    figures: list[MatchFigure]


class Rating(TypedDict):
    """The rating of a player after a match, in points, and the number of matches it is based on."""

    table: int
    player: int
    game: str
    ended_at: DayOrMoment
    strength: float
    uncertainty: float
    matches: int


class SeasonDay(TypedDict):
    """A player's points of a day, and whether they count in the season.

    A match brings two points for every side behind, and one for every side with the same place.
    """

    day: Day
    points: int
    counts: bool


class SeasonRow(TypedDict):
    """A player's row in the standing of a season."""

    place: int
    player: int
    total: int
    evenings: list[SeasonDay]


class SeasonHead(TypedDict):
    """A season; of each player the `best` evenings count."""

    id: int
    name: str
    game: str
    first_day: Day
    last_day: Day | None
    best: int


class Season(SeasonHead):
    standing: list[SeasonRow]


class KnownPlayer(Player):
    """A player with all names that lead there."""

    known_as: list[str]


class OwnData(TypedDict):
    """All data that a circle has of a player, also private figures."""

    circle: str
    player: KnownPlayer
    players: list[Player]
    matches: list[Match]
    ratings: list[Rating]
    seasons: list[Season]


Told = dict[str, Any]
"""Data for incremental output: an iterator in it is written as a list."""


@dataclass(frozen=True)
class CircleExport:
    """A circle with the data of its matches: players by number, notes, days, titles of tables."""

    circle: Circle

    @cached_property
    def players(self) -> dict[int, CirclePlayer]:
        return services().store.circle_players(self.circle.id)

    @cached_property
    def _around(self) -> tuple[dict[int, str], dict[int, str], dict[int, str]]:
        store = services().store
        days = days_of(all_played(self.circle.id))
        written = {table: day.isoformat() for table, day in days.items()}
        return written, store.circle_titles(self.circle.id), store.circle_notes(self.circle.id)

    def told_players(self) -> list[Player]:
        """Returns the players in the order of their names; a forgotten one is called by the number."""
        return [{"id": one.id, "name": one.name, "guest": one.guest} for one in self.players.values()]

    def told_matches(self, rows: Iterable[CircleMatch]) -> Iterator[Match]:
        """Yields these matches with the figures that everybody may see."""
        for row in rows:
            figures = (figure for figure in figures_of_row(row).figures if not figure.private)
            yield {**self.told_match(row), "figures": _written(figures)}

    def told_match(self, row: CircleMatch) -> MatchScore:
        """Returns a match without its figures."""
        (days, titles, notes), told = self._around, row.summary
        return {
            "table": row.table_id,
            "game": row.game,
            "title": titles.get(row.table_id, ""),
            "day": days.get(row.table_id),
            "began_at": when(row.began_at, day_only=row.day_only),
            "ended_at": when(row.ended_at, day_only=row.day_only),
            "hands": told.get("hands") or None,
            "sides": [
                {
                    "players": [row.players[seat] for seat in seats],
                    "score": told["scores"][side] if told["scores"] else None,
                    "place": told["places"][side],
                    "won": side in told["winners"],
                }
                for side, seats in enumerate(told["sides"])
            ],
            "note": notes.get(row.table_id, ""),
            "from_file": row.from_file,
        }

    def told_season(self, season: CircleSeason) -> Told:
        """Returns a season with its standing, whose rows come one by one; others have their turn meanwhile."""
        parts = in_turns(standing_of(season), PEOPLE_A_TURN)
        return {**head_of(season), "standing": (_of_row(row) for some in parts for row in some)}


def all_matches(circle_id: int) -> Iterator[CircleMatch]:
    """Yields all matches of a circle, the newest first; others have their turn meanwhile."""
    store = services().store
    games = list(store.games_played(circle_id))
    for some in in_turns(store.match_numbers(circle_id)[::-1], WRITTEN_A_TURN):
        wanted = MatchFilter(circle_id, games, tables=some)
        yield from store.find_matches(wanted, limit=len(some))


def all_ratings(circle_id: int) -> Iterator[CircleRating]:
    """Yields the ratings in a circle after each match, the oldest first; others have their turn meanwhile."""
    store = services().store
    for some in in_turns(store.match_numbers(circle_id), WRITTEN_A_TURN):
        yield from store.circle_ratings(circle_id, some)


def when(at: datetime, *, day_only: bool) -> str:
    """Returns a time as programs read it, or its day alone."""
    return at.astimezone().date().isoformat() if day_only else at.isoformat()


def told_ratings(circle_id: int, rows: Iterable[CircleRating]) -> Iterator[Rating]:
    """Yields ratings after each match, in points."""
    days = services().store.days_only(circle_id)
    return (
        {
            "table": row.table_id,
            "player": row.player_id,
            "game": row.game,
            "ended_at": when(row.ended_at, day_only=row.table_id in days),
            "strength": row.strength / HUNDREDTHS,
            "uncertainty": row.uncertainty / HUNDREDTHS,
            "matches": row.matches,
        }
        for row in rows
    )


def whole_circle(circle: Circle) -> Told:
    """Returns all that a circle keeps and that each of its phones may see."""
    store, told = services().store, CircleExport(circle)
    return {
        "circle": {
            "id": circle.id,
            "name": circle.name,
            "opened_at": circle.created_at.isoformat(),
            "files_left_out": circle.without_files,
        },
        "players": told.told_players(),
        "matches": told.told_matches(all_matches(circle.id)),
        "ratings": told_ratings(circle.id, all_ratings(circle.id)),
        "seasons": (told.told_season(season) for season in store.circle_seasons(circle.id)),
    }


def own_data(circle: Circle, player_id: int) -> Told:
    """Returns all data that a circle has of a player, also private figures."""
    store, told = services().store, CircleExport(circle)
    seasons = [(season, standing_of(season)) for season in store.circle_seasons(circle.id)]
    own = (row for row in all_matches(circle.id) if player_id in row.players)
    return {
        "circle": circle.name,
        "player": {
            "id": player_id,
            "name": told.players[player_id].name,
            "guest": told.players[player_id].guest,
            "known_as": store.names_of_player(player_id),
        },
        "players": told.told_players(),
        "matches": ({**told.told_match(row), "figures": _written(own_figures(row, player_id))} for row in own),
        "ratings": told_ratings(circle.id, (row for row in all_ratings(circle.id) if row.player_id == player_id)),
        "seasons": [
            {**head_of(season), "standing": [_of_row(row) for row in rows if row.person == player_id]}
            for season, rows in seasons
        ],
    }


def json_pieces(told: Any) -> Iterator[str]:
    """Yields the data as JSON, piece by piece; an iterator is written as a list."""
    if isinstance(told, Iterator):
        yield "["
        for place, one in enumerate(told):
            yield from ([", "] if place else [])
            yield from json_pieces(one)
        yield "]"
    elif isinstance(told, Mapping) and any(isinstance(value, Iterator) for value in told.values()):
        for place, (name, value) in enumerate(told.items()):
            yield f"{', ' if place else '{'}{json.dumps(name)}: "
            yield from json_pieces(value)
        yield "}"
    else:
        yield json.dumps(told, ensure_ascii=False)


def own_figures(row: CircleMatch, player_id: int) -> list[Figure]:
    """Returns a player's figures in a match, those for that player alone among them."""
    found = figures_of_row(row)
    seats = [seat for seat, player in enumerate(row.players) if player == player_id]
    return [figure for seat in seats for figure in of_seat(found.figures, seat, len(found.sides)).values()]


def _written(figures: Iterable[Figure]) -> list[MatchFigure]:
    return [
        {
            "code": one.code,
            "kind": one.kind,
            "value": one.value,
            "of": one.of,
            "side": one.side,
            "seat": one.seat,
            "hand": one.hand,
        }
        for one in figures
    ]


def head_of(season: CircleSeason) -> SeasonHead:
    return {
        "id": season.id,
        "name": season.name,
        "game": season.game,
        "first_day": season.first_day.isoformat(),
        "last_day": None if season.last_day is None else season.last_day.isoformat(),
        "best": season.best,
    }


def _of_row(row: PlayerSeason) -> SeasonRow:
    evenings: list[SeasonDay] = [
        {"day": one.day.isoformat(), "points": one.points, "counts": one.counts} for one in row.evenings
    ]
    return {"place": row.place, "player": row.person, "total": row.total, "evenings": evenings}
