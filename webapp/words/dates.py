"""Dates and times in words, as the server's zone has them; the year is said where it is another one."""

from datetime import date, datetime
from functools import lru_cache

from babel.dates import format_date, format_skeleton, format_time

from webapp.http.language import language
from webapp.http.limits import DAYS_KEPT


def moment(at: datetime) -> str:
    """Returns a time for people at the table. They and the server share a clock: both are in one house."""
    if at.astimezone().date() == datetime.now().astimezone().date():
        return clock(at)
    # Day and time apart: no language that Babel knows has a pattern for both together.
    return f"{short_day(at)}, {clock(at)}"


def clock(at: datetime) -> str:
    """Returns only the time of day: *20:15*."""
    return format_time(at.astimezone(), "short", locale=_locale())


def short_day(at: datetime) -> str:
    """Returns *21 Nov*, and of another year *21 Nov 2025*."""
    here = at.astimezone().date()
    return _short_day(here, _locale()) if here.year == datetime.now().astimezone().year else date_said(here)


@lru_cache(DAYS_KEPT)
def _short_day(at: date, locale: str) -> str:
    return str(format_skeleton("MMMd", at, locale=locale))


def weekday(at: date) -> str:
    """Returns *Sat 21 Nov*, and of another year *Sat 21 Nov 2025*."""
    pattern = "MMMEd" if at.year == datetime.now().astimezone().year else "yMMMEd"
    return str(format_skeleton(pattern, at, locale=_locale()))


def month(at: date) -> str:
    """Returns the month of a day: *November 2026*."""
    return str(format_skeleton("yMMMM", at, locale=_locale()))


def date_said(at: date) -> str:
    """Returns *21 Nov 2026*."""
    return str(format_skeleton("yMMMd", at, locale=_locale()))


def day(at: datetime) -> str:
    """Returns *21 November 2026*, as paper has it."""
    return format_date(at.astimezone(), "long", locale=_locale())


def day_and_time(at: datetime) -> str:
    """Returns *21 Nov 2026, 20:15*: what is printed says its day, whenever it is read."""
    return f"{date_said(at.astimezone())}, {clock(at)}"


def _locale() -> str:
    return "en_GB" if language() == "en" else language()
