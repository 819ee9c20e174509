"""Sichere Six: what its entries and their fields are called where one is put together field by field."""

from webapp.games.common.entry_questions import EntryForm
from webapp.http.language import gettext_noop as _l

ENTRY_FORM = EntryForm(
    kinds={"mercy": _l("Fate’s Mercy")},
    fields={"joker": _l("The Joker"), "nines": _l("Nines")},
    answers={"win": _l("wins"), "lose": _l("loses"), "": _l("no Joker")},
)
