"""The names of the sides that score: a player each, or partners across."""

from collections.abc import Sequence

from webapp.words.lists import joined


def side_names(names: Sequence[str], sides: int) -> list[str]:
    """Returns a name for each side: *Ann*, or *Ann and Cat* where partners score together."""
    return [joined(names[side::sides]) for side in range(sides)]


def sides_said(sides: Sequence[str]) -> str:
    """Returns several sides: *Ann and Ben*; sides that are two already are parted by commas."""
    both = joined(("", ""))
    return ", ".join(sides) if any(both in side for side in sides) else joined(sides)
