"""Sechsundsechzig on the web."""

from webapp.games.look import Look
from webapp.games.sechsundsechzig.guide import GUIDE
from webapp.games.sechsundsechzig.rulebook import RULES
from webapp.games.sechsundsechzig.turns import TURNS
from webapp.http.language import noted as _l

LOOK = Look(
    name=_l("Sechsundsechzig"),
    about=_l("2 to 4 players, 32 cards or twice 24"),
    position=50,
    rulebook=RULES,
    turns=TURNS,
    guide=GUIDE,
)
