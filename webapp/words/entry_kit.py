"""Kit for the lines of entries: names and cards in them."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from rules_core.events import Play, Trick
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.limits import PARTS_KEPT
from webapp.words.cards import JOKER, card_name
from webapp.words.deck import deck, rank_face, suit_sign
from webapp.words.marked import bold, marked
from webapp.words.numbers import number

Names = Sequence[str]
Say = Callable[[str], str]
"""Puts a card into a line: as signs (`card_mark`) or by its name."""
Entry = Callable[[Any, Names, Say], Markup]
"""Puts one kind of event into words."""
Act = str | Callable[[Any, Names], str]
"""What may be done: a sentence with the `name` of who does it, or what tells it of several such events of a seat."""

_SUITED = Markup(
    '<span class="said %s" role="img" aria-label="%s">%s'
    '<svg class="i" aria-hidden="true"><use href="#i-%s"/></svg></span>'
)
_PLAIN = Markup('<span class="said" role="img" aria-label="%s">%s</span>')


def card_mark(card: str) -> Markup:
    """Returns a card within a line: rank and suit as signs, its name for a screen reader."""
    return _card_mark(card, language(), deck())


@lru_cache(PARTS_KEPT)
def _card_mark(card: str, _language: str, _deck: str) -> Markup:
    name, face = card_name(card), rank_face(card)
    if len(card) == 1:
        return _PLAIN % (name, name if card == JOKER else face)
    sign = suit_sign(card[1])
    return _SUITED % (sign, name, face, sign)


def named(sentence: str, name: str, **parts: Any) -> Markup:
    """Returns the sentence with the name in bold."""
    return marked(sentence, name=bold(name), **parts)


def cards_said(cards: Iterable[str], say: Say) -> Markup:
    """Returns cards side by side, *6♠ 7♠ 8♠*, or by name with commas."""
    return (Markup(" ") if say is card_mark else Markup(", ")).join(say(card) for card in cards)


def melds_said(melds: Iterable[Iterable[str]], say: Say) -> Markup:
    """Returns melds one after the other: *6♠ 7♠ 8♠, 8♥ 8♥*."""
    return (Markup(", ") if say is card_mark else Markup("; ")).join(cards_said(meld, say) for meld in melds)


def each_said(cards: Iterable[tuple[str, str]], say: Say) -> Markup:
    """Returns names with a card each: *Ann K, Ben 7*."""
    return Markup(", ").join(Markup("%s %s") % (bold(name), say(card)) for name, card in cards)


def numbers_said(numbers: Iterable[int]) -> str:
    """Returns *5, 0, −3*."""
    return ", ".join(map(number, numbers))


def played(event: Play, names: Names, say: Say) -> Markup:
    """Returns who played which card."""
    return named(_("%(name)s played %(card)s"), names[event.seat], card=say(event.card))


def took(event: Trick, names: Names, say: Say) -> Markup:
    """Returns who took a trick."""
    return named(_("%(name)s took the trick"), names[event.winner])


def took_with(event: Trick, names: Names, what: str) -> Markup:
    """Returns who took a trick that held something."""
    return named(_("%(name)s took the trick with %(what)s"), names[event.winner], what=what)
