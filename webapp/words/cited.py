"""Sentences that cite a rule."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Cited:
    """A sentence, and the number of the rule behind it, if any."""

    text: str
    rule: str | None = None
