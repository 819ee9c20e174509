"""Sixes and Sevens: what its entries and their fields are called where one is put together field by field."""

from webapp.games.common.entry_questions import EntryForm
from webapp.http.language import gettext_noop as _l

ENTRY_FORM = EntryForm(
    kinds={"ace": _l("What an ace counts")},
    fields={"as": _l("What it counts")},
    answers={"odd": _l("odd"), "even": _l("even")},
)
