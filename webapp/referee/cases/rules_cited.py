"""The rules that a case is about, by their numbers; they are read out as they hold at its table."""

from collections.abc import Iterable, Mapping, Sequence

from rules_core.findings import Infraction
from webapp.games.common import rulebook
from webapp.games.common.rulebook.links import rule_url
from webapp.games.common.rulebook.table_rules import RuleInFull
from webapp.referee.cases.subject import Subject

RULED_BY = ("GEN-1", "GEN-2", "GEN-3")
"""What holds for every ruling."""
_OF_REASON: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "sichere-six": {
        "revoke": ("SIC-6", "SIC-9", "SIC-10"),
        "turn": ("SIC-4", "SIC-5"),
        "trump": ("SIC-8", "SIC-9", "SIC-12", "SIC-6"),
        "spits": ("SIC-9", "SIC-8", "SIC-12"),
        "joker": ("SIC-10", "SIC-11", "SIC-12"),
        "chosen": ("SIC-14", "SIC-15", "SIC-18"),
        "score": ("SIC-17", "SIC-18", "SIC-16", "SIC-22"),
    },
    "sichermans-war": {
        "ties": ("WAR-8", "WAR-9", "WAR-10", "WAR-14", "WAR-15", "WAR-16", "WAR-17"),
        "dice": ("WAR-7", "WAR-2", "WAR-9"),
        "score": ("WAR-11", "WAR-12", "WAR-10"),
    },
    "deep-six": {
        "revoke": ("DEEP-13", "DEEP-14"),
        "turn": ("DEEP-12", "DEEP-4"),
        "bid": ("DEEP-4", "DEEP-5", "DEEP-6"),
        "exchange": ("DEEP-8", "DEEP-7"),
        "meld": ("DEEP-9", "DEEP-10", "DEEP-11"),
        "sunk": ("DEEP-6", "DEEP-16", "DEEP-15", "DEEP-9"),
        "score": ("DEEP-18", "DEEP-19", "DEEP-20", "DEEP-21"),
    },
    "sixes-and-sevens": {
        "revoke": ("ODD-7",),
        "turn": ("ODD-5", "ODD-6", "ODD-10"),
        "parity": ("ODD-2", "ODD-8", "ODD-9"),
        "ace": ("ODD-V1", "ODD-2"),
        "score": ("ODD-11", "ODD-12"),
    },
    "sechsundsechzig": {
        "revoke": ("SU-11", "SU-12", "SU-13", "SU-7"),
        "turn": ("SU-4", "SU-5"),
        "marriage": ("SU-17", "SU-18", "SU-20"),
        "closing": ("SU-14", "SU-15", "SU-22"),
        "claim": ("SU-19", "SU-20", "SU-21", "SU-23"),
        "score": ("SU-21", "SU-22", "SU-9", "SU-24"),
    },
}
_OF_EVERY_GAME: Mapping[str, tuple[str, ...]] = {
    "wrong-card": ("GEN-2", "LOG-7"),
    "exposed": ("GEN-6",),
    "turn": ("LOG-3",),
}


def of_reason(game: str, why: str) -> tuple[str, ...]:
    """Returns the rules behind a reason from the list of disputes, the most likely first; none for own words."""
    return (*_OF_REASON[game].get(why, ()), *_OF_EVERY_GAME.get(why, ()))


def numbers(subject: Subject, more: Iterable[str] = ()) -> list[str]:
    """Returns the numbers of the rules that a case is about, each once: its own first, then those for every ruling."""
    dispute = subject.dispute
    if isinstance(subject.matter, Infraction):
        own: tuple[str, ...] = (subject.matter.rule,)
    else:
        own = of_reason(subject.now.table.game, dispute.why) if dispute else ("GEN-4",)
    return list(dict.fromkeys((*own, *more, *RULED_BY)))


def in_full(subject: Subject, cited: Sequence[str]) -> list[tuple[RuleInFull, str]]:
    """Returns these rules as they hold at this table, each with its place in the rule book."""
    now = subject.now
    options, players = now.fold.state.options, len(now.table.players)
    return [
        (rulebook.in_full(number, options, players), rule_url(now.table.game, number, now.table.id)) for number in cited
    ]


def of_the_game(game: str) -> list[str]:
    """Returns the numbers of all rules that a ruling at such a table may rest on."""
    return [rule.number for rule in (*rulebook.chapters()[game], *rulebook.EVERY_TABLE)]
