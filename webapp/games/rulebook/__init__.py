"""The rule book: every numbered rule in a title and a few plain sentences, and where it comes from.

A game's rules stand in a module of their own; the test suite compares their numbers with the codes of `rules_core`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.games.deep_six import rulebook as deep_six
from webapp.games.rulebook import table_rules
from webapp.games.rulebook.table_rules import RuleInFull
from webapp.games.sechsundsechzig import rulebook as sechsundsechzig
from webapp.games.sichere_six import rulebook as sichere_six
from webapp.games.sichermans_war import rulebook as sichermans_war
from webapp.games.sixes_and_sevens import rulebook as sixes_and_sevens
from webapp.words.rulebook import gen, log
from webapp.words.rulebook.rule import Rule

CHAPTERS: Mapping[str, Sequence[Rule]] = {
    "sichere-six": sichere_six.RULES,
    "sichermans-war": sichermans_war.RULES,
    "deep-six": deep_six.RULES,
    "sixes-and-sevens": sixes_and_sevens.RULES,
    "sechsundsechzig": sechsundsechzig.RULES,
}
"""The rules of each game by its name."""

EVERY_TABLE: Sequence[Rule] = (*gen.RULES, *log.RULES)
"""GEN and LOG: what holds at every table, and for every entry."""

_PLACES: Mapping[str, tuple[str | None, Rule]] = {
    rule.number: (game, rule) for game, rules in ((None, EVERY_TABLE), *CHAPTERS.items()) for rule in rules
}

PREFIXES = frozenset(number.partition("-")[0] for number in _PLACES)
"""What the numbers of each chapter begin with."""


def game_of(number: str) -> str | None:
    """Returns the game in whose chapter the rule stands, None where it holds at every table. Raises KeyError."""
    return _PLACES[number][0]


def in_full(number: str, options: Any = None, players: int = 0) -> RuleInFull:
    """Returns a rule to be read out; with the options of a table of its game as it holds there. Raises KeyError."""
    game, found = _PLACES[number]
    return table_rules.at_table(found, game or "", options if game else None, players)
