"""Rules of the rule book, the chapters GEN and LOG, which hold for every game, and options of a game in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from flask_babel import LazyString

from webapp.http.language import lazy_gettext as _l
from webapp.words.phrases import readable

Source = Literal["text", "decided", "option"]


@dataclass(frozen=True)
class Rule:
    """A rule: its number, a title, its sentences, and whether the game's own text says so, this app, or the table."""

    number: str
    source: Source
    title: LazyString
    text: LazyString


AtTable = Callable[[str, Any], tuple[str, str]]
"""Returns the title and the text of a rule as it holds with a table's options; given its title in the book."""


GEN_RULES = (
    Rule(
        "GEN-1",
        "decided",
        _l("No penalty by itself"),
        _l(
            "None of the games names a penalty for a revoke. The app states the fact, the rule and "
            "the proof; people decide."
        ),
    ),
    Rule(
        "GEN-2",
        "decided",
        _l("First: was it entered wrongly?"),
        _l("A wrong tap is likelier than a wrong card. Correcting an entry is always free."),
    ),
    Rule(
        "GEN-3",
        "decided",
        _l("Remedies, mildest first"),
        _l("Correct it while it lies open; let it stand and note it; adjust the score; void what was dealt."),
    ),
    Rule(
        "GEN-4",
        "decided",
        _l("Four words for a judgement"),
        _l(
            "A play is legal, illegal by a numbered rule, not to be decided yet, or proven illegal by two cards. "
            "Where several plays cannot all be right, the app says so and accuses nobody."
        ),
    ),
    Rule(
        "GEN-5",
        "decided",
        _l("What is closed stays closed"),
        _l(
            "What players must remember or may not look at is not shown while the hand lasts, unless "
            "the table has agreed that all cards played are open."
        ),
    ),
    Rule(
        "GEN-6",
        "decided",
        _l("Misdeal"),
        _l("After a misdeal or an exposed card the same dealer deals again, and nothing scores."),
    ),
)


LOG_RULES = (
    Rule(
        "LOG-1",
        "decided",
        _l("A whole entry"),
        _l("An entry is of a kind that this game has, and nothing in it is missing or of another kind."),
    ),
    Rule(
        "LOG-2",
        "decided",
        _l("Each entry at its time"),
        _l(
            "Every entry has its moment in the hand. After the end only rulings, adjusted points and "
            "corrections are taken."
        ),
    ),
    Rule(
        "LOG-3",
        "decided",
        _l("Seats in turn"),
        _l(
            "Turns and the deal go round clockwise, and only the one whose turn it is acts. After a void hand "
            "the same dealer deals again."
        ),
    ),
    Rule(
        "LOG-4",
        "decided",
        _l("Where a card is"),
        _l(
            "A card can be entered if it is in the pack, not played yet, and not openly in another place. Where"
            " the pack holds it twice, that goes for each copy."
        ),
    ),
    Rule(
        "LOG-5",
        "decided",
        _l("A hand that is entered"),
        _l(
            "Whoever enters their own hand enters all of it, in the right number. It stays private until the hand"
            " is over, and the cards played have to fit it."
        ),
    ),
    Rule(
        "LOG-6",
        "decided",
        _l("Tricks or totals"),
        _l(
            "A hand may be entered trick by trick or as its result, and the numbers have to add up. From cards "
            "it may step down to tricks, but never up again in the same hand."
        ),
    ),
    Rule(
        "LOG-7",
        "decided",
        _l("Taking back and changing"),
        _l(
            "Nothing is erased: what is taken back or changed stays in the log. A change is taken if "
            "everything entered after it still fits."
        ),
    ),
)


@dataclass(frozen=True)
class Cited:
    """A sentence, and the number of the rule behind it, if any."""

    text: str
    rule: str | None = None


Text = str | LazyString
"""A plain one is the same in every language."""
Answer = Text | tuple[Text, Text | None]
"""The title of an answer, or its title and a hint."""
Agreed = Mapping[Any, Text] | Callable[[Any], str]
"""A sentence for an agreed option: by the answer, or computed from all options."""


@dataclass(frozen=True)
class OptionWords:
    """Words of an option, as a question and once it is answered.

    Only the `title` must be said. `rules` are those with which a new table asks for it, `also` others that it touches.
    `answers` are the titles of the option's values, which read as they are written where it has none; a whole number
    needs none. `usual` is the answer meant where the option has no default of its own. `players`: asked of so many
    only, 0: of any number.
    """

    title: Text
    rules: tuple[str, ...] = ()
    answers: Mapping[Any, Answer] = field(default_factory=dict)
    hint: Text | None = None
    usual: Any = None
    players: int = 0
    also: tuple[str, ...] = ()
    agreed: Agreed = field(default_factory=dict)

    def answer(self, value: Any) -> tuple[Text, Text | None]:
        """Returns the title of one of its values, and a hint if there is one."""
        said = self.answers.get(value, plain_answer(value))
        return said if isinstance(said, tuple) else (said, None)


def plain_answer(value: Any) -> Text:
    """Returns a default text for a value: *Yes*, *12*, *Extra hand*."""
    if isinstance(value, bool):
        return _l("Yes") if value else _l("No")
    return readable(value) if isinstance(value, str) else str(value)
