"""Melds by name, and why one of them does not count beside the others."""

from collections.abc import Sequence

from markupsafe import Markup

from rules_core.cards import Card, Suit
from rules_core.games.deep_six.hand import Meld
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.words.cards import suit_name
from webapp.words.entry_kit import card_mark
from webapp.words.marked import marked

RUNS_AND_ECHOES = {
    "grand-run": _l("Grand run"),
    "deep-run": _l("Deep run"),
    "shallow-run": _l("Shallow run"),
    "deep-echo": _l("Echo of 8s"),
    "shallow-echo": _l("Echo of 7s"),
    "mark-twain": _l("Echo of 6s"),
}
"""These are of one suit."""
WIDES = {
    "eights-wide": _l("8s wide"),
    "sevens-wide": _l("7s wide"),
    "sixes-wide": _l("6s wide"),
}
_NAMES = RUNS_AND_ECHOES | WIDES


def meld_name(name: str) -> str:
    """Returns a meld's name by the one that the rules know it by."""
    return _(_NAMES[name])


def meld_title(meld: Meld) -> str:
    """Returns a meld's name."""
    return meld_name(meld.name)


def barred(suit: Suit) -> Markup:
    """Returns why a run does not count: its suit is sunk."""
    return marked(_("No run in %(suit)s, the sunk suit."), suit=suit_name(suit))


def too_many(cards: int) -> Markup:
    """Returns by how many cards a hand would be too large that had held these, too."""
    sentence = ngettext(
        "With the cards that were played the hand would have %(num)s card too many.",
        "With the cards that were played the hand would have %(num)s cards too many.",
        cards,
    )
    return marked(sentence)


def in_use(cards: Sequence[Card], melds: Sequence[Meld]) -> Markup:
    """Returns which cards serve in other melds already."""
    titles = ", ".join(dict.fromkeys(map(meld_title, melds)))
    sentence = _("%(cards)s serves already: %(melds)s.")
    if len(cards) > 1:
        sentence = _("%(cards)s serve already: %(melds)s.")
    return marked(sentence, cards=Markup(" ").join(map(card_mark, cards)), melds=titles)
