"""Rounds planned ahead, by numbered places on which people are set later."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class PlannedRound:
    """A round by places: the tables, opposite partners one after the other, and the places that sit out."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Plan:
    """Rounds by places."""

    rounds: tuple[PlannedRound, ...]
    clashes: int = 0
    """0 where no two meet twice; else how bad it is."""


def most_rounds(places: int, sizes: Sequence[int]) -> int:
    """Returns how many rounds can be without repeats at most: who sits at the largest table meets so many each time."""
    return max((places - 1) // (max(sizes) - 1), 1)
