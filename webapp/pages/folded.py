"""A list of which a page shows the first items at once, and the others once they are unfolded."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class Folded(Generic[Item]):
    """The items that are shown at once, and those that are folded away."""

    shown: Sequence[Item]
    folded: Sequence[Item]


def folded(items: Sequence[Item], most: int) -> Folded[Item]:
    """Returns the items, of which no more than `most` are shown at once."""
    return Folded(items[:most], items[most:])
