"""The games that are offered: those whose rules and whose look are whole.

Nothing is registered: each package of `webapp.games` that bears the name of a game offers its `LOOK`. A game of which
one side lacks something is left out, and `found().incomplete` says in one line what it lacks.
"""

import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path

from rules_core import games as rules
from webapp import games as packages
from webapp.games import completeness
from webapp.games.look import Look
from webapp.http.language import read_also
from webapp.table.not_offered import NotOffered

NO_GAME = "common"
"""The package beside the games that is none."""


@dataclass(frozen=True, eq=False)
class Found:
    """The looks of the games that are offered, in the order of the first page, and what each other game lacks."""

    looks: dict[str, Look]
    incomplete: dict[str, str]


@cache
def found() -> Found:
    """Returns what lies in the folders of the games. Read once; `found.cache_clear()` has it read again."""
    looks: dict[str, Look] = {}
    incomplete = dict(rules.INCOMPLETE)
    for game, whose in rules.GAMES.items():
        try:
            look = _look_of(game)
            completeness.check(whose, look, looks)
            looks[game] = look
        except Exception as error:  # whatever is wrong with one game concerns no other
            incomplete[game] = _one_line(error)
    alone = (game for game in _folders() if game not in rules.GAMES and game not in incomplete)
    incomplete |= dict.fromkeys(alone, "it has no rules: no package of rules_core.games bears its name")
    read_also(texts for game in looks if (texts := _folders()[game] / "translations").is_dir())
    return Found(dict(sorted(looks.items(), key=lambda item: item[1].position)), incomplete)


def leave_out(game: str, lack: str) -> None:
    """Takes a game out of those that are offered, for something that it lacks beside its two packages."""
    found().looks.pop(game, None)
    found().incomplete.setdefault(game, lack)


def _look_of(game: str) -> Look:
    look = import_module(f"{packages.__name__}.{folder_of(game)}").LOOK
    if not isinstance(look, Look):
        raise TypeError(f"LOOK is of {type(look).__name__}, which is no Look")
    return look


def _folders() -> dict[str, Path]:
    """The folders of the games' packages, by the names that they stand for."""
    return {name.replace("_", "-"): folder for name, folder in _packages() if name != NO_GAME}


def _packages() -> Iterator[tuple[str, Path]]:
    for place in packages.__path__:
        yield from ((each.name, Path(place) / each.name) for each in pkgutil.iter_modules([place]) if each.ispkg)


def _one_line(error: Exception) -> str:
    said = " ".join(str(error).split())
    return said if isinstance(error, completeness.Incomplete) else f"{type(error).__name__}: {said}"


def folder_of(game: str) -> str:
    """Returns the name of a game's folders: on both sides, and of its templates."""
    return game.replace("-", "_")


def looks() -> Mapping[str, Look]:
    """Returns the look of each game that is offered, by its name, in the order of the first page."""
    return found().looks


def is_offered(game: str) -> bool:
    """Tells whether a game is offered here."""
    return game in found().looks


def look_of(game: str) -> Look:
    """Returns the look of a game. Raises `NotOffered`."""
    try:
        return found().looks[game]
    except KeyError:
        raise NotOffered(game) from None


def look_of_rule(number: str) -> Look | None:
    """Returns the look of the game whose rule this is, None where it is no game's."""
    return _by_prefix(found()).get(number.partition("-")[0])


@lru_cache(1)
def _by_prefix(games: Found) -> Mapping[str, Look]:
    return {rules.GAMES[game].prefix: look for game, look in games.looks.items()}
