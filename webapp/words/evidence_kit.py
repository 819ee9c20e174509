"""Evidence in words: a table with a column for each side, or seat, and what follows from it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from rules_core.cards import Card
from webapp.words.cited import Cited


@dataclass(frozen=True)
class EvidenceLine:
    """A line: what it is, its cards, a cell for each column. `trick`: the number of one; `left_out`: no sum has it."""

    title: Markup | str
    cells: tuple[str, ...]
    trick: int = 0
    cards: tuple[Card, ...] = ()
    left_out: bool = False


@dataclass(frozen=True)
class EvidenceTable:
    """What the entries tell of a claim. `said` follows from the table, `lists` are further things by their titles."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[EvidenceLine, ...]
    sums: tuple[str, ...] = ()
    said: tuple[Cited, ...] = ()
    lists: tuple[tuple[str, tuple[Markup | str, ...]], ...] = ()


EvidenceWords = Callable[[Any, str, Sequence[str]], EvidenceTable]
"""Puts what a game's rules offer as evidence into words, given the game's name and the names of the seats."""
