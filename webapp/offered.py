"""The games that a table can be opened for: those of `rules_core` that have a board and a pad among the templates."""

from collections.abc import Mapping

from rules_core.game import Game
from rules_core.games import GAMES

OFFERED: Mapping[str, Game] = {name: GAMES[name] for name in ("sixes-and-sevens",)}
