"""The duties of play: what is known of a hand forbids the card that it played."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.words.cards import card_said, suit_name
from webapp.words.refusal_facts import Facts, Names, Words, held_in, of_suit, seat_named, suit_owed


def _follow(facts: Facts, names: Names) -> tuple[str, str]:
    name, letter, held = seat_named(facts, names), suit_owed(facts), held_in(facts)
    suit = suit_name(letter) if letter else ""
    title = _("%(name)s has to follow suit", name=name)
    if letter:
        title = _("%(name)s has to follow %(suit)s", name=name, suit=suit)
    if not held:
        return title, _("The hand is known to hold a card of the suit, so the suit must be followed.")
    card = card_said(of_suit(held, letter or "") or held[0])
    if letter:
        return title, _("%(name)s holds %(card)s, so %(suit)s must be followed.", name=name, card=card, suit=suit)
    return title, _("%(name)s holds %(card)s, so the suit must be followed.", name=name, card=card)


WORDS: Mapping[str, Words] = {"must-follow-suit": _follow}
