"""Standing of a season: the best evenings of each person."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from webapp.circle.evening_days import days_of, tables_between
from webapp.circle.history.appearances import beaten
from webapp.http.language import ngettext
from webapp.http.limits import DAYS_A_TURN, MATCHES_A_TURN, PEOPLE_A_TURN
from webapp.http.steps import in_turns
from webapp.services import services
from webapp.store.circle_models import CirclePlayer, CircleSeason


@dataclass(frozen=True, slots=True)
class EveningScore:
    """What somebody has scored in an evening."""

    evening: str
    person: str
    points: int


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Somebody in a season: the evenings that are `counted`, the best first, their `total`, and those left out.

    `place` counts from 1; with the same total the same place.
    """

    place: int
    person: str
    total: int
    counted: tuple[EveningScore, ...]
    left_out: tuple[EveningScore, ...]


def season(scores: Iterable[EveningScore], best: int) -> list[SeasonRow]:
    """Returns the standing of a season in which so many evenings of each person count; equals by name.

    Raises `ValueError` where none would count.
    """
    if best < 1:
        raise ValueError("at least one evening counts")
    by_person: dict[str, list[EveningScore]] = defaultdict(list)
    for score in sorted(scores, key=lambda score: (-score.points, score.evening)):
        by_person[score.person].append(score)
    sums = {person: sum(score.points for score in own[:best]) for person, own in by_person.items()}
    return [
        SeasonRow(
            1 + sum(other > sums[person] for other in sums.values()),
            person,
            sums[person],
            tuple(own[:best]),
            tuple(own[best:]),
        )
        for person, own in sorted(by_person.items(), key=lambda item: (-sums[item[0]], item[0]))
    ]


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
class Scored:
    """What a player scored in a match of a season, and the day to which that counts."""

    table: int
    day: date
    player: int
    points: int


def scored_in(of: CircleSeason, only: date | None = None) -> Iterator[Scored]:
    """Yields what everybody scored in the matches that count to a season, or to one day of it.

    None in which somebody sat twice. Others are answered in between.
    """
    store = services().store
    played = store.played_matches(of.circle_id)
    days = days_of(played)
    first, last = (of.first_day, of.last_day) if only is None else (only, only)
    within = set(tables_between(days, of.first_day, of.last_day)).intersection(tables_between(days, first, last))
    tables = [match.table_id for match in played if match.table_id in within and of.game in ("", match.game)]
    for some in in_turns(tables, MATCHES_A_TURN):
        for table, match in store.match_places(of.circle_id, some).items():
            if len(set(match.players)) == len(match.players):
                for side, seats in enumerate(match.sides):
                    points = beaten(match.places, match.places[side])
                    yield from (Scored(table, days[table], match.players[seat], points) for seat in seats)


def standing_of(of: CircleSeason, players: Mapping[int, CirclePlayer]) -> list[StandingRow]:
    """Returns the standing of a season: by place, then by name."""
    by_day: Counter[tuple[str, str]] = Counter()
    for one in scored_in(of):
        by_day[one.day.isoformat(), str(one.player)] += one.points
    parts = in_turns(by_day.items(), DAYS_A_TURN)
    rows = season((EveningScore(*one, points) for some in parts for one, points in some), of.best)
    standing = [
        StandingRow(
            row.place, int(row.person), _name(row.person, players), row.total, _evenings(row.counted, row.left_out)
        )
        for some in in_turns(rows, PEOPLE_A_TURN)
        for row in some
    ]
    return sorted(standing, key=lambda row: (row.place, row.name.casefold()))


def points_of_day(of: CircleSeason, day: date) -> dict[int, dict[int, int]]:
    """Returns what each player scored in each match that counts to this day of a season, by table."""
    points: dict[int, dict[int, int]] = {}
    for one in scored_in(of, day):
        points.setdefault(one.table, {})[one.player] = one.points
    return points


def _evenings(counted: Iterable[EveningScore], left_out: Iterable[EveningScore]) -> list[EveningPoints]:
    found = [EveningPoints(date.fromisoformat(one.evening), one.points, counts=True) for one in counted]
    found += [EveningPoints(date.fromisoformat(one.evening), one.points, counts=False) for one in left_out]
    return sorted(found, key=lambda one: one.day)


def _name(person: str, players: Mapping[int, CirclePlayer]) -> str:
    found = players.get(int(person))
    return "" if found is None else found.name
