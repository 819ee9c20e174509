"""What a standing is made from: results of tables, who sat out, penalties in points. People are numbers on a list."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from webapp.club.standing.scoring import Points


@dataclass(frozen=True, kw_only=True)
class TableResult:
    """What one table came to in one round.

    `people` by seat are who gets the points; `stand_ins` names who plays for a person. `sides` are the seats that
    win together (each seat alone where none are named), `scores` the points of each side. It counts once it is
    `confirmed`; until then its people are waited for. `over`: the match came to its end, rather than the time.
    """

    round: int
    table: int
    people: tuple[int, ...]
    scores: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...] = ()
    confirmed: bool = True
    stand_ins: Mapping[int, str] = field(default_factory=dict)
    hands: int = 0
    over: bool = True
    game: str = ""

    def __post_init__(self) -> None:
        seats = sorted(seat for side in self.by_side for seat in side)
        if seats != list(range(len(self.people))) or len(self.by_side) != len(self.scores):
            raise ValueError("Every seat is of one side, and every side has a score.")
        if len(set(self.people)) < len(seats):
            raise ValueError("Nobody plays at two seats of a table.")

    @property
    def key(self) -> tuple[str, int, int]:
        """What tells this result from others: a later one with the same key takes its place."""
        return self.game, self.round, self.table

    @property
    def by_side(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return self.sides or tuple((seat,) for seat in range(len(self.people)))


@dataclass(frozen=True)
class Bye:
    """A person does not play in a round: sits out, or has `missed` it.

    `unseated`: that person never had a seat or sat out, in the whole evening.
    """

    person: int
    round: int
    missed: bool = False
    unseated: bool = False


@dataclass(frozen=True)
class PenaltyPoints:
    """A penalty takes `points` from a person's total, in a round or the whole evening. `number` is the penalty's."""

    person: int
    points: Points
    round: int | None
    number: int
    game: str = ""
