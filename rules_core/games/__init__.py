"""The games, one module each. A new game is its module and its line here."""

from collections.abc import Mapping

from rules_core.game import Game
from rules_core.games import sichere_six, sixes_and_sevens

GAMES: Mapping[str, Game] = {
    game.NAME: game
    for game in (
        sichere_six,
        sixes_and_sevens,
    )
}
