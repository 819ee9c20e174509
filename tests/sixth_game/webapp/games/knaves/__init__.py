"""Knaves on the web."""

from webapp.games.knaves.rulebook import RULES

from rules_core.findings import Line
from webapp.games.common.entry_questions import EntryForm
from webapp.games.common.option_words import OptionWords
from webapp.games.look import Look
from webapp.http.language import lazy as _l
from webapp.http.language import ngettext, noted


def _score(line: Line) -> str:
    tricks = ngettext("%(num)s trick", "%(num)s tricks", line.facts["tricks"])
    return tricks + ", " + ngettext("%(num)s knave", "%(num)s knaves", line.facts["knaves"])


LOOK = Look(
    name=noted("Knaves"),
    about=noted("3 or 4 players, 52 cards, beware of the knaves"),
    rulebook=RULES,
    options={
        "knave_costs": OptionWords(
            _l("What a knave costs"),
            ("KNV-V1",),
            {1: (_l("One point"), None), 2: (_l("Two points"), _l("Then four knaves cost eight."))},
            also=("KNV-7",),
            agreed={
                1: _l("At this table each knave costs one point."),
                2: _l("At this table each knave costs two points."),
            },
        )
    },
    entry_form=EntryForm(fields={"knaves": noted("Knaves")}),
    score_lines={"points": _score},
)
