"""The duties of play: what is known of a hand forbids the card that it played."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.words.cards import card_said, suit_name
from webapp.words.refusal_facts import Facts, Names, Words, held_in, of_suit, plain, seat_named, suit_owed


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


def _play_over(facts: Facts, names: Names) -> tuple[str, str]:
    name, held = seat_named(facts, names), held_in(facts)
    title = _("%(name)s has to play over", name=name)
    if not held:
        return title, _("The hand is known to hold a card that goes over the one that is winning.")
    card = card_said(held[0])
    return title, _("%(name)s holds %(card)s, and it goes over the card that is winning.", name=name, card=card)


def _beat(facts: Facts, names: Names) -> tuple[str, str]:
    name, held = seat_named(facts, names), held_in(facts)
    title = _("%(name)s has to take the trick", name=name)
    if not held:
        return title, _("The hand is known to hold a card of the suit that beats the one that is winning.")
    card = card_said(held[0])
    return title, _("%(name)s holds %(card)s, and it beats the card that is winning.", name=name, card=card)


def _trump(facts: Facts, names: Names) -> tuple[str, str]:
    name, held = seat_named(facts, names), held_in(facts)
    title = _("%(name)s has to trump", name=name)
    if not held:
        return title, _("Without the suit the trick must be taken with a trump, and the hand is known to hold one.")
    sentence = _(
        "Without the suit the trick must be taken with a trump, and %(name)s holds %(card)s.",
        name=name,
        card=card_said(held[0]),
    )
    return title, sentence


WORDS: Mapping[str, Words] = {
    "must-follow-suit": _follow,
    "must-play-over": _play_over,
    "must-beat": _beat,
    "must-trump": _trump,
    "joker-undeclared": plain(
        lambda: _("Does the Joker win or lose?"),
        lambda: _("Its player says so at once. Choose one of the two."),
    ),
}
