"""The standing of a season of a circle: who scored what on which evening, and which of these count."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from webapp.club.circle.evening_days import days_of, tables_between
from webapp.club.history.appearances import appearances
from webapp.club.history.match_summaries import MatchSummary
from webapp.club.history.seasons import EveningScore, evening_scores, season
from webapp.http.language import ngettext
from webapp.services import services
from webapp.store.circle_days import PlayedMatch
from webapp.store.circle_models import CirclePlayer, CircleSeason
from webapp.store.circle_seasons import MatchPlaces


@dataclass(frozen=True)
class EveningPoints:
    """What somebody scored in all matches of a day; `counts` in the season."""

    day: date
    points: int
    counts: bool


@dataclass(frozen=True)
class StandingRow:
    """Somebody in a season: `evenings` in the order of their days."""

    place: int
    person: int
    name: str
    total: int
    evenings: list[EveningPoints]

    @property
    def evenings_said(self) -> str:
        """How many evenings count of how many: *3 of 5 evenings*."""
        counted = sum(one.counts for one in self.evenings)
        return ngettext(
            "%(counted)s of %(num)s evening", "%(counted)s of %(num)s evenings", len(self.evenings), counted=counted
        )


@dataclass(frozen=True)
class SeasonTables:
    """The matches of a season: the day of each by its table, and their places."""

    days: Mapping[int, date]
    matches: Mapping[int, MatchSummary]


def tables_of_season(of: CircleSeason) -> SeasonTables:
    """Returns the matches that count to a season; none in which somebody sat twice."""
    played = services().store.played_matches(of.circle_id)
    days, places = days_of(played), services().store.match_places(of.circle_id)
    within = set(tables_between(days, of.first_day, of.last_day))
    found = {
        match.table_id: _summary(match, places[match.table_id])
        for match in played
        if match.table_id in within and of.game in ("", match.game) and match.table_id in places
    }
    return SeasonTables(days, {table: match for table, match in found.items() if _sat_once(match)})


def standing_of(of: CircleSeason, players: Mapping[int, CirclePlayer]) -> list[StandingRow]:
    """Returns the standing of a season: by place, then by name."""
    found = tables_of_season(of)
    days = {str(table): day.isoformat() for table, day in found.days.items()}
    rows = season(evening_scores(appearances(found.matches.values()), days), of.best)
    standing = [
        StandingRow(
            row.place, int(row.person), _name(row.person, players), row.total, _evenings(row.counted, row.left_out)
        )
        for row in rows
    ]
    return sorted(standing, key=lambda row: (row.place, row.name.casefold()))


def points_of_day(of: CircleSeason, day: date) -> dict[int, dict[int, int]]:
    """Returns what each player scored in each match that counts to this day of a season, by table."""
    found = tables_of_season(of)
    rows = appearances(match for table, match in found.matches.items() if found.days[table] == day)
    points: dict[int, dict[int, int]] = {}
    for row in rows:
        points.setdefault(int(row.match.id), {})[int(row.person)] = row.beaten
    return points


def _evenings(counted: Iterable[EveningScore], left_out: Iterable[EveningScore]) -> list[EveningPoints]:
    found = [EveningPoints(date.fromisoformat(one.evening), one.points, counts=True) for one in counted]
    found += [EveningPoints(date.fromisoformat(one.evening), one.points, counts=False) for one in left_out]
    return sorted(found, key=lambda one: one.day)


def _summary(match: PlayedMatch, found: MatchPlaces) -> MatchSummary:
    """Returns a match with what points follow from; its scores and figures are not asked for."""
    return MatchSummary(
        id=str(match.table_id),
        game=match.game,
        persons=tuple(map(str, found.players)),
        names=(),
        sides=tuple(map(tuple, found.sides)),
        scores=tuple(0 for _ in found.sides),
        places=tuple(found.places),
        winners=tuple(side for side, place in enumerate(found.places) if place == 1),
        hands=0,
        level=None,
        figures=(),
        began_at=match.began_at,
        ended_at=match.began_at,
    )


def _sat_once(match: MatchSummary) -> bool:
    return len(set(match.persons)) == len(match.persons)


def _name(person: str, players: Mapping[int, CirclePlayer]) -> str:
    found = players.get(int(person))
    return "" if found is None else found.name
