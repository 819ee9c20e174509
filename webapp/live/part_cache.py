"""Parts of a table that look the same again and again, drawn once each.

A pad has dozens of keys, and the fragment is sent at every play. Such a part is a macro of the templates, asked for
once for each language, deck and set of facts, and kept. It pays where the facts come again: a card, a key, a count.
"""

from collections.abc import Hashable
from functools import cache, lru_cache

from flask import Flask, current_app, g, get_template_attribute
from markupsafe import Markup

from webapp.games.common.card_keys import CardKeys, card_keys, pad_note
from webapp.games.common.totals_sheet import totals_parts
from webapp.http.language import language
from webapp.http.limits import PARTS_KEPT
from webapp.words.deck import deck


def init_app(app: Flask) -> None:
    """Gives the templates what is drawn here."""
    own.cache_clear()
    part.cache_clear()
    for asked in (card_keys, drawn, keyboard, own, pad_note, part, totals_parts):
        app.add_template_global(asked)


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
    """Returns what the macro of `<file>.html` draws of these facts.

    The macro may use nothing but its facts, the language and the deck.
    """
    return Markup(_drawn(*_told(), file, macro, facts))  # noqa: S704  (the macro has escaped what it was given)


def keyboard(keys: CardKeys, seat: int, dimmed: frozenset[str]) -> list[tuple[str, list[tuple[bool, Markup]]]]:
    """Returns for each suit its rows of keys, which play their cards for this seat, and whether each is a short one."""
    told = _told()
    return [
        (suit, [(keys.is_short(row), _row(told, [rank + suit for rank in row], seat, dimmed)) for row in keys.rows])
        for suit in keys.suits
    ]


def _told() -> tuple[str, str]:
    """The language and the deck of this request, looked up once for the dozens of parts of a table."""
    known: tuple[str, str] | None = g.get("told")
    if known is None:
        known = g.told = (language(), deck())
    return known


def _row(told: tuple[str, str], cards: list[str], seat: int, dimmed: frozenset[str]) -> Markup:
    keys = [_drawn(*told, "macros/cards", "key", (card, seat, card in dimmed)) for card in cards]
    return Markup("".join(keys))  # noqa: S704


@lru_cache(PARTS_KEPT)
def _drawn(language: str, deck: str, file: str, macro: str, facts: tuple[Hashable, ...]) -> str:
    return str(get_template_attribute(f"{file}.html", macro)(*facts))
