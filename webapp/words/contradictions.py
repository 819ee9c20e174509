"""A contradiction in words: what can no longer be, and nobody's name."""

from rules_core.game import Contradiction
from webapp.i18n import gettext as _
from webapp.words.cards import suit_name


def contradiction_title(found: Contradiction) -> str:
    """Returns *Somebody revoked, or a card was entered wrongly*, with the suit where it is one."""
    if found.suit is None:
        return _("Somebody revoked, or a card was entered wrongly")
    return _("In %(suit)s somebody revoked, or a card was entered wrongly", suit=suit_name(found.suit))


def contradiction_text(found: Contradiction) -> str:
    """Returns why: the cards that nobody has shown would have no place left."""
    if found.suit is None:
        return _("By these plays the cards still unseen could lie nowhere. Who it was cannot be said yet.")
    return _(
        "By these plays the %(suit)s still unseen could lie nowhere. Who it was cannot be said yet.",
        suit=suit_name(found.suit),
    )
