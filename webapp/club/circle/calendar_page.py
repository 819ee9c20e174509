"""The calendar of a circle: a year by months, and in each the days on which its people met."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from webapp.store.circle_days import PlayedMatch


@dataclass
class CalendarDay:
    """A day with the matches that count to it, by game."""

    day: date
    games: Counter[str] = field(default_factory=Counter)

    @property
    def matches(self) -> int:
        """How many matches there were."""
        return self.games.total()


@dataclass
class Calendar:
    """The `months` of a year, each with its days, the newest first; and all `years` that have any."""

    year: int
    years: list[int]
    months: list[tuple[date, list[CalendarDay]]]


def calendar_of(
    played: Iterable[PlayedMatch], days: Mapping[int, date], game: str, year: int | None
) -> Calendar | None:
    """Returns a year of these matches, of one `game` if any is named; the newest year where that one has none.

    None where there is no match.
    """
    found: dict[date, CalendarDay] = {}
    for match in played:
        if game in ("", match.game):
            day = days[match.table_id]
            found.setdefault(day, CalendarDay(day)).games[match.game] += 1
    years = sorted({day.year for day in found}, reverse=True)
    if not years:
        return None
    shown = year if year in years else years[0]
    months: dict[date, list[CalendarDay]] = {}
    for day in sorted(found, reverse=True):
        if day.year == shown:
            months.setdefault(day.replace(day=1), []).append(found[day])
    return Calendar(shown, years, list(months.items()))
