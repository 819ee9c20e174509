"""Rulings in words: the remedy by its code, and what the referee said."""

from collections.abc import Mapping

from msgspec import UNSET

from rules_core.events import Ruling
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.table.rulings import Remedy

REMEDIES: Mapping[str, str] = {
    Remedy.STANDS: _l("It stands as it was played."),
    Remedy.CORRECTED: _l("The entry was corrected."),
    Remedy.TAKEN_BACK: _l("Play was taken back to that point."),
    Remedy.ADJUSTED: _l("The score was adjusted."),
    Remedy.VOID: _l("The hand was scrapped: the same dealer deals again."),
    Remedy.NONE: _l("Nothing is to be done."),
}


def remedy(code: str) -> str:
    """Returns what was done, nothing for a code that is not known."""
    return _(REMEDIES[code]) if code in REMEDIES else ""


def ruled(ruling: Ruling) -> str:
    """Returns what was done, then what was said in own words: *The score was adjusted. Karo was led.*"""
    done = "" if ruling.remedy is UNSET else remedy(ruling.remedy)
    return " ".join(part for part in (done, ruling.text.strip()) if part)


def signature(ruling: Ruling) -> str:
    """Returns who signed a ruling; a host without a seat has no name of its own."""
    return ruling.by if isinstance(ruling.by, str) and ruling.by else _("The host")


def rule_of(ruling: Ruling) -> str | None:
    """Returns the number of the rule that a ruling rests on, if it names one."""
    return ruling.rule if isinstance(ruling.rule, str) and ruling.rule else None


def with_signature(ruling: Ruling) -> str:
    """Returns a ruling with its signature, where it has one: *Eva ruled: The score was adjusted.*"""
    what = ruled(ruling) or _("Without words.")
    if not isinstance(ruling.by, str):
        return _("Settled: %(text)s", text=what)
    return _("%(name)s ruled: %(what)s", name=ruling.by, what=what)
