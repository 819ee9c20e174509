"""Knaves on the web."""

from webapp.games.knaves.options import OPTIONS
from webapp.games.knaves.rulebook import RULES
from webapp.games.knaves.score_lines import knaves

from webapp.games.common.entry_questions import EntryForm
from webapp.games.look import Look
from webapp.http.language import gettext_noop as _l

LOOK = Look(
    name=_l("Knaves"),
    about=_l("3 or 4 players, 52 cards, beware of the knaves"),
    rulebook=RULES,
    options=OPTIONS,
    entry_form=EntryForm(fields={"knaves": _l("Knaves")}),
    score_lines={"knaves": knaves},
)
