"""The games, one module each. A new game is its module and its line here."""

from collections.abc import Mapping

from rules_core.game import Game
from rules_core.games import deep_six, sechsundsechzig, sichere_six, sichermans_war, sixes_and_sevens

GAMES: Mapping[str, Game] = {
    game.NAME: game
    for game in (
        sichere_six,
        sichermans_war,
        deep_six,
        sixes_and_sevens,
        sechsundsechzig,
    )
}
