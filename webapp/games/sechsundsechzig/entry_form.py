"""Sechsundsechzig: what its entries and their fields are called where one is put together field by field."""

from webapp.games.common.entry_questions import EntryForm
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.cards import rank_name


def _marriage() -> str:
    return _("With king and %(queen)s announced", queen=rank_name("Q"))


ENTRY_FORM = EntryForm(
    kinds={
        "turn-up": _l("The card turned up"),
        "close": _l("The talon is closed"),
        "swap": _l("The trump is swapped"),
        "meld": _l("A meld"),
        "claim": _l("The call"),
    },
    fields={"marriage": _marriage, "augen": _l("Augen")},
    not_then=frozenset({"bad-claim"}),
)
