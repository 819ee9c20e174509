"""The games: each is a package in this folder that offers its rules as `GAME`.

Nothing is registered. A package that lacks something is left out, and `INCOMPLETE` says in one line what it lacks.
"""

import pkgutil
from importlib import import_module
from typing import Any

from rules_core.findings import Observer
from rules_core.game import Game

GAMES: dict[str, Game[Any]] = {}
"""The games by their names, in the order of their folders."""
INCOMPLETE: dict[str, str] = {}
"""What each incomplete game lacks, by the name of its folder."""


def discover() -> None:
    """Fills `GAMES` and `INCOMPLETE` again from `__path__`, to which another folder may be added.

    A package that was imported before is not imported again.
    """
    GAMES.clear()
    INCOMPLETE.clear()
    for module in pkgutil.iter_modules(__path__):
        name = module.name.replace("_", "-")
        try:
            game = import_module(f"{__name__}.{module.name}").GAME
            _try_out(game, name)
        except Exception as error:  # a fault of one game does not affect the others
            INCOMPLETE[name] = _one_line(error)
        else:
            GAMES[name] = game


def _try_out(game: Any, name: str) -> None:
    """Raises the errors of a game that cannot be started and viewed."""
    if not isinstance(game, Game):
        raise TypeError(f"GAME is of {type(game).__name__}, which is no Game")
    if game.name != name:
        raise ValueError(f"GAME is called {game.name!r}, its folder {name!r}")
    if any(other.prefix == game.prefix for other in GAMES.values()):
        raise ValueError(f"another game's rules begin with {game.prefix!r}, too")
    for players in game.players:
        state = game.start(players, game.options())
        game.view(state, Observer())
        game.summary(state)
        game.goals(state)


def _one_line(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


discover()
