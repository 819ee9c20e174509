"""What a table agrees on before the first deal: the options of its game as plain questions.

The options, their kinds and their usual answers come from the game's own declaration; a further game adds its words
here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

import msgspec
from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

MOST = 999
"""The largest number that a question takes: no match is played longer than that."""


class NotAnAnswer(ValueError):
    """What was sent is none of a question's answers."""


@dataclass(frozen=True)
class Choice:
    """One answer: what the form sends, what it means, how it reads. The usual one is the game's own default."""

    value: str
    means: Any
    title: LazyString
    hint: LazyString | None
    usual: bool

    @property
    def said(self) -> str:
        """The hint, after the mark of the usual answer."""
        return " ".join(str(part) for part in (_l("Usual.") if self.usual else None, self.hint) if part)


@dataclass(frozen=True)
class Question:
    """One option as a question, with the numbers of its rules. Without choices it asks for a whole number."""

    option: str
    title: LazyString
    rules: tuple[str, ...]
    hint: LazyString | None
    choices: tuple[Choice, ...]
    usual: Any

    @property
    def field(self) -> str:
        """The name of its form field."""
        return f"option-{self.option}"

    def answer(self, sent: str | None) -> Any:
        """Returns the value that was sent, the usual one where nothing was. Raises NotAnAnswer for any other."""
        if sent is None:
            return self.usual
        if self.choices:
            return _chosen(self.choices, sent)
        if not (sent.isascii() and sent.isdigit() and len(sent) <= len(str(MOST)) and int(sent) >= 1):
            raise NotAnAnswer(self.option)
        return int(sent)


@dataclass(frozen=True)
class Words:
    """How a question reads. `answers` has a title and a hint for each value of the option."""

    title: LazyString
    rules: tuple[str, ...]
    answers: Mapping[Any, tuple[LazyString, LazyString | None]]
    hint: LazyString | None = None


def questions(game: str, options: type[msgspec.Struct]) -> list[Question]:
    """Returns the questions of a game, in the order in which it declares its options."""
    words = WORDS[game]
    return [_question(field, words[field.encode_name]) for field in msgspec.structs.fields(options)]


def settled(game: str) -> list[tuple[str, LazyString]]:
    """Returns what the app has decided without asking: the number of each rule and a sentence."""
    return [*SETTLED["every"], *SETTLED.get(game, [])]


def _question(field: msgspec.structs.FieldInfo, words: Words) -> Question:
    choices = tuple(
        Choice(_sent(value), value, *words.answers[value], usual=value == field.default)
        for value in _values(field.type)
    )
    return Question(field.encode_name, words.title, words.rules, words.hint, choices, field.default)


def _values(kind: Any) -> tuple[Any, ...]:
    if kind is bool:
        return (False, True)
    return get_args(kind) if get_origin(kind) is Literal else ()


def _sent(value: Any) -> str:
    return {False: "no", True: "yes"}[value] if isinstance(value, bool) else str(value)


def _chosen(choices: tuple[Choice, ...], sent: str) -> Any:
    for choice in choices:
        if choice.value == sent:
            return choice.means
    raise NotAnAnswer(sent)


WORDS: Mapping[str, Mapping[str, Words]] = {
    "sixes-and-sevens": {
        "ace_wild": Words(
            _l("What an ace is"),
            ("ODD-V1",),
            {
                False: (_l("Even"), _l("And high: it beats the king.")),
                True: (_l("Odd or even, as its player says"), _l("Odd it is the lowest card, even the highest.")),
            },
        ),
        "ties_low": Words(
            _l("As many odd as even"),
            ("ODD-8", "ODD-V2"),
            {
                False: (_l("The highest card takes the trick"), None),
                True: (_l("The lowest card takes the trick"), None),
            },
            _l("Matters only with four or six players."),
        ),
        "fewest_wins": Words(
            _l("Who wins the match"),
            ("ODD-12", "ODD-V3"),
            {
                False: (_l("The most tricks"), None),
                True: (_l("The fewest tricks"), None),
            },
        ),
        "final_tie": Words(
            _l("Equal at the end"),
            ("ODD-12",),
            {
                "shared": (_l("They share the win"), None),
                "extra-hand": (_l("Play on"), _l("Further hands, until one player leads alone.")),
            },
        ),
    },
}

SETTLED: Mapping[str, list[tuple[str, LazyString]]] = {
    "every": [
        (
            "GEN-1",
            _l("A breach brings no penalty by itself: Sixfold shows what happened, and you decide what follows."),
        ),
        ("GEN-2", _l("Before anything is called a revoke, it asks whether a card was entered wrongly.")),
        ("GEN-3", _l("What can be done about it is offered from mild to severe.")),
        ("GEN-4", _l("Nobody is accused on a suspicion: a breach counts once the cards played prove it.")),
        ("GEN-6", _l("After a misdeal or an exposed card the same dealer deals again, and nothing is scored.")),
    ],
    "sixes-and-sevens": [
        ("ODD-V1", _l("Wild aces are declared when the trick is full, in playing order, before the next lead.")),
    ],
}
