"""Deck of the table that a page is about: French cards, or German ones where the table has chosen them.

Like the language the deck belongs to the request. It is set where the table becomes known; words and templates read
it here, so that it need not be passed on.
"""

from collections.abc import Mapping

from flask import Flask, has_app_context

from webapp.http.language import language
from webapp.http.of_request import of_request

FRENCH, GERMAN = "french", "german"
_FACES: Mapping[tuple[str, str], Mapping[str, str]] = {
    (FRENCH, "en"): {"T": "10"},
    (FRENCH, "de"): {"T": "10", "J": "B", "Q": "D"},
    (GERMAN, "en"): {"T": "10", "J": "U", "Q": "O"},
    (GERMAN, "de"): {"T": "10", "J": "U", "Q": "O"},
}
"""What is printed on a card by deck and language, where it is not the letter of its rank."""
_SIGNS: Mapping[str, Mapping[str, str]] = {
    FRENCH: {"C": "c", "D": "d", "H": "h", "S": "s"},
    GERMAN: {"C": "eichel", "D": "schellen", "H": "h", "S": "laub"},
}
_ROWS: Mapping[str, str] = {FRENCH: "SHCD", GERMAN: "CSHD"}


def init_app(app: Flask) -> None:
    """Adds the functions about printed cards to the templates."""
    for asked in (deck, rank_face, suit_sign, suits):
        app.add_template_global(asked)


def set_deck(choices: Mapping[str, str]) -> None:
    """Sets the deck of this request to the one that a table has chosen."""
    here = of_request()
    here.deck = GERMAN if choices.get("deck") == GERMAN else FRENCH
    here.pop("language_and_deck", None)  # webapp/live/part_cache.py asks once for many parts


def deck() -> str:
    """Returns the deck of the table that this request is about, the French one where it is about none."""
    laid: str = of_request().get("deck", FRENCH) if has_app_context() else FRENCH
    return laid


def rank_face(card: str) -> str:
    """Returns what stands in the corner of a card: *10*, for a queen *D* in German, and *O* where she is an Ober."""
    return _FACES[deck(), language()].get(card[0], card[0])


def suit_sign(suit: str) -> str:
    """Returns the name of a suit's symbol and colour: *h* for the icon `i-h` and the class `h`."""
    return _SIGNS[deck()][suit]


def suits() -> str:
    """Returns the suits in the order in which a pad shows them: French ones alternate black and red."""
    return _ROWS[deck()]
