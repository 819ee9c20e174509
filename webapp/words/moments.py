"""When something was entered: *8:15 PM* of today, *Nov 21, 8:15 PM* of other days, on the clock of this house."""

from datetime import datetime

from babel.dates import format_date, format_datetime, format_skeleton, format_time

from webapp.i18n import language


def moment(at: datetime) -> str:
    """Returns a time for people at the table. They and the server share a clock: both are in one house."""
    here = at.astimezone()
    if here.date() == datetime.now().astimezone().date():
        return format_time(here, "short", locale=_locale())
    return format_skeleton("MMMdHm", here, locale=_locale())


def clock(at: datetime) -> str:
    """Returns only the time of day: *20:15*."""
    return format_time(at.astimezone(), "short", locale=_locale())


def day(at: datetime) -> str:
    """Returns *21 November 2026*, as paper has it."""
    return format_date(at.astimezone(), "long", locale=_locale())


def day_and_time(at: datetime) -> str:
    """Returns *21 Nov 2026, 20:15*: what is printed says its day, whenever it is read."""
    return format_datetime(at.astimezone(), "d MMM y, HH:mm", locale=_locale())


def _locale() -> str:
    """British English counts the hours as German does."""
    return "en_GB" if language() == "en" else language()
