"""What can be said about a hand that is over: *14 tricks, everything consistent.*"""

from collections.abc import Sequence

from rules_core.findings import Contradiction, Infraction
from rules_core.replay import Fold
from webapp.games.common.proofs import proof_title
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.audit_kit import Audit
from webapp.words.contradictions import contradiction_title


def main(game: str, audit: Audit) -> str:
    """Returns how far the hand is known, and that it is consistent where nothing speaks against it."""
    own = look_of(game).audit_line
    return (own(audit) if own is not None else None) or _line(audit)


def _line(audit: Audit) -> str:
    match audit.entered:
        case "totals":
            return _("Entered by totals: nothing can be said about play.")
        case "winners":
            return ngettext(
                "%(num)s trick, entered by its winner: nothing can be said about the cards.",
                "%(num)s tricks, entered by their winners: nothing can be said about the cards.",
                audit.tricks,
            )
        case "partly":
            return _partly(audit)
    return _played(audit)


def _partly(audit: Audit) -> str:
    if audit.is_clean:
        return _(
            "Cards known up to trick %(known)s: consistent so far. From there only winners were entered.",
            known=audit.known,
        )
    return _("Cards known up to trick %(known)s. From there only winners were entered.", known=audit.known)


def _played(audit: Audit) -> str:
    if not audit.is_clean:
        return ngettext("%(num)s trick, known card by card.", "%(num)s tricks, known card by card.", audit.tricks)
    if audit.played_out:
        return ngettext("%(num)s trick, everything consistent.", "%(num)s tricks, everything consistent.", audit.tricks)
    return ngettext(
        "%(num)s trick, consistent as far as cards were played.",
        "%(num)s tricks, consistent as far as cards were played.",
        audit.tricks,
    )


def finding(fold: Fold, found: Infraction, names: Sequence[str]) -> str:
    """Returns *Proven: Jonas had a heart in trick 3.*"""
    return _("Proven: %(what)s.", what=proof_title(fold, found, names))


def contradicted(found: Contradiction) -> str:
    """Returns what cannot be, and nobody's name."""
    return f"{contradiction_title(found)}."


def counted(game: str, audit: Audit, ruled: int = 0) -> list[str]:
    """Returns how much is proven, in as few words as a table has room for, and what else is to be said.

    So many of the breaches as are `ruled` on are settled.
    """
    said = []
    if proven := len(audit.infractions) - ruled:
        said.append(ngettext("%(num)s breach is proven.", "%(num)s breaches are proven.", proven))
    if ruled:
        said.append(ngettext("%(num)s breach is settled.", "%(num)s breaches are settled.", ruled))
    if audit.contradiction is not None:
        said.append(contradicted(audit.contradiction))
    return [*said, *noted(game, audit)]


def noted(game: str, audit: Audit) -> list[str]:
    """Returns what else is to be said: irregular plays, corrections, what the game itself says."""
    said, own = [], look_of(game).audit_notes
    if audit.irregular:
        said.append(ngettext("%(num)s irregular play.", "%(num)s irregular plays.", audit.irregular))
    if own is not None:
        said += own(audit)
    if audit.corrected:
        said.append(ngettext("%(num)s entry corrected.", "%(num)s entries corrected.", audit.corrected))
    return said
