"""Names of cards, in French or German suits, as labels and in sentences, and of readings of photos."""

from collections.abc import Mapping, Sequence
from enum import StrEnum, auto
from functools import cache
from typing import NamedTuple

from flask import Flask, has_app_context

from rules_core.cards import Card
from rules_core.games import GAMES
from webapp.http.answers import of_request
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import language, ngettext, pgettext
from webapp.photo.reading import LearnedRows
from webapp.words.phrases import capital

FRENCH, GERMAN = "french", "german"
_FRENCH_FACES: Mapping[str, Mapping[str, str]] = {"de": {"J": "B", "Q": "D"}}
"""Faces of court cards by language, where they are not the rank's own letter."""
_GERMAN_FACES: Mapping[str, str] = {"J": "U", "Q": "O"}
_SIGNS: Mapping[str, Mapping[str, str]] = {
    FRENCH: {"C": "c", "D": "d", "H": "h", "S": "s"},
    GERMAN: {"C": "eichel", "D": "schellen", "H": "h", "S": "laub"},
}
_ROWS: Mapping[str, str] = {FRENCH: "SHCD", GERMAN: "CSHD"}


def init_app(app: Flask) -> None:
    for asked in (deck, rank_face, suit_sign, suits):
        app.add_template_global(asked)


def set_deck(choices: Mapping[str, str]) -> None:
    here = of_request()
    here.deck = GERMAN if choices.get("deck") == GERMAN else FRENCH
    here.pop("language_and_deck", None)  # webapp/live/part_cache.py asks once for many parts


def deck() -> str:
    """Returns the deck of the table that this request is about, the French one where it is about none."""
    laid: str = of_request().get("deck", FRENCH) if has_app_context() else FRENCH
    return laid


def rank_face(card: str) -> str:
    """Returns the rank in the corner of a card: *10*, for a queen *D* in German, and *O* where she is an Ober."""
    faces = _GERMAN_FACES if deck() == GERMAN else _FRENCH_FACES.get(language(), {})
    return "10" if card[0] == "T" else faces.get(card[0], card[0])


def suit_sign(suit: str) -> str:
    """Returns the name of a suit's symbol and colour: *h* for the icon `i-h` and the class `h`."""
    return _SIGNS[deck()][suit]


def suits() -> str:
    """Returns the suits in the order in which a pad shows them: French ones alternate black and red."""
    return _ROWS[deck()]


JOKER = "X"
_PIPS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUITS = {"C": _l("clubs"), "D": _l("diamonds"), "H": _l("hearts"), "S": _l("spades")}
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
    JOKER: _l("Joker"),
}


class Names(NamedTuple):
    """Names of a deck: its suits, one card of a suit, its ranks."""

    suits: Mapping[str, str]
    one_of: Mapping[str, str]
    ranks: Mapping[str, str]


_CALLED: Mapping[str, Names] = {
    FRENCH: Names(SUITS, {"C": _l("club"), "D": _l("diamond"), "H": _l("heart"), "S": _l("spade")}, RANKS),
    GERMAN: Names(
        {"C": _l("acorns"), "D": _l("bells"), "H": _l("hearts"), "S": _l("leaves")},
        # Not *an acorn*: the sentences say *a heart*, *no heart*.
        {"C": _l("card of acorns"), "D": _l("card of bells"), "H": _l("heart"), "S": _l("card of leaves")},
        {**RANKS, "J": _l("Unter"), "Q": _l("Ober")},
    ),
}


def may_draw_joker(game: str, players: int, options: object) -> bool:
    """Returns whether a table with these options may draw a Joker: its pack has one, or is not told."""
    cards = GAMES[game].in_play(players, options)
    return not cards or JOKER in cards


def card_names() -> Mapping[str, str]:
    """Returns every card as a label, in the language of the request and by the names of its table's deck."""
    return _labels(language(), deck())


def card_name(card: str) -> str:
    return card_names().get(card, card)


def card_in_signs(card: str) -> str:
    """Returns a card as readers of every language know it: *8♣*; by name one that has no such sign."""
    return f"{rank_face(card)}{_PIPS[card[1]]}" if deck() == FRENCH and len(card) > 1 else card_name(card)


class SentencePart(StrEnum):
    """The grammatical case of a card, which German shows in the article of the Joker: der, den, mit dem Joker."""

    SUBJECT = auto()
    OBJECT = auto()
    WITH = auto()


def card_said(card: str, part: SentencePart = SentencePart.SUBJECT) -> str:
    if card == JOKER:
        return _joker(part)
    if len(card) == 1:
        return _("the %(rank)s", rank=rank_name(card))
    return _("the %(rank)s of %(suit)s", rank=rank_name(card), suit=suit_name(card[1]))


def _joker(part: SentencePart) -> str:
    match part:
        case SentencePart.OBJECT:
            return pgettext("object", "the Joker")
        case SentencePart.WITH:
            return pgettext("with", "the Joker")
    return _("the Joker")


def suit_name(suit: str) -> str:
    """Returns a suit within a sentence: *hearts*."""
    return _(_CALLED[deck()].suits[suit])


def one_of(suit: str) -> str:
    """Returns a card of a suit within a sentence: *a heart*, without its article."""
    return _(_CALLED[deck()].one_of[suit])


def rank_name(card: str) -> str:
    """Returns a card's rank within a sentence: *queen*. A Joker is its own rank."""
    return _(_CALLED[deck()].ranks[card[0]])


# Every key of a pad asks for its name: looked up in the catalogue once for each language and deck.
@cache
def _labels(language: str, laid: str) -> dict[str, str]:
    suited = {r + s: _label(r + s) for r in RANKS if r != JOKER for s in SUITS}
    return suited | {rank: capital(_rank_seen(rank)) for rank in RANKS}


def _label(card: str) -> str:
    return capital(_("%(rank)s of %(suit)s", rank=_rank_seen(card), suit=suit_name(card[1])))


def _rank_seen(card: str) -> str:
    """Returns a rank as printed on its card, *6*; one that is printed as a letter by its name, *Queen*."""
    face = rank_face(card)
    return face if face.isdigit() else rank_name(card)


def cards_unseen(left: int, name: str) -> str:
    """Returns *3 cards of Ann are unseen.*"""
    return ngettext("%(num)s card of %(name)s is unseen.", "%(num)s cards of %(name)s are unseen.", left, name=name)


NOTHING: Mapping[str, str] = {
    "no-file": _l("There is no photo yet. Take one, or tap the cards at the table."),
    "no-photo": _l("There is no photo yet. Take one."),
    "no-picture": _l("This is no picture that can be opened: a photo is JPEG, PNG or WebP. Take another one."),
    "too-large": _l("This picture is larger than a photo of a phone. Take another one."),
    "too-much": _l("More of this pack cannot be kept. Forget it, and teach it again with fewer photos."),
    "nothing-seen": _l("No cards seen. More light, and from above; or tap the cards at the table."),
}
"""Why there is nothing to confirm."""
SPOILED: Mapping[str, str] = {
    "too-dark": _l("It is dark there: more light helps."),
    "glare": _l("Light is reflected: another angle helps."),
    "from-the-side": _l("It was taken from the side: from above more is read."),
    "too-small": _l("The cards are small: go nearer."),
}
"""Possible causes of doubt."""


def nothing_said(problems: tuple[str, ...]) -> str:
    """Returns why there is nothing to confirm, with possible causes."""
    first = next((one for one in problems if one in NOTHING), "nothing-seen")
    return " ".join((_(NOTHING[first]), spoiled_said(problems))).strip()


def spoiled_said(problems: tuple[str, ...]) -> str:
    """Returns possible causes of doubt, empty where none is known."""
    return " ".join(_(SPOILED[one]) for one in problems if one in SPOILED)


def not_learned_said(learned: LearnedRows, left: Sequence[Card]) -> str:
    """Returns why nothing is learned of a photo on which these cards should lie in rows, suit by suit."""
    suits = len({card[1] for card in left})
    if learned.problem == "rows":
        return _("%(seen)s rows are seen, where at most %(most)s should lie.", seen=learned.seen, most=suits)
    if learned.problem == "cards":
        told = {"row": learned.row, "seen": learned.seen, "cards": len(left) // suits}
        return _(
            "Row %(row)s: %(seen)s cards are seen, where %(cards)s should lie. Each needs its upper left corner free.",
            **told,
        )
    if learned.problem == "order":
        return _(
            "Where %(card)s should lie, %(read)s is read. Lay the rows as they are shown here.",
            card=card_name(learned.card),
            read=card_name(learned.read),
        )
    return nothing_said((learned.problem,))
