"""What the dice of Sicherman's War are good for, for tables that have chosen to show it. The rules do the counting."""

from functools import lru_cache

from flask import Flask

from rules_core.games.sichermans_war.dice import FACES
from rules_core.games.sichermans_war.sight import prospects
from webapp.games.sichermans_war.dice_words import best_dice, dice_names
from webapp.http.limits import DICE_ODDS_KEPT


def init_app(app: Flask) -> None:
    """Gives the templates the faces of the dice, their chances and the words for them."""
    app.jinja_env.globals["faces_of_dice"] = FACES
    app.add_template_global(lru_cache(DICE_ODDS_KEPT)(prospects), "prospects")
    app.add_template_global(best_dice)
    app.add_template_global(dice_names)
