"""The games that are offered: those whose rules and whose look are whole.

Nothing is registered: each package of `webapp.games` that bears the name of a game offers its `LOOK`. A game of which
one side lacks something is left out, and `INCOMPLETE` says in one line what it lacks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module

from rules_core import games as rules
from webapp.games.look import Look


@dataclass(frozen=True, eq=False)
class Found:
    """The looks of the games that are offered, in the order of the first page, and what each other game lacks."""

    looks: Mapping[str, Look]
    incomplete: Mapping[str, str]


@cache
def found() -> Found:
    """Returns what lies in the folders of the games. Read once; `found.cache_clear()` has it read again."""
    looks: dict[str, Look] = {}
    incomplete = dict(rules.INCOMPLETE)
    for game in rules.GAMES:
        try:
            look = _look_in(f"webapp.games.{game.replace('-', '_')}")
            _compare(look, looks)
            looks[game] = look
        except Exception as error:  # whatever is wrong with one game concerns no other
            incomplete[game] = f"{type(error).__name__}: {' '.join(str(error).split())}"
    return Found(dict(sorted(looks.items(), key=lambda item: item[1].position)), incomplete)


def _look_in(package: str) -> Look:
    look = import_module(package).LOOK
    if not isinstance(look, Look):
        raise TypeError(f"LOOK is of {type(look).__name__}, which is no Look")
    return look


def _compare(look: Look, others: Mapping[str, Look]) -> None:
    """Raises ValueError where templates could not tell what this game gives them from what another one does."""
    for game, other in others.items():
        if both := look.template_globals.keys() & other.template_globals.keys():
            raise ValueError(f"{', '.join(sorted(both))}: a template global of {game}, too")


def looks() -> Mapping[str, Look]:
    """Returns the look of each game that is offered, by its name, in the order of the first page."""
    return found().looks


def look_of_rule(number: str) -> Look | None:
    """Returns the look of the game whose rule this is, None where it is no game's."""
    return _by_prefix(found()).get(number.partition("-")[0])


@lru_cache(1)
def _by_prefix(games: Found) -> Mapping[str, Look]:
    return {rules.GAMES[game].prefix: look for game, look in games.looks.items()}


def look_of(game: str) -> Look:
    """Returns the look of a game. Raises KeyError where it is not offered."""
    return found().looks[game]
