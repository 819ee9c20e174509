"""Random evenings with real cards, one class a game: what was really held is known, so every proof can be checked."""

from importlib import import_module

from rules_core.games import GAMES
from tests.rules.evening import Evening


def _of(game: str) -> type[Evening]:
    """Returns the evening of a game: the one class of its tests' module `evening` that plays it."""
    found = import_module(f"tests.rules.games.{game.replace('-', '_')}.evening")
    (kind,) = [
        kind for kind in vars(found).values() if isinstance(kind, type) and getattr(kind, "game", None) is GAMES[game]
    ]
    assert issubclass(kind, Evening)
    return kind


EVENINGS: tuple[type[Evening], ...] = tuple(map(_of, GAMES))
