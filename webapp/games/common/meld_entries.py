"""Melds, and marriages in a hand that is entered by tricks."""

from collections.abc import Mapping

from markupsafe import Markup
from msgspec import UNSET

from rules_core.events import Event
from rules_core.games.deep_six.events import CardMeld
from rules_core.games.sechsundsechzig.events import MarriageMeld
from webapp.http.language import gettext as _
from webapp.words.entry_kit import Entry, Names, Say, melds_said, named
from webapp.words.numbers import number


def _meld(event: CardMeld, names: Names, say: Say) -> Markup:
    melds = () if event.melds is UNSET else event.melds
    what = number(event.points) if event.points else melds_said(melds, say)
    if not what:
        return named(_("%(name)s melded nothing"), names[event.seat])
    return named(_("%(name)s melded %(what)s"), names[event.seat], what=what)


def _marriage(event: MarriageMeld, names: Names, say: Say) -> Markup:
    return named(_("%(name)s announced %(points)s"), names[event.seat], points=event.points)


SAID: Mapping[type[Event], Entry] = {CardMeld: _meld, MarriageMeld: _marriage}
