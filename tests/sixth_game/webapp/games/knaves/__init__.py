"""Knaves on the web."""

from webapp.games.common.option_words import OptionWords
from webapp.games.knaves.rulebook import RULES
from webapp.games.look import Look
from webapp.http.language import lazy as _l
from webapp.http.language import noted

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
)
