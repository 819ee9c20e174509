"""Entries about wild aces in words."""

from collections.abc import Mapping

from markupsafe import Markup

from rules_core.events import Event
from rules_core.games.sixes_and_sevens.events import Ace
from webapp.games.common.entry_questions import EntryForm
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.entry_kit import (
    Act,
    Entry,
    Names,
    Say,
    named,
)


def _ace(event: Ace, names: Names, say: Say) -> Markup:
    said = _("%(name)s: the ace is odd") if event.as_ == "odd" else _("%(name)s: the ace is even")
    return named(said, names[event.seat])


ENTRIES: Mapping[type[Event], Entry] = {Ace: _ace}
ACTS: Mapping[type[Event], Act] = {Ace: _l("%(name)s says what the ace is, odd or even")}
"""What may be done."""


ENTRY_FORM = EntryForm(
    kinds={"ace": _l("What an ace counts")},
    fields={"as": _l("What it counts")},
    answers={"odd": _l("odd"), "even": _l("even")},
)
