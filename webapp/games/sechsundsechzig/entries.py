"""The talon, the card turned up, and the call that ends the hand."""

from collections.abc import Mapping

from markupsafe import Markup

from rules_core.events import Event
from rules_core.games.sechsundsechzig.events import Call, Close, Swap, TurnUp
from webapp.http.language import gettext as _
from webapp.words.entry_kit import Entry, Names, Say, named
from webapp.words.marked import marked


def _turn_up(event: TurnUp, names: Names, say: Say) -> Markup:
    return marked(_("Turned up: %(cards)s"), cards=say(event.card))


def _close(event: Close, names: Names, say: Say) -> Markup:
    return named(_("%(name)s closed the talon"), names[event.seat])


def _swap(event: Swap, names: Names, say: Say) -> Markup:
    return named(_("%(name)s swapped the lowest trump for the card turned up"), names[event.seat])


def _call(event: Call, names: Names, say: Say) -> Markup:
    return named(_("%(name)s called"), names[event.seat])


SAID: Mapping[type[Event], Entry] = {TurnUp: _turn_up, Close: _close, Swap: _swap, Call: _call}
