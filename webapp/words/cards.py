"""The names of cards, as a label (*Seven of clubs*) and within a sentence (*the seven of clubs*)."""

from functools import cache

from flask_babel import LazyString, get_locale
from flask_babel import lazy_gettext as _l

SUITS = {"C": _l("clubs"), "D": _l("diamonds"), "H": _l("hearts"), "S": _l("spades")}
ONE_OF_SUIT = {"C": _l("club"), "D": _l("diamond"), "H": _l("heart"), "S": _l("spade")}
RANKS = {
    "2": _l("two"),
    "3": _l("three"),
    "4": _l("four"),
    "5": _l("five"),
    "6": _l("six"),
    "7": _l("seven"),
    "8": _l("eight"),
    "9": _l("nine"),
    "T": _l("ten"),
    "J": _l("jack"),
    "Q": _l("queen"),
    "K": _l("king"),
    "A": _l("ace"),
}
LABEL = _l("%(Rank)s of %(suit)s")
SAID = _l("the %(rank)s of %(suit)s")


def card_name(card: str) -> str:
    """Returns a card as a label. A card that does not exist is named by what was typed."""
    return _named(str(get_locale()), LABEL, card)


def card_said(card: str) -> str:
    """Returns a card within a sentence."""
    return _named(str(get_locale()), SAID, card)


def suit_name(suit: str) -> str:
    """Returns a suit within a sentence: *hearts*."""
    return str(SUITS[suit])


# Every key of a pad asks for its name: looked up in the catalogue once a language.
@cache
def _names(language: str, sentence: LazyString) -> dict[str, str]:
    return {r + s: sentence % _facts(r, s) for r in RANKS for s in SUITS}


def _facts(rank: str, suit: str) -> dict[str, str]:
    word = str(RANKS[rank])
    return {"rank": word, "Rank": word[0].upper() + word[1:], "suit": str(SUITS[suit])}


def _named(language: str, sentence: LazyString, card: str) -> str:
    return _names(language, sentence).get(card, card)
