"""What was entered: the last entry, what was taken back, what somebody else entered meanwhile."""

from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup

from rules_core.events import Ace, Adjust, Deal, Event, Play, Ruling, Trick, TrickTally, VoidHand
from webapp.i18n import gettext as _
from webapp.words.cards import card_name
from webapp.words.marked import bold, marked

Names = Sequence[str]
_RANKS = {"T": "10"}
_MARK = Markup(
    '<span class="said %s" role="img" aria-label="%s">%s'
    '<svg class="i" aria-hidden="true"><use href="#i-%s"/></svg></span>'
)


def card_mark(card: str) -> Markup:
    """Returns a card within a line of the log: rank and suit as signs, its name for a screen reader."""
    suit = card[1].lower()
    return _MARK % (suit, card_name(card), _RANKS.get(card[0], card[0]), suit)


def entry(event: Event, names: Names) -> Markup:
    """Returns an entry in words: *Paul played 7♠*."""
    return _ENTRIES[type(event)](event, names)


def spoken(event: Event, names: Names) -> str:
    """Returns an entry as plain text, its card by name: *Paul played Seven of spades*."""
    if isinstance(event, Play):
        return _("%(name)s played %(card)s", name=names[event.seat], card=card_name(event.card))
    return entry(event, names).striptags()


def _play(event: Play, names: Names) -> Markup:
    return marked(_("%(name)s played %(card)s"), name=bold(names[event.seat]), card=card_mark(event.card))


def _deal(event: Deal, names: Names) -> Markup:
    if not isinstance(event.dealer, int):
        return marked(_("The cards are dealt"))
    return marked(_("%(name)s dealt"), name=bold(names[event.dealer]))


def _trick(event: Trick, names: Names) -> Markup:
    return marked(_("%(name)s took the trick"), name=bold(names[event.winner]))


def _tally(event: TrickTally, names: Names) -> Markup:
    return marked(_("The hand was entered as %(tricks)s tricks"), tricks=", ".join(map(str, event.tricks)))


def _ace(event: Ace, names: Names) -> Markup:
    said = _("%(name)s: the ace is odd") if event.as_ == "odd" else _("%(name)s: the ace is even")
    return marked(said, name=bold(names[event.seat]))


def _void(event: VoidHand, names: Names) -> Markup:
    return marked(_("The hand was void"))


def _adjust(event: Adjust, names: Names) -> Markup:
    return marked(_("The scores were adjusted: %(reason)s"), reason=event.reason)


def _ruling(event: Ruling, names: Names) -> Markup:
    return marked(_("Settled: %(text)s"), text=event.text)


_ENTRIES: dict[type[Event], Callable[[Any, Names], Markup]] = {
    Play: _play,
    Deal: _deal,
    Trick: _trick,
    TrickTally: _tally,
    Ace: _ace,
    VoidHand: _void,
    Adjust: _adjust,
    Ruling: _ruling,
}
SPOKEN = frozenset(_ENTRIES)


def taken(name: str, number: int) -> Markup:
    """Returns who took a trick, to stand behind the card that ended it."""
    return marked(_("%(name)s takes trick %(number)s"), name=name, number=number)


def taken_back(name: str, event: Event) -> Markup:
    """Returns *Ann took back 9♦*."""
    what = card_mark(event.card) if isinstance(event, Play) else _("the last entry")
    return marked(_("%(name)s took back %(what)s"), name=bold(name), what=what)


def changed(name: str) -> Markup:
    """Returns that an earlier entry was corrected."""
    return marked(_("%(name)s corrected an earlier entry"), name=bold(name))
