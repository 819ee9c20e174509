"""The day to which a match of a circle counts: that on which its night began, by the clock of the house."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

from webapp.http.limits import DAYS_A_TURN
from webapp.http.steps import in_turns
from webapp.store.circle_seasons import PlayedMatch

NIGHT_ENDS = 5
"""The hour until which what begins still belongs to the night before."""


def day_of(at: datetime) -> date:
    """Returns the day to whose night a moment belongs."""
    return (at.astimezone() - timedelta(hours=NIGHT_ENDS)).date()


def today() -> date:
    """Returns the day to whose night this moment belongs."""
    return day_of(datetime.now().astimezone())


def days_of(played: Iterable[PlayedMatch]) -> dict[int, date]:
    """Returns the day of each match by its table; matches at tables of one evening all have that of the first.

    They come oldest first.
    """
    evenings: dict[int, date] = {}
    found: dict[int, date] = {}
    for some in in_turns(played, DAYS_A_TURN):
        for match in some:
            own = day_of(match.began_at)
            found[match.table_id] = own if match.evening_id is None else evenings.setdefault(match.evening_id, own)
    return found


def tables_between(days: dict[int, date], first: date, last: date | None) -> Sequence[int]:
    """Returns the tables whose matches count to these days, the first and the last among them; None: to all later."""
    return [table for table, day in days.items() if first <= day and (last is None or day <= last)]
