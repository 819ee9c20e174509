"""What a game says of entries that slip easily: words for a key, and what is to stand instead."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules_core.replay import Node, Raw


@dataclass(frozen=True)
class Slip:
    """What may have slipped: the words of the key, and what is to stand instead, by places in the list.

    `previewed`: what follows is shown before it is made, since the words do not tell it.
    """

    text: str
    instead: Mapping[int, Raw]
    previewed: bool = False


Slips = Callable[[Sequence[Node], Sequence[str]], Iterable[Slip]]
"""Yields what may have slipped among these entries, the newest first, by what can be seen of them; given the names."""
