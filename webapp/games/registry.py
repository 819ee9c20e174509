"""Games that are offered: those whose rules and look are complete."""

import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec.structs import astuple

from rules_core import games as rules
from rules_core.game import Game
from rules_core.trick_rules import TrickRules
from webapp import games as packages
from webapp.games.look import Look
from webapp.http.language import read_also
from webapp.table.snapshot import NotOffered
from webapp.words import rulebook
from webapp.words.cases import learn_rulings
from webapp.words.entry_kit import SHARED

OF_EVERY_TABLE = frozenset(rule.number for rule in (*rulebook.GEN_RULES, *rulebook.LOG_RULES))


class Incomplete(Exception):
    """What a game lacks, in one line."""


def check(game: Game[Any], look: Look, others: Mapping[str, Look]) -> None:
    """Raises `Incomplete` for a game with missing parts or a name in use, or the errors of its guide."""
    own = (*_rule_book(game, look), *_cited(game, look), *_options(game, look), *_events(game, look))
    for lack in (*own, *_in_common(look, others)):
        raise Incomplete(lack)
    if look.guide is not None:
        list(look.guide.moments())


def _rule_book(game: Game[Any], look: Look) -> Iterator[str]:
    numbers = [rule.number for rule in look.rulebook]
    if not numbers:
        yield "the rule book is empty"
    yield from (f"rule {n} does not begin with {game.prefix}-" for n in numbers if n.partition("-")[0] != game.prefix)
    yield from (f"the rule book has {n} twice" for n in dict.fromkeys(numbers) if numbers.count(n) > 1)


def _cited(game: Game[Any], look: Look) -> Iterator[str]:
    known = {rule.number for rule in look.rulebook} | OF_EVERY_TABLE
    for where, numbers in _citations(game, look).items():
        yield from (f"{where} cites {number}, which the rule book lacks" for number in numbers if number not in known)


def _citations(game: Game[Any], look: Look) -> Mapping[str, tuple[str, ...]]:
    cited: dict[str, tuple[str, ...]] = {f"the code {code!r}": (rule,) for code, rule in game.codes.items()}
    for name, words in (*look.options.items(), *look.choices.items()):
        cited[f"the option {name!r}"] = (*words.rules, *words.also)
    start = game.start(game.players[0], game.options())
    cited |= {f"the goal {goal.what!r}": (goal.rule,) for goal in game.goals(start)}
    if isinstance(game, TrickRules):
        cited["the rules"] = tuple(filter(None, astuple(game.rules)))
    cited |= {f"the figure {kind.code!r}": (kind.rule,) for kind in game.figure_types if kind.rule}
    cited["rules_at_table"] = tuple(look.rules_at_table)
    cited["brings"] = tuple(brought.rule for brought in look.brings.values())
    return cited


def _options(game: Game[Any], look: Look) -> Iterator[str]:
    fields = game.options.__struct_fields__
    yield from (f"the option {name!r} has no words" for name in fields if name not in look.options)
    yield from (f"there are words for {name!r}, which is no option" for name in look.options if name not in fields)


def _events(game: Game[Any], look: Look) -> Iterator[str]:
    for name, kind in game.events.items():
        if not any(each in look.entries or each in SHARED for each in kind.__mro__):
            yield f"the event {name!r} has no words"


def _in_common(look: Look, others: Mapping[str, Look]) -> Iterator[str]:
    for game, other in others.items():
        both = sorted(look.template_globals.keys() & other.template_globals.keys())
        yield from (f"the template global {name!r} is one of {game}, too" for name in both)


NO_GAME = "common"
"""The package among the games that is none."""


@dataclass(frozen=True, eq=False)
class Found:
    """The looks of the offered games, in the order of the first page, and what each other game lacks."""

    looks: dict[str, Look]
    incomplete: dict[str, str]


@cache
def found() -> Found:
    """Returns the games in their folders. Cached: `found.cache_clear()` has them read again."""
    looks: dict[str, Look] = {}
    incomplete = dict(rules.INCOMPLETE)
    for game, whose in rules.GAMES.items():
        try:
            look = _look_of(game)
            check(whose, look, looks)
            looks[game] = look
        except Exception as error:  # a fault of one game does not affect the others
            said = " ".join(str(error).split())
            incomplete[game] = said if isinstance(error, Incomplete) else f"{type(error).__name__}: {said}"
    alone = (game for game in _folders() if game not in rules.GAMES and game not in incomplete)
    incomplete |= dict.fromkeys(alone, "it has no rules: no package of rules_core.games bears its name")
    read_also(texts for game in looks if (texts := _folders()[game] / "translations").is_dir())
    learn_rulings(reason.ready for look in looks.values() for reason in look.call_reasons.values())
    return Found(dict(sorted(looks.items(), key=lambda item: item[1].position)), incomplete)


def leave_out(game: str, lack: str) -> None:
    """Takes a game out of those that are offered, for something that it lacks outside its two packages."""
    found().looks.pop(game, None)
    found().incomplete.setdefault(game, lack)


def _look_of(game: str) -> Look:
    look = import_module(f"{packages.__name__}.{folder_of(game)}").LOOK
    if not isinstance(look, Look):
        raise TypeError(f"LOOK is of {type(look).__name__}, which is no Look")
    return look


def _folders() -> dict[str, Path]:
    return {name.replace("_", "-"): folder for name, folder in _packages() if name != NO_GAME}


def _packages() -> Iterator[tuple[str, Path]]:
    for place in packages.__path__:
        yield from ((each.name, Path(place) / each.name) for each in pkgutil.iter_modules([place]) if each.ispkg)


def folder_of(game: str) -> str:
    """Returns the name of a game's folders: on both sides, and of its templates."""
    return game.replace("-", "_")


def looks() -> Mapping[str, Look]:
    """Returns the look of each game that is offered, by its name, in the order of the first page."""
    return found().looks


def is_offered(game: str) -> bool:
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
