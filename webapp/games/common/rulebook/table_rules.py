"""Rules as they hold at one table: what it has agreed on, and its own numbers in the place of the usual ones."""

from dataclasses import dataclass
from typing import Any

from webapp.games.common.agreed import agreed
from webapp.games.registry import look_of
from webapp.words.rulebook.rule import Rule, Source


@dataclass(frozen=True)
class RuleInFull:
    """A rule as it is read out: in the phone's language, `chosen`: what this table has agreed on about it."""

    number: str
    source: Source
    title: str
    text: str
    chosen: str | None = None


def at_table(rule: Rule, game: str, options: Any, players: int = 0) -> RuleInFull:
    """Returns the rule as it holds with these options of this game; without options as the book says it."""
    title, text = str(rule.title), str(rule.text)
    if options is None:
        return RuleInFull(rule.number, rule.source, title, text)
    own = look_of(game).rules_at_table.get(rule.number) if game else None
    if own is not None and _differs(rule.number, game, options):
        title, text = own(title, options)
    return RuleInFull(rule.number, rule.source, title, text, chosen(rule, game, options, players))


def chosen(rule: Rule, game: str, options: Any, players: int = 0) -> str | None:
    """Returns what this table has agreed on about a rule, None where there was nothing to agree on."""
    said = [agreed(game, option, options, players) for option in _options_of(rule.number, game)]
    return " ".join(dict.fromkeys(filter(None, said))) or None


def _options_of(number: str, game: str) -> list[str]:
    """The options that touch a rule: first those that a new table asks for with it."""
    words = look_of(game).options if game else {}
    asked = [option for option, said in words.items() if number in said.rules]
    return [*asked, *(option for option, said in words.items() if number in said.also)]


def _differs(number: str, game: str, options: Any) -> bool:
    """Tells whether anything that concerns the rule is not as usual."""
    usual = type(options)()
    return any(getattr(options, option) != getattr(usual, option) for option in _options_of(number, game))
