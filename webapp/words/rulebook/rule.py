"""What one rule of the rule book says."""

from dataclasses import dataclass
from typing import Literal

from flask_babel import LazyString

Source = Literal["text", "decided", "option"]


@dataclass(frozen=True)
class Rule:
    """A rule: its number, a title, its sentences, and whether the game's own text says so, this app, or the table."""

    number: str
    source: Source
    title: LazyString
    text: LazyString
