"""Where a match came from, and the houses that have written a record, in words."""

from collections.abc import Mapping
from typing import Protocol

from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.table.desk import Desk, Source
from webapp.table.lines.people import Opened

GROUPS, GROUP = 4, 4
"""Of a fingerprint these many groups of digits are shown where there is little room."""
_WRITTEN_SAID: Mapping[str, str] = {
    "here": _l("Written by this house, unchanged since."),
    "changed": _l(
        "Written by this house and changed since: it said %(claimed)s as its fingerprint, and has %(digits)s now."
    ),
    "forged": _l(
        "It says that this house wrote it, but the signature is not from here. Its fingerprint is %(digits)s."
    ),
    "elsewhere": _l(
        "Written by another house (%(house)s), which alone can check its signature. If that house shows the "
        "fingerprint %(digits)s, it is unchanged."
    ),
    "elsewhere-changed": _l(
        "Written by another house (%(house)s) and changed since: it said %(claimed)s as its fingerprint, and has "
        "%(digits)s now."
    ),
    "unsigned": _l("No house has signed it. Its fingerprint is %(digits)s."),
}


def tag(source: Source | None) -> str:
    """Returns the note on an entry or a ruling that came from a file, empty for one that was made here."""
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
    came, opened = _came(desk), next(line.says for line in reversed(desk.lines) if isinstance(line.says, Opened))
    return f"{came} {written_said(opened)}" if is_changed(opened) else came


def _came(desk: Desk) -> str:
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


def short(digits: str) -> str:
    """Returns the first digits of a fingerprint in groups: *a1b2 c3d4 e5f6 0718*."""
    return " ".join(digits[at : at + GROUP] for at in range(0, GROUPS * GROUP, GROUP))


class FromFile(Protocol):
    """Where a table or an evening was read from: its fingerprint, who wrote it, what its signature claims."""

    @property
    def fingerprint(self) -> str: ...
    @property
    def written(self) -> str: ...
    @property
    def house(self) -> str | None: ...
    @property
    def claimed(self) -> str | None: ...


def is_changed(origin: FromFile) -> bool:
    """Tells whether a record says something else than when it was signed, or that it was not signed as it says."""
    return origin.written in ("changed", "forged") or origin.claimed not in (None, origin.fingerprint)


def written_said(origin: FromFile) -> str:
    """Returns in words who has written the record that a table was opened from, by the line about it."""
    written, digits, claimed = origin.written, origin.fingerprint, origin.claimed
    if written == "elsewhere" and claimed != digits:
        written = "elsewhere-changed"
    if written not in _WRITTEN_SAID:  # opened before records were signed
        written = "unsigned"
    return _(_WRITTEN_SAID[written], digits=short(digits), claimed=short(claimed or digits), house=origin.house or "")
