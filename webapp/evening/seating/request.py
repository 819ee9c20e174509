"""Request for a seating, and the plan of a round that answers it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

TABLE_OF_PARTNERS = 4
"""Partners sit opposite each other where this many sit at a table; at tables of other sizes everybody plays alone."""


class SeatingKind(StrEnum):
    """How people are brought together."""

    DRAW = "draw"
    EVERYBODY = "everybody"
    """As few repeated meetings as possible, and those evenly."""
    SWISS = "swiss"
    """Equals by standing, and no repeated meeting while it can be avoided."""
    FIXED = "fixed"
    """As written down; stand-ins take the seats of those who are missing."""


@dataclass(frozen=True)
class SeatedTable:
    people: tuple[int, ...]
    """By seat."""


@dataclass(frozen=True)
class Seating:
    """Who sits where in a round, and who sits out."""

    tables: tuple[SeatedTable, ...]
    byes: tuple[int, ...] = ()

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody of the round, those who sit out last."""
        return (*everybody_at(self.tables), *self.byes)


@dataclass(frozen=True)
class SeatingRequest:
    """What a seating depends on, and nothing else: the same request is answered by the same seating."""

    kind: SeatingKind
    people: tuple[int, ...]
    """Who plays this round, in any order."""
    sizes: tuple[int, ...]
    """The table sizes that are allowed, the preferred one first."""
    past: tuple[Seating, ...] = ()
    """The rounds that were played, or stand already."""
    pairs: bool = False
    """Whether seats 0 and 2 play against seats 1 and 3 at tables of four."""
    partners: tuple[tuple[int, int], ...] = ()
    """Those who always play together, where `pairs` holds; the others change."""
    ranks: Mapping[int, float] = field(default_factory=dict)
    """The points of each, more are better; who has none counts as 0."""
    rounds_planned: int | None = None
    """How many rounds the evening is to have, if known: one that is good for all of them is looked for."""
    fixed: tuple[tuple[int, ...], ...] = ()
    """The tables as written down, each by seat."""
    seed: int = 0
    """What chance is drawn from. It stays the same over the rounds of an evening, so that they continue one plan."""


class Unseatable(StrEnum):
    """Why there is no seating."""

    TOO_FEW = "too few"
    """Fewer people than the smallest table needs."""
    TOO_MANY = "too many"
    NO_SIZES = "no sizes"
    """No table size is allowed, or one below two."""
    LISTED_TWICE = "listed twice"
    """Somebody stands twice among the people, the fixed seats or the partners."""
    PARTNERS_APART = "partners apart"
    """No tables of four for all who play in fixed pairs."""


class SeatingRefused(ValueError):
    """No seating fulfils the request."""

    def __init__(self, reason: Unseatable, number: int = 0) -> None:
        super().__init__(f"{reason}: {number}")
        self.reason = reason
        self.number = number
        """How many are too few or too many or would sit out; who is listed twice."""


def everybody_at(tables: Iterable[SeatedTable]) -> tuple[int, ...]:
    return tuple(one for table in tables for one in table.people)


def opposite(people: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Returns the partners at a table of a game of partners."""
    return ((people[0], people[2]), (people[1], people[3])) if len(people) == TABLE_OF_PARTNERS else ()


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
