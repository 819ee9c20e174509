"""The rule book: every numbered rule in a title and a few plain sentences, and where it comes from.

A game's rules stand in a module of their own; the test suite compares their numbers with the codes of `rules_core`.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from webapp.games.common.rulebook import table_rules
from webapp.games.common.rulebook.table_rules import RuleInFull
from webapp.games.registry import Found, found, looks
from webapp.http.language import gettext as _
from webapp.words.rulebook import gen_rules, log_rules
from webapp.words.rulebook.rule import Rule

EVERY_TABLE: Sequence[Rule] = (*gen_rules.RULES, *log_rules.RULES)
"""GEN and LOG: what holds at every table, and for every entry."""


def chapters() -> Mapping[str, Sequence[Rule]]:
    """Returns the rules of each game that is offered, by its name."""
    return {game: look.rulebook for game, look in looks().items()}


def prefixes() -> frozenset[str]:
    """Returns what the numbers of each chapter begin with."""
    return frozenset(number.partition("-")[0] for number in _places(found()))


@lru_cache(1)
def _places(games: Found) -> Mapping[str, tuple[str | None, Rule]]:
    """Returns each rule by its number, and in whose chapter it stands. Kept for as long as the same games are found."""
    every: list[tuple[str | None, Sequence[Rule]]] = [(None, EVERY_TABLE)]
    every += [(game, look.rulebook) for game, look in games.looks.items()]
    return {rule.number: (game, rule) for game, rules in every for rule in rules}


def example() -> str:
    """Returns the number of a rule, to show what numbers look like."""
    numbers = [rule.number for look in looks().values() for rule in look.rulebook[:6]]
    return numbers[5] if len(numbers) > 5 else EVERY_TABLE[0].number


def game_of(number: str) -> str | None:
    """Returns the game in whose chapter the rule stands, None where it holds at every table. Raises KeyError."""
    return _places(found())[number][0]


def is_rule_of(game: str, number: str) -> bool:
    """Tells whether the book of this game has such a rule, or it holds at every table."""
    place = _places(found()).get(number)
    return place is not None and place[0] in (None, game)


def in_full(number: str, options: Any = None, players: int = 0) -> RuleInFull:
    """Returns a rule to be read out; with the options of a table of its game as it holds there."""
    try:
        game, rule = _places(found())[number]
    except KeyError:
        return RuleInFull(number, "decided", number, _("The rule book does not have this rule."))
    return table_rules.at_table(rule, game or "", options if game else None, players)
