"""Standing of a season: the best evenings of each person."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from webapp.circle.calendar import all_played, days_of, tables_between
from webapp.circle.history.appearances import beaten
from webapp.circle.matches import Unchanged
from webapp.http.language import ngettext
from webapp.http.limits import MATCHES_A_TURN, PEOPLE_A_TURN
from webapp.http.steps import in_turns
from webapp.services import services
from webapp.store.circle_models import CircleSeason
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

    @cached_property
    def counted(self) -> int:
        return sum(one.counts for one in self.evenings)

    @property
    def evenings_said(self) -> str:
        """How many evenings count of how many: *3 of 5 evenings*."""
        return ngettext(
            "%(counted)s of %(num)s evening",
            "%(counted)s of %(num)s evenings",
            len(self.evenings),
            counted=self.counted,
        )


@dataclass(frozen=True)
class Scored:
    """What a player scored in a match of a season, and the day to which that counts."""

    table: int
    day: date
    player: int
    points: int


def scored_in(of: CircleSeason, only: date | None = None) -> Iterator[Scored]:
    """Yields what everybody scored in the matches that count to a season, or to one day of it.

    None in which somebody sat twice. Guests score nothing, and a side of guests alone is beaten by nobody. Others are
    answered in between.
    """
    store, guests = services().store, services().store.guests(of.circle_id)
    played = all_played(of.circle_id)
    days = days_of(played)
    first, last = (of.first_day, of.last_day) if only is None else (only, only)
    within = set(tables_between(days, of.first_day, of.last_day)).intersection(tables_between(days, first, last))
    tables = [match.table_id for match in played if match.table_id in within and of.game in ("", match.game)]
    for some in in_turns(tables, MATCHES_A_TURN):
        for table, match in store.match_places(of.circle_id, some).items():
            if len(set(match.players)) == len(match.players):
                yield from _scored(table, days[table], match, guests)


def _scored(table: int, day: date, match: MatchPlaces, guests: Collection[int]) -> Iterator[Scored]:
    sides = [[one for seat in seats if (one := match.players[seat]) not in guests] for seats in match.sides]
    places = [place for place, players in zip(match.places, sides, strict=True) if players]
    if len(places) > 1:
        for place, players in zip(match.places, sides, strict=True):
            yield from (Scored(table, day, one, beaten(places, place)) for one in players)


def standing_of(of: CircleSeason) -> Sequence[StandingRow]:
    """Returns the standing of a season: by place, then by name."""

    def made(names: Mapping[int, str]) -> Sequence[StandingRow]:
        by_player: dict[int, Counter[date]] = defaultdict(Counter)
        for one in scored_in(of):
            by_player[one.player][one.day] += one.points
        return standing(by_player, of.best, names)

    what = "standing", of.game, of.first_day, of.last_day, of.best
    return services().part(Unchanged).of(of.circle_id, what, made)


def standing(by_player: Mapping[int, Mapping[date, int]], best: int, names: Mapping[int, str]) -> list[StandingRow]:
    """Returns the standing in which so many evenings of each player count, given the points by day: place, then name.

    Raises `ValueError` where none would count.
    """
    if best < 1:
        raise ValueError("at least one evening counts")
    found: dict[int, list[EveningPoints]] = {}
    for some in in_turns(by_player.items(), PEOPLE_A_TURN):
        for player, days in some:
            counted = {day for day, _points in sorted(days.items(), key=lambda one: (-one[1], one[0]))[:best]}
            found[player] = [EveningPoints(day, days[day], counts=day in counted) for day in sorted(days)]
    totals = {player: sum(one.points for one in evenings if one.counts) for player, evenings in found.items()}
    places: dict[int, int] = {}
    for place, total in enumerate(sorted(totals.values(), reverse=True), 1):
        places.setdefault(total, place)
    rows = [
        StandingRow(places[totals[player]], player, names.get(player, ""), totals[player], evenings)
        for player, evenings in found.items()
    ]
    return sorted(rows, key=lambda row: (row.place, row.name.casefold()))


def points_of_day(of: CircleSeason, day: date) -> dict[int, dict[int, int]]:
    """Returns what each player scored in each match that counts to this day of a season, by table."""
    points: dict[int, dict[int, int]] = {}
    for one in scored_in(of, day):
        points.setdefault(one.table, {})[one.player] = one.points
    return points
