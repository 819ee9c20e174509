"""Parts of sentences: lists, names, numbers, days, times, markup, codes without a text; and those of several pages."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any
from unicodedata import bidirectional

from babel.dates import format_date, format_skeleton, format_time
from markupsafe import Markup, escape

from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import language

SAY_WHY = _l("Say why: everybody reads it.")
CHOOSE_RULE = _l("Choose the rule that it rests on.")
NO_SUCH_PLAYER = _l("This circle has no such player.")
NO_INVITATION = _l("This circle has no invitation of this number.")
NO_SEASON = _l("This circle has no season of this number.")
NO_MERGE = _l("Nobody was made one by this number, or it was taken back.")
NO_RULING = _l("No ruling stands at this entry.")
NO_PENALTY = _l("There is no penalty of this number at this table.")
NOT_ASKED_FOR = _l("Nothing of this number was asked for at this table.")
WAITS_NO_LONGER = _l("This phone waits no longer: it has withdrawn, was answered already, or the seat is taken.")
BAD_TEXT = _l("At most %(most)s characters, all of them to be read.")
ENTRY_TAKEN_BACK = _l("An entry that was taken back")
NOT_OVER_YET = _l("This match is not over yet.")
DONE_TAKEN_BACK = _l("What it did was taken back.")
NO_ENTRY = _l("What was sent is no entry of this table.")
NAME_JUST_TAKEN = _l("Another phone has just taken this name. Choose again.")
FAULT_IS_OURS = _l("The fault is ours and has been noted. What was entered before is safe.")
GAME_NOT_OFFERED = _l("This game is not offered here now")
GAME_NOT_WHOLE = _l("The table is kept as it was, but the game that it plays is not whole on this server.")
FROM_RIGHT = {"R", "AL"}
"""The classes of Unicode of letters that are written from right to left."""


def either(words: Sequence[str]) -> str:
    """Returns *2*, *2 or 4*, *2, 3 or 4*."""
    if len(words) < 2:
        return "".join(words)
    return _("%(these)s or %(last)s", these=", ".join(words[:-1]), last=words[-1])


def isolated(name: str) -> str:
    """Returns a name that leaves the order of the words around it alone: one that is read from the right is marked."""
    if FROM_RIGHT.isdisjoint(map(bidirectional, name)):
        return name
    # Where the text begins with it, `dir="auto"` would take its letters for those of the whole text.
    return f"\N{LEFT-TO-RIGHT MARK}\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def listed(names: Iterable[str]) -> str:
    """Returns *Ann, Ben, Cat*."""
    return ", ".join(map(isolated, names))


def joined(words: Sequence[str]) -> str:
    """Returns *Ann*, *Ann and Ben*, *Ann, Ben and Cat*."""
    if len(words) < 2:
        return "".join(words)
    return _("%(these)s and %(last)s", these=listed(words[:-1]), last=isolated(words[-1]))


def round_and_table(number: int | None, table: int | None) -> str:
    return _("Round %(round)s, table %(table)s", round=number, table=table)


def comes_said(name: str) -> str:
    return _("%(name)s is on the way", name=name)


def sits_said(name: str, table: int) -> str:
    return _("%(name)s sits at table %(number)s", name=name, number=table)


def unseated_said(number: int) -> str:
    return _("The seating of round %(round)s is taken back", round=number)


def capital(sentence: str) -> str:
    """Returns a sentence, a title or a label with a capital letter: it may begin with a card."""
    return sentence[:1].upper() + sentence[1:]


def shortened(text: str, longest: int) -> str:
    """Returns as much of a text as so many characters hold; one that was longer ends with *…*."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def number(points: int) -> str:
    """Returns a number: *120*, *−45*."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """Returns a change with its sign: *+3*, *−4*, *0*."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def marked(sentence: str, **parts: Any) -> Markup:
    """Returns the sentence with its `%(part)s` filled in; a part that is no markup itself is escaped."""
    # Escaped here: Markup's own `%` wraps each part in an object first, and a table has such sentences at every play.
    safe = {name: part if isinstance(part, int) else escape(part) for name, part in parts.items()}
    return Markup(sentence % safe)  # noqa: S704  (the sentence comes from our catalogues)


def bold(text: str) -> Markup:
    return Markup(f"<b>{escape(text)}</b>")  # noqa: S704  (escaped here)


def named(sentence: str, name: str, **parts: Any) -> Markup:
    """Returns the same with the `name` in bold."""
    return marked(sentence, name=bold(name), **parts)


def readable(code: str) -> str:
    """Returns a code as words: *extra-hand* is *Extra hand*."""
    written = code.replace("-", " ").replace("_", " ")
    return capital(written)


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
    return str(format_skeleton("MMMd", here, locale=_locale())) if _is_this_year(here) else date_said(here)


def weekday(at: date) -> str:
    """Returns *Sat 21 Nov*, and of another year *Sat 21 Nov 2025*."""
    return str(format_skeleton("MMMEd" if _is_this_year(at) else "yMMMEd", at, locale=_locale()))


def _is_this_year(at: date) -> bool:
    return at.year == datetime.now().astimezone().year


def weekday_alone(at: datetime) -> str:
    """Returns *Tue*."""
    return format_date(at.astimezone(), "ccc", locale=_locale())


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


def moved_on() -> str:
    """Returns why nothing was made: the table is not as the page showed it."""
    return _("The table has moved on meanwhile. Look again.")


def with_full_stop(words: str) -> str:
    """Returns words of people with an end, so that another sentence can follow."""
    return words if words.endswith((".", "?", "!", "…")) else f"{words}."


def by_name(name: str) -> str:
    """Returns a name as it was written down, in the reader's words where there was none: *the host*."""
    return name or _("the host")


def by_organiser(name: str) -> str:
    """Returns the name of who runs an evening, in the reader's words where there is none: *the organiser*."""
    return name or _("the organiser")
