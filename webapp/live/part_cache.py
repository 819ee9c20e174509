"""Cache of rendered template parts: keys, cards and counts of a table.

A pad has dozens of keys, and the fragment is rendered at every play. Such a part is a macro of the templates, called
once for each language, deck and set of arguments. It pays where the arguments come again: a card, a key, a count.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import cache, lru_cache, partial

from flask import Flask, current_app, get_template_attribute
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from webapp.games.common.entries import CardKeys, card_keys, pad_note
from webapp.http.answers import of_request
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.limits import KEY_ROWS_KEPT, KEY_STATES_KEPT, PARTS_KEPT
from webapp.live.blocks import STATE, collected, place, with_states
from webapp.words.cards import deck
from webapp.words.turn import ranked


def init_app(app: Flask) -> None:
    own.cache_clear()
    part.cache_clear()
    for used in (card_key, card_keys, drawn, keyboard, own, pad_note, part, ranked):
        app.add_template_global(used)


@cache
def part(game: str, name: str) -> str:
    """Returns the template of a part of the table: the one in the game's folder where it is there, else that of all."""
    return own(game, name) or f"tables/{name}.html"


@cache
def own(game: str, name: str) -> str | None:
    """Returns the template of a part in the game's folder, None where it has none of its own."""
    file = f"games/{game.replace('-', '_')}/{name}.html"
    return file if file in current_app.jinja_env.list_templates() else None


def drawn(file: str, macro: str, *facts: Hashable) -> Markup:
    """Renders the macro of `<file>.html` with these facts.

    The macro may use nothing but its facts, the language and the deck.
    """
    return _drawn(*_language_and_deck(), file, macro, *facts)


def drawer() -> Callable[..., Markup]:
    """Returns `drawn` for the language and the deck of this request, which then are not asked for at each part."""
    return partial(_drawn, *_language_and_deck())


@pass_context
def keyboard(context: Context, keys: CardKeys, seat: Hashable, dimmed: frozenset[str]) -> list[tuple[str, Markup]]:
    """Returns for each suit its rows of keys, which play their cards for this seat."""
    texts, (language, deck) = collected(context), _language_and_deck()
    return [
        (suit, with_states(rows, _states(language, dimmed & cards), texts))
        for suit, rows, cards in _key_rows(language, deck, keys, seat)
    ]


@pass_context
def card_key(context: Context, card: str, seat: Hashable, is_dimmed: bool) -> Markup:
    language, deck = _language_and_deck()
    states = _states(language, frozenset((card,) if is_dimmed else ()))
    return with_states(_key(language, deck, card, seat), states, collected(context))


def _gone(card: str) -> str:
    return STATE + card


def _played(card: str) -> str:
    return f"{STATE}{card},"


@lru_cache(KEY_STATES_KEPT)
def _states(language: str, dimmed: frozenset[str]) -> Mapping[str, str]:
    """Returns the blocks that dim the keys of these cards; all others have none, so the keys are drawn once for all."""
    played = ", " + _("played")
    return {name: text for card in dimmed for name, text in ((_gone(card), " gone"), (_played(card), played))}


def _language_and_deck() -> tuple[str, str]:
    here = of_request()
    known: tuple[str, str] | None = here.get("language_and_deck")
    if known is None:
        known = here.language_and_deck = (language(), deck())
    return known


@lru_cache(PARTS_KEPT)
def _drawn(language: str, deck: str, file: str, macro: str, *facts: Hashable) -> Markup:
    return _rendered(file, macro, *facts)


def clear() -> None:
    """Forgets what was drawn, and which templates there are: they are other ones now."""
    for kept in (part, own, _drawn):
        kept.cache_clear()


@lru_cache(KEY_ROWS_KEPT)
def _key_rows(
    language: str, deck: str, keys: CardKeys, seat: Hashable
) -> tuple[tuple[str, Markup, frozenset[str]], ...]:
    return tuple((suit, _rows_of(language, deck, keys, suit, seat), keys.of_suit(suit)) for suit in keys.suits)


def _rows_of(language: str, deck: str, keys: CardKeys, suit: str, seat: Hashable) -> Markup:
    cards = [rank + suit for row in keys.rows for rank in row]
    places = str(_drawn(language, deck, "macros/cards", "key_places", keys))
    return Markup(places % tuple(_key(language, deck, card, seat) for card in cards))  # noqa: S704  (they are escaped)


def _key(language: str, deck: str, card: str, seat: Hashable) -> Markup:
    return _drawn(language, deck, "macros/cards", "key", card, seat, place(_gone(card)), place(_played(card)))


def _rendered(file: str, macro: str, *facts: Hashable) -> Markup:
    return Markup(get_template_attribute(f"{file}.html", macro)(*facts))  # noqa: S704  (it has escaped what it was given)
