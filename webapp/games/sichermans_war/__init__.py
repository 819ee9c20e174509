"""Sicherman's War on the web."""

from webapp.games.look import Look
from webapp.games.sichermans_war.guide import GUIDE
from webapp.games.sichermans_war.options import CHOICES, OPTIONS
from webapp.games.sichermans_war.rulebook import RULES
from webapp.games.sichermans_war.turns import TURNS
from webapp.http.language import noted as _l

LOOK = Look(
    name=_l("Sicherman’s War"),
    about=_l("2 or 4 players, one pack or two, three dice each"),
    position=20,
    rulebook=RULES,
    options=OPTIONS,
    choices=CHOICES,
    turns=TURNS,
    guide=GUIDE,
)
