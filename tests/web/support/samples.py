"""The samples of all games that are found."""

from importlib import import_module

from rules_core.games import GAMES
from tests.web.support.sample import Sample


def _of(game: str) -> Sample:
    found: Sample = import_module(f"tests.web.games.{game.replace('-', '_')}.sample").SAMPLE
    return found


SAMPLES = {game: _of(game) for game in GAMES}
