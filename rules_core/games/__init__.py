"""The games that are found: one a package in this one's folders, each of which offers its rules as `GAME`.

Nothing is registered. A package that lacks something is left out, and `INCOMPLETE` says in one line what it lacks.
"""

import pkgutil
from importlib import import_module
from typing import Any

from rules_core.findings import Viewer
from rules_core.game import Game

GAMES: dict[str, Game[Any]] = {}
"""The games by their names, in the order of their folders."""
INCOMPLETE: dict[str, str] = {}
"""What each game lacks that is left out, by the name that its folder stands for."""


def discover() -> None:
    """Fills `GAMES` and `INCOMPLETE` anew with what lies in `__path__`, to which another folder may be added.

    A package that was imported before is not imported again.
    """
    GAMES.clear()
    INCOMPLETE.clear()
    for module in pkgutil.iter_modules(__path__):
        name = module.name.replace("_", "-")
        try:
            game = import_module(f"{__name__}.{module.name}").GAME
            _try_out(game, name)
        except Exception as error:  # whatever is wrong with one game concerns no other
            INCOMPLETE[name] = _one_line(error)
        else:
            GAMES[name] = game


def _try_out(game: Any, name: str) -> None:
    """Raises what a game raises that cannot be started and looked at."""
    if not isinstance(game, Game):
        raise TypeError(f"GAME is of {type(game).__name__}, which is no Game")
    if game.name != name:
        raise ValueError(f"GAME is called {game.name!r}, its folder {name!r}")
    if any(other.prefix == game.prefix for other in GAMES.values()):
        raise ValueError(f"another game's rules begin with {game.prefix!r}, too")
    for players in game.players:
        state = game.start(players, game.options())
        game.view(state, Viewer())
        game.summary(state)
        game.goals(state)


def _one_line(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


discover()
