"""Whether a look is whole: what `Look` asks for is said, and every rule that the game cites has its text."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules_core.game import Game
from rules_core.trick_rules import TrickRules
from webapp.games.look import Look


class LooksIncomplete(ValueError):
    """What a look lacks, in one line."""


def check(look: Look, game: Game[Any]) -> None:
    """Raises `LooksIncomplete` where something lacks or speaks of what the game does not have."""
    for name in ("name", "about", "rulebook"):
        if not getattr(look, name):
            raise LooksIncomplete(f"LOOK has no {name}")
    numbers = [rule.number for rule in look.rulebook]
    if foreign := [number for number in numbers if not number.startswith(f"{game.prefix}-")]:
        raise LooksIncomplete(f"the rule book has {', '.join(foreign)}, but the game’s rules begin with {game.prefix}")
    if missing := sorted(set(_cited(look, game)) - set(numbers)):
        raise LooksIncomplete(f"the rule book lacks {', '.join(missing)}")
    if unknown := sorted(set(look.options) - {field.encode_name for field in structs.fields(game.options)}):
        raise LooksIncomplete(f"LOOK has words for {', '.join(unknown)}, but the game has no such option")


def _cited(look: Look, game: Game[Any]) -> Iterator[str]:
    """The rules of the game that it cites before anything is played."""
    cited = [*game.codes.values(), *(rule for words in look.options.values() for rule in (*words.rules, *words.also))]
    if isinstance(game, TrickRules):
        cited += structs.astuple(game.rules)
    return (rule for rule in cited if rule.startswith(f"{game.prefix}-"))
