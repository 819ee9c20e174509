"""Days and times, as people in this house tell them: in its time zone and the language of the phone."""

from datetime import datetime

from babel.dates import format_date, format_datetime

from webapp.i18n import language


def day(moment: datetime) -> str:
    """Returns *21 November 2026*."""
    return str(format_date(moment.astimezone(), "long", locale=_locale()))


def day_and_time(moment: datetime) -> str:
    """Returns *21 Nov 2026, 20:15*."""
    return str(format_datetime(moment.astimezone(), "d MMM y, HH:mm", locale=_locale()))


def _locale() -> str:
    # The day before the month, as everywhere but in America.
    return {"en": "en_GB"}.get(language(), language())
