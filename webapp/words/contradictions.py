"""Contradictions in words: what cannot all be right, without naming anybody."""

from rules_core.findings import Contradiction
from webapp.http.language import gettext as _
from webapp.words.cards import suit_name


def contradiction_title(found: Contradiction) -> str:
    """Returns *A card was entered wrongly, or somebody revoked*, with the suit where it is one."""
    if found.suit is None:
        return _("A card was entered wrongly, or somebody revoked")
    return _("In %(suit)s a card was entered wrongly, or somebody revoked", suit=suit_name(found.suit))


def contradiction_text(found: Contradiction) -> str:
    """Returns why: the cards that nobody has shown would have no place left."""
    if found.suit is None:
        return _(
            "After these plays no hand is left that could hold the cards still unseen. Who it was cannot be said yet."
        )
    return _(
        "After these plays no hand is left that could hold the %(suit)s still unseen. Who it was cannot be said yet.",
        suit=suit_name(found.suit),
    )
