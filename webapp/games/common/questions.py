"""Options of a game and choices of a table as plain questions.

The options, their kinds and their usual answers come from the game's own declaration; their words in the
game's LOOK. Other choices of a table (its deck, whether odds are shown) are no options: they stand in no record.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

import msgspec

from webapp.games.common.first_hand import CHOICE, GUIDED
from webapp.games.registry import look_of
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import lazy_gettext as _l
from webapp.http.limits import LARGEST_FIELD_NUMBER
from webapp.table.forms import NotThisForm
from webapp.words import rulebook
from webapp.words.rulebook import OptionWords, Rule, Text

OF_EVERY_GAME: Mapping[str, OptionWords] = {
    CHOICE: OptionWords(
        _l("The first hand"),
        answers={
            "plain": (_l("As usual"), None),
            GUIDED: (
                _l("Deal, and I tell you what to do"),
                _l("At the beginning the cloth says what just happened, what may be played, and why."),
            ),
        },
    )
}


class NotAnAnswer(NotThisForm):
    """The value is none of a question's answers."""


@dataclass(frozen=True)
class Choice:
    """One answer: its form value, its meaning, its words. The default is the game's own."""

    value: str
    means: Any
    title: Text
    hint: Text | None
    usual: bool

    @property
    def said(self) -> str:
        """The hint, after the mark of the usual answer."""
        return " ".join(str(part) for part in (_("Usual.") if self.usual else None, self.hint) if part)


@dataclass(frozen=True)
class Question:
    """One option as a question, with the numbers of its rules. Without choices it asks for a whole number.

    `field` is the name of its form field. `players`: it is asked of so many players only, 0: of any number.
    """

    option: str
    field: str
    title: Text
    rules: tuple[str, ...]
    hint: Text | None
    choices: tuple[Choice, ...]
    usual: Any
    players: int = 0

    def said(self, means: Any) -> Text:
        """Returns the title of an answer, or the number that it is."""
        return next((choice.title for choice in self.choices if choice.means == means), str(means))

    def answer(self, sent: str | None) -> Any:
        """Returns the value that was sent, the usual one where nothing was. Raises NotAnAnswer for any other."""
        if sent is None:
            return self.usual
        if self.choices:
            for choice in self.choices:
                if choice.value == sent:
                    return choice.means
            raise NotAnAnswer(sent)
        number = parse_integer(sent, LARGEST_FIELD_NUMBER)
        if not number:
            raise NotAnAnswer(self.option)
        return number


def questions(game: str, options: type[msgspec.Struct]) -> list[Question]:
    """Returns the questions of a game's options, in the order in which it declares them."""
    words = look_of(game).options
    return [
        _question(f"option-{field.encode_name}", field.encode_name, words[field.encode_name], field.type, field.default)
        for field in msgspec.structs.fields(options)
    ]


def choices(game: str) -> list[Question]:
    """Returns the questions about the choices of a table that are no rules; the first answer is the usual one."""
    return [
        _question(f"choice-{name}", name, words, Literal[*words.answers], next(iter(words.answers)))
        for name, words in choices_of(game).items()
    ]


def choices_of(game: str) -> Mapping[str, OptionWords]:
    """Returns the choices of a table that are no rules: those of this game and those of every game."""
    return {**look_of(game).choices, **OF_EVERY_GAME}


def settled(game: str) -> list[Rule]:
    """Returns the rules that the app has decided without asking, where the game's text is silent."""
    return [rule for rule in (*look_of(game).rulebook, *rulebook.GEN_RULES) if rule.source == "decided"]


def _question(field: str, name: str, words: OptionWords, kind: Any, default: Any) -> Question:
    usual = words.usual if default is msgspec.UNSET else default
    answers = tuple(Choice(_sent(value), value, *words.answer(value), usual=value == usual) for value in _values(kind))
    return Question(name, field, words.title, words.rules, words.hint, answers, usual, words.players)


def _values(kind: Any) -> tuple[Any, ...]:
    if kind is bool or bool in get_args(kind):
        return (False, True)
    return get_args(kind) if get_origin(kind) is Literal else ()


def _sent(value: Any) -> str:
    return {False: "no", True: "yes"}[value] if isinstance(value, bool) else str(value)
