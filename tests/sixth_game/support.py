"""Puts the sixth game beside those of the house, and takes it away again.

Its folders are shaped as those of the house: `rules_core/games`, `webapp/games`.
"""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import rules_core.games
import webapp.games
from webapp.games.registry import found
from webapp.live import part_cache

HERE = Path(__file__).parent
GAME = "knaves"


def install(folder: Path = HERE) -> None:
    """Has the games in this folder found, too."""
    rules_core.games.__path__.append(str(folder / "rules_core/games"))
    webapp.games.__path__.append(str(folder / "webapp/games"))
    _look_again()


@contextmanager
def installed(folder: Path = HERE) -> Iterator[None]:
    """The same for as long as a test lasts. An application that is to know the game is built within."""
    before = rules_core.games.__path__[:], webapp.games.__path__[:]
    install(folder)
    try:
        yield
    finally:
        rules_core.games.__path__[:], webapp.games.__path__[:] = before
        _look_again()


def _look_again() -> None:
    for name in [name for name in sys.modules if f".games.{GAME}" in name]:
        del sys.modules[name]
    importlib.invalidate_caches()
    rules_core.games.discover()
    found.cache_clear()
    part_cache.clear()
