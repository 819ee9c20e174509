"""Parts of a table, each game's own or those of all games, and a cache of their keys, cards and counts.

A part is a block of templates/tables/parts.html, or pictures.html. A file of the same name in the game's folder extends
that one and may override it. Blocks there whose names begin with `_` are the game's own.

A pad has dozens of keys, and the fragment is rendered at every play. What is `drawn` is a macro of the templates,
called once for each language, deck and set of arguments. It pays where these come again: a card, a key, a count.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from flask import Flask, current_app, get_template_attribute
from jinja2 import Template, TemplateRuntimeError, TemplateSyntaxError, nodes, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from webapp.games.common.entries import CardKeys, card_keys, pad_note
from webapp.games.registry import folder_of
from webapp.http.answers import of_request
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.limits import KEY_PADS_KEPT, KEY_STATES_KEPT, PARTS_KEPT
from webapp.live.blocks import STATE, collected, place, with_blocks
from webapp.pages.board import Board
from webapp.words.cards import deck
from webapp.words.turn import ranked

PICTURES = ("sign", "pictures")
"""Parts that pages of several games show. They have a file of their own, which is all that such a page compiles."""


def init_app(app: Flask) -> None:
    parts_of.cache_clear()
    for used in (card_key, card_keys, drawn, own, pad_note, part, ranked):
        app.add_template_global(used)
    # Filters: Jinja copies the whole context for a global that takes it, where a block has set a variable.
    app.add_template_filter(card_pad)
    app.add_template_filter(cloth_seats)
    app.add_template_global(place, "block_place")


class Parts(NamedTuple):
    """Parts of a game from one file: its template, its blocks in the order of inheritance, the names of its own."""

    template: Template
    blocks: dict[str, list[Any]]
    own: frozenset[str]


@cache
def parts_of(game: str, file: str) -> Parts:
    """Returns the parts of a game from a file. Raises `TemplateSyntaxError` for a block that overrides none."""
    templates = current_app.jinja_env
    usual, name = templates.get_template(f"tables/{file}.html"), f"games/{folder_of(game)}/{file}.html"
    if name not in templates.list_templates():
        return Parts(usual, {each: [block] for each, block in usual.blocks.items()}, frozenset())
    own = templates.get_template(name)
    for unknown in [each for each in own.blocks if not each.startswith("_") and each not in usual.blocks]:
        raise TemplateSyntaxError(f"{usual.name} has no block {unknown!r}", _line_of(unknown, name), name)
    names = own.blocks | usual.blocks
    blocks = {each: [it.blocks[each] for it in (own, usual) if each in it.blocks] for each in names}
    return Parts(own, blocks, frozenset(own.blocks))


def _line_of(block: str, name: str) -> int:
    templates = current_app.jinja_env
    assert templates.loader is not None
    source, *_more = templates.loader.get_source(templates, name)
    return next(found.lineno for found in templates.parse(source).find_all(nodes.Block) if found.name == block)


def _file(name: str) -> str:
    return "pictures" if name in PICTURES else "parts"


@pass_context
def part(context: Context, game: str, name: str, **facts: object) -> Markup:
    """Renders a part of a table in the current context, with further variables."""
    parts = parts_of(game, _file(name))
    if name not in parts.blocks:
        raise TemplateRuntimeError(f"{parts.template.name} has no block {name!r}")
    within = parts.template.new_context(context.get_all(), shared=True, locals={"game": game, **facts})
    within.blocks = parts.blocks
    return Markup("".join(parts.blocks[name][0](within)))  # noqa: S704  (a template escapes)


def own(game: str, name: str) -> bool:
    """Tells whether a game overrides this part."""
    return name in parts_of(game, _file(name)).own


def redrawn(game: str, name: str, shown: dict[str, Any]) -> Markup:
    """Renders a part of a game alone, in a context of these variables."""
    return part(parts_of(game, _file(name)).template.new_context(shown), game, name)


def drawn(file: str, macro: str, *facts: Hashable) -> Markup:
    """Renders the macro of `<file>.html` with these facts.

    The macro may use nothing but its facts, the language and the deck.
    """
    return _drawn(*_language_and_deck(), file, macro, *facts)


def drawer() -> Callable[..., Markup]:
    """Returns `drawn` for the language and the deck of this request, which then are not asked for at each part."""
    return partial(_drawn, *_language_and_deck())


@pass_context
def card_pad(
    context: Context, keys: CardKeys, seat: object, dimmed: frozenset[str], led: str | None, fresh: str
) -> Markup:
    """Returns the keys that play their cards for this seat; those of the suit `led` are open until `fresh` changes."""
    language, deck = _language_and_deck()
    html, blocks = _pad(language, deck, keys)
    texts = {**blocks, "seat": escape(seat), **_states(language, dimmed & keys.cards)}
    if keys.apart:
        texts |= {"fresh": escape(fresh), "tabs": _drawn(language, deck, "tables/macros", "tabs", keys.suits, led)}
    return with_blocks(html, texts, collected(context))


@pass_context
def cloth_seats(context: Context, view: Board, *, resting: bool) -> Markup:
    """Returns the seats with their cards; between two hands with the result of the last one."""
    drawn = drawer()
    texts: dict[str, str] = {}
    for s in view.seats:
        lies = ("macros/cards", "card", s.card, "win" if s.ahead or s.takes else "")
        counts = ("brought", s.score, view.took[s.seat]) if resting else ("counts", s.tricks, s.score)
        texts[f"next-{s.seat}"] = " is-next" if s.next else ""
        texts[f"lies-{s.seat}"] = drawn(*lies) if s.card else drawn("macros/seats", "slot", s.next, s.turn)
        texts[f"tags-{s.seat}"] = drawn("tables/macros", "tags", s.led, s.ahead, s.tag, s.takes)
        texts[f"counts-{s.seat}"] = drawn("tables/macros", *counts)
    html = drawn("tables/macros", "seats", tuple([s.name for s in view.seats]), view.own)
    return with_blocks(html, texts, collected(context))


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
    """Clears the cache, since the templates have changed."""
    for kept in (parts_of, _drawn, _pad):
        kept.cache_clear()


@lru_cache(KEY_PADS_KEPT)
def _pad(language: str, deck: str, keys: CardKeys) -> tuple[Markup, Mapping[str, str]]:
    """Returns a pad and its blocks: parts that differ between plays are placeholders."""
    blocks: dict[str, str] = {}
    parts = current_app.jinja_env.get_template("tables/macros.html").make_module({"blocks": blocks})
    return Markup(getattr(parts, "keys")(keys)), blocks  # noqa: S704, B009  (it has escaped what it was given)


def card_key(card: str) -> Markup:
    """Returns the key of a card, with placeholders for the seat and for its dimming."""
    return drawn("macros/cards", "key", card, place("seat"), place(_gone(card)), place(_played(card)))


def _rendered(file: str, macro: str, *facts: Hashable) -> Markup:
    return Markup(get_template_attribute(f"{file}.html", macro)(*facts))  # noqa: S704  (it has escaped what it was given)
