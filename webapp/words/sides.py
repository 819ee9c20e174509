"""Names of the sides that score: a player each, or partners across."""

from collections.abc import Sequence

from webapp.http.language import gettext as _
from webapp.words.lists import joined
from webapp.words.numbers import number, signed


def side_names(names: Sequence[str], sides: int) -> list[str]:
    """Returns a name for each side: *Ann*, or *Ann and Cat* where partners score together."""
    return [joined(names[side::sides]) for side in range(sides)]


def sides_said(sides: Sequence[str]) -> str:
    """Returns several sides: *Ann and Ben*; sides that are two already are parted by commas."""
    both = joined(("", ""))
    return ", ".join(sides) if any(both in side for side in sides) else joined(sides)


def totals_said(sides: Sequence[str], totals: Sequence[int]) -> str:
    """Returns a number for each side: *Ann 3, Ben −1*."""
    return ", ".join(_("%(name)s %(number)s", name=n, number=number(t)) for n, t in zip(sides, totals, strict=True))


def changes_said(sides: Sequence[str], points: Sequence[int]) -> str:
    """Returns what changes, those left out that do not: *Ann −2, Ben +1*."""
    changed = [(name, each) for name, each in zip(sides, points, strict=True) if each]
    return ", ".join(_("%(name)s %(number)s", name=name, number=signed(each)) for name, each in changed)


def ranked(totals: Sequence[int], low_wins: bool = False) -> list[int]:
    """Returns the places of these totals, the best one first; equal ones as they sit."""
    return sorted(range(len(totals)), key=lambda at: totals[at] if low_wins else -totals[at])
