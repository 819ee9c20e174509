"""The rule book: every numbered rule in a title and a few plain sentences, and where it comes from.

A game's rules stand in a module of their own; the test suite compares their numbers with the codes of `rules_core`.
"""

from collections.abc import Mapping, Sequence

from webapp.rulebook import deep, gen, log, odd, sic, su, war
from webapp.rulebook.rule import Rule

CHAPTERS: Mapping[str, Sequence[Rule]] = {
    "sichere-six": sic.RULES,
    "sichermans-war": war.RULES,
    "deep-six": deep.RULES,
    "sixes-and-sevens": odd.RULES,
    "sechsundsechzig": su.RULES,
}
"""The rules of each game by its name."""

EVERY_TABLE: Sequence[Rule] = (*gen.RULES, *log.RULES)
"""GEN and LOG: what holds at every table, and for every entry."""
