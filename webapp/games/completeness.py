"""Whether a game says all that its pages need: what it lacks is found before anybody looks for it."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import astuple

from rules_core.game import Game
from rules_core.trick_rules import TrickRules
from webapp.games.look import Look
from webapp.words.rulebook import gen_rules, log_rules
from webapp.words.shared_entries import SHARED

OF_EVERY_TABLE = frozenset(rule.number for rule in (*gen_rules.RULES, *log_rules.RULES))


class Incomplete(Exception):
    """What a game lacks, in one line."""


def check(game: Game[Any], look: Look, others: Mapping[str, Look]) -> None:
    """Raises `Incomplete` for a game that does not say enough or is not told from others, or what its guide raises."""
    own = (*_rule_book(game, look), *_cited(game, look), *_options(game, look), *_events(game, look))
    for lack in (*own, *_in_common(look, others)):
        raise Incomplete(lack)
    if look.guide is not None:
        list(look.guide.moments())


def _rule_book(game: Game[Any], look: Look) -> Iterator[str]:
    """What is wrong with the numbers of its rules."""
    numbers = [rule.number for rule in look.rulebook]
    if not numbers:
        yield "the rule book is empty"
    yield from (f"rule {n} does not begin with {game.prefix}-" for n in numbers if n.partition("-")[0] != game.prefix)
    yield from (f"the rule book has {n} twice" for n in dict.fromkeys(numbers) if numbers.count(n) > 1)


def _cited(game: Game[Any], look: Look) -> Iterator[str]:
    """The rules that something names and the rule book has not."""
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
    """Events of its own that nothing puts into words, neither theirs nor those of the event that they extend."""
    for name, kind in game.events.items():
        if not any(each in look.entries or each in SHARED for each in kind.__mro__):
            yield f"the event {name!r} has no words"


def _in_common(look: Look, others: Mapping[str, Look]) -> Iterator[str]:
    """What templates could not tell from what another game gives them."""
    for game, other in others.items():
        both = sorted(look.template_globals.keys() & other.template_globals.keys())
        yield from (f"the template global {name!r} is one of {game}, too" for name in both)
