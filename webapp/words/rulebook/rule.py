"""A rule of the rule book."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from flask_babel import LazyString

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
