"""The auction, the sunk suit and the exchange."""

from collections.abc import Mapping

from markupsafe import Markup

from rules_core.events import Event
from rules_core.games.deep_six.events import Bid, Contract, Exchange, Pass, Show, Sink
from webapp.http.language import gettext as _
from webapp.words.cards import suit_name
from webapp.words.entry_kit import Entry, Names, Say, cards_said, named
from webapp.words.numbers import number


def _bid(event: Bid, names: Names, say: Say) -> Markup:
    return named(_("%(name)s bid %(amount)s"), names[event.seat], amount=number(event.amount))


def _pass(event: Pass, names: Names, say: Say) -> Markup:
    return named(_("%(name)s passed"), names[event.seat])


def _contract(event: Contract, names: Names, say: Say) -> Markup:
    sentence = _("%(name)s bid %(amount)s and sank %(suit)s")
    return named(sentence, names[event.seat], amount=number(event.amount), suit=suit_name(event.suit))


def _sink(event: Sink, names: Names, say: Say) -> Markup:
    return named(_("%(name)s sank %(suit)s"), names[event.seat], suit=suit_name(event.suit))


def _show(event: Show, names: Names, say: Say) -> Markup:
    if not event.cards:
        return named(_("%(name)s showed nothing"), names[event.seat])
    return named(_("%(name)s showed %(cards)s"), names[event.seat], cards=cards_said(event.cards, say))


def _exchange(event: Exchange, names: Names, say: Say) -> Markup:
    # Which cards is for those two alone (DEEP-8).
    return named(_("%(name)s passed three cards over"), names[event.seat])


SAID: Mapping[type[Event], Entry] = {
    Bid: _bid,
    Pass: _pass,
    Contract: _contract,
    Sink: _sink,
    Show: _show,
    Exchange: _exchange,
}
