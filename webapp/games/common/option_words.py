"""Words of options and choices."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask_babel import LazyString

from webapp.http.language import lazy_gettext as _l
from webapp.words.phrases import readable

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
