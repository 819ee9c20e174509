"""Entries of Sichere Six in words: the Joker, Fate's Mercy, and nines."""

from collections.abc import Mapping

from markupsafe import Markup
from msgspec import UNSET

from rules_core.events import Event
from rules_core.games.sichere_six.events import JokerPlay, Mercy, NinesTally, NinesTrick
from webapp.games.common.entry_questions import EntryForm
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.words.cases import Brought
from webapp.words.entry_kit import Act, Entry, Names, Say, numbers_said, played, took, took_with
from webapp.words.phrases import marked, named


def _joker(event: JokerPlay, names: Names, say: Say) -> Markup:
    if event.joker is UNSET:
        return played(event, names, say)
    wins = event.joker == "win"
    said = _("%(name)s played the Joker: it wins") if wins else _("%(name)s played the Joker: it loses")
    return named(said, names[event.seat])


def _nines(event: NinesTrick, names: Names, say: Say) -> Markup:
    if not event.nines:
        return took(event, names, say)
    return took_with(event, names, ngettext("%(num)s nine", "%(num)s nines", event.nines))


def _tricks_and_nines_of(event: NinesTally, names: Names, say: Say) -> Markup:
    sentence = _("The round was entered as %(tricks)s tricks and %(nines)s nines")
    return marked(sentence, tricks=numbers_said(event.tricks), nines=numbers_said(event.nines))


ENTRIES: Mapping[type[Event], Entry] = {
    JokerPlay: _joker,
    Mercy: lambda event, names, say: named(_("%(name)s took Fate’s Mercy and buried a card"), names[event.seat]),
    NinesTrick: _nines,
    NinesTally: _tricks_and_nines_of,
}

ACTS: Mapping[type[Event], Act] = {Mercy: _l("%(name)s takes Fate’s Mercy and buries a card")}
"""Actions."""
BRINGS: Mapping[type[Event], Brought] = {
    Mercy: Brought(_l("Fate’s Mercy came into the hand in between: one card, but two contradict."), "SIC-14")
}
"""Cards that come into a hand under way."""


ENTRY_FORM = EntryForm(
    kinds={"mercy": _l("Fate’s Mercy")},
    fields={"joker": _l("The Joker"), "nines": _l("Nines")},
    answers={"win": _l("wins"), "lose": _l("loses"), "": _l("no Joker")},
)
