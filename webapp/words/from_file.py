"""What came from a file, in words: it was made elsewhere, or a record of this house has brought it back."""

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.table.desk import Desk, Source


def tag(source: Source | None) -> str:
    """Returns what stands behind an entry or a ruling that came from a file, nothing behind one that was made here."""
    match source:
        case Source.FILE:
            return _("from a file, not vouched for here")
        case Source.HOUSE:
            return _("from a record of this house")
    return ""


def tagged(text: str, source: Source | None) -> str:
    """Returns a text with this mark behind it, where it has one."""
    return f"{text} ({tag(source)})" if source is not None else text


def notice(desk: Desk) -> str | None:
    """Returns that the first entries of a table came from a file, None where all of them were made here."""
    if not desk.origins:
        return None
    events, source = desk.origins[-1].events, desk.source(0)
    if source is Source.HOUSE:
        return ngettext(
            "The first entry came from a record that this house wrote, unchanged since.",
            "The first %(num)s entries came from a record that this house wrote, unchanged since.",
            events,
        )
    if not desk.knows_time(0):
        return ngettext(
            "The first entry came from a file that says no time: it was made elsewhere. Nobody here vouches for it.",
            "The first %(num)s entries came from a file that says no times: they were made elsewhere. "
            "Nobody here vouches for them.",
            events,
        )
    return ngettext(
        "The first entry came from a file: made elsewhere, at the time written there. Nobody here vouches for it.",
        "The first %(num)s entries came from a file: made elsewhere, at the times written there. "
        "Nobody here vouches for them.",
        events,
    )
