"""Houses that have written a record, in words, and the fingerprints that two of them compare."""

from collections.abc import Mapping
from typing import Protocol

from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l

GROUPS, GROUP = 4, 4
"""Of a fingerprint these many groups of digits are shown where there is little room."""
_SAID: Mapping[str, str] = {
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
    """Returns who has written the record that a table was opened from, by the line that keeps it."""
    written, digits, claimed = origin.written, origin.fingerprint, origin.claimed
    if written == "elsewhere" and claimed != digits:
        written = "elsewhere-changed"
    if written not in _SAID:  # opened before records were signed
        written = "unsigned"
    return _(_SAID[written], digits=short(digits), claimed=short(claimed or digits), house=origin.house or "")
