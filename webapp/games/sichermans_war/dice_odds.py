"""What the dice of Sicherman's War are good for, for tables that have chosen to show it. The rules do the counting."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules_core.games.sichermans_war.dice import FACES
from rules_core.games.sichermans_war.table_view import prospects
from webapp.games.sichermans_war.dice_words import best_dice, dice_names

KEPT = 1024
"""Skirmishes whose chances are kept."""

TEMPLATE_GLOBALS: Mapping[str, Any] = {
    "faces_of_dice": FACES,
    "prospects": lru_cache(KEPT)(prospects),
    "best_dice": best_dice,
    "dice_names": dice_names,
}
"""The faces of the dice, their chances and the words for them."""
