"""Entries of several games in words: the deal, cards and tricks, a declared hand, what people decided."""

from collections.abc import Mapping

from markupsafe import Markup

from rules_core.events import Adjust, Deal, Event, Hand, Play, Ruling, Settle, Trick, TrickTally, VoidHand
from webapp.http.language import gettext as _
from webapp.words.entry_kit import Entry, Names, Say, named, numbers_said, played, took
from webapp.words.marked import marked
from webapp.words.ruling_text import ruled


def _deal(event: Deal, names: Names, say: Say) -> Markup:
    if not isinstance(event.dealer, int):
        return marked(_("The cards are dealt"))
    return named(_("%(name)s dealt"), names[event.dealer])


def _hand(event: Hand, names: Names, say: Say) -> Markup:
    # The cards are private until the hand is over (GEN-5).
    return named(_("%(name)s’s own hand was entered"), names[event.seat])


def _void(event: VoidHand, names: Names, say: Say) -> Markup:
    return marked(_("The hand was void"))


def _adjust(event: Adjust, names: Names, say: Say) -> Markup:
    return marked(_("The scores were adjusted: %(reason)s"), reason=event.reason)


def _ruling(event: Ruling, names: Names, say: Say) -> Markup:
    what = ruled(event) or _("Without words.")
    if not isinstance(event.by, str):
        return marked(_("Settled: %(text)s"), text=what)
    return named(_("%(name)s ruled: %(what)s"), event.by, what=what)


def _settle(event: Settle, names: Names, say: Say) -> Markup:
    return marked(_("It stays as it lies"))


def _tricks_of(event: TrickTally, names: Names, say: Say) -> Markup:
    return marked(_("The hand was entered as %(tricks)s tricks"), tricks=numbers_said(event.tricks))


SHARED: Mapping[type[Event], Entry] = {
    Deal: _deal,
    Hand: _hand,
    VoidHand: _void,
    Adjust: _adjust,
    Ruling: _ruling,
    Settle: _settle,
    Play: played,
    Trick: took,
    TrickTally: _tricks_of,
}
