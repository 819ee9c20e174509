"""The rules that a case is about, by their numbers; they are read out as they hold at its table."""

from collections.abc import Iterable, Sequence

from rules_core.findings import Infraction
from webapp.games.common import rulebook
from webapp.games.common.dispute_reasons import rules_behind
from webapp.games.common.rulebook.links import rule_url
from webapp.games.common.rulebook.table_rules import RuleInFull
from webapp.referee.cases.subject import Subject

RULED_BY = ("GEN-1", "GEN-2", "GEN-3")
"""What holds for every ruling."""


def numbers(subject: Subject, more: Iterable[str] = ()) -> list[str]:
    """Returns the numbers of the rules that a case is about, each once: its own first, then those for every ruling."""
    dispute = subject.dispute
    if isinstance(subject.matter, Infraction):
        own: tuple[str, ...] = (subject.matter.rule,)
    else:
        own = rules_behind(subject.now.table.game, dispute.why) if dispute else ("GEN-4",)
    return list(dict.fromkeys((*own, *more, *RULED_BY)))


def in_full(subject: Subject, cited: Sequence[str]) -> list[tuple[RuleInFull, str | None]]:
    """Returns these rules as they hold at this table, each with its place in the rule book."""
    now = subject.now
    options, players = now.fold.state.options, len(now.table.players)
    return [
        (rulebook.in_full(number, options, players), rule_url(now.table.game, number, now.table.id)) for number in cited
    ]


def of_the_game(game: str) -> list[str]:
    """Returns the numbers of all rules that a ruling at such a table may rest on."""
    return [rule.number for rule in (*rulebook.chapters()[game], *rulebook.EVERY_TABLE)]
