"""What was entered: the last entry, what was taken back, what somebody else entered meanwhile.

Every event that a log can hold is spoken here, subject by subject. Declared hands and cards that are passed face down
are never named.
"""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from rules_core.events import Event, Play
from webapp.games.common import meld_entries
from webapp.games.common.entries import table, tricks
from webapp.games.deep_six import bid_entries
from webapp.games.sechsundsechzig import entries as sechsundsechzig
from webapp.games.sichermans_war import entries as sichermans_war
from webapp.games.sichermans_war.entries import settled
from webapp.http.language import gettext as _
from webapp.words.cards import card_name
from webapp.words.entry_kit import Entry, card_mark
from webapp.words.marked import bold, marked

__all__ = ["SPOKEN", "card_mark", "changed", "entry", "settled", "spoken", "taken", "taken_back"]

_ENTRIES: Mapping[type[Event], Entry] = {
    **table.SAID,
    **tricks.SAID,
    **bid_entries.SAID,
    **meld_entries.SAID,
    **sechsundsechzig.SAID,
    **sichermans_war.SAID,
}
SPOKEN = frozenset(_ENTRIES)


def entry(event: Event, names: Sequence[str]) -> Markup:
    """Returns an entry in words: *Paul played 7♠*."""
    return _ENTRIES[type(event)](event, names, card_mark)


def spoken(event: Event, names: Sequence[str]) -> str:
    """Returns an entry as plain text, its cards by name: *Paul played Seven of spades*."""
    return _ENTRIES[type(event)](event, names, card_name).striptags()


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
