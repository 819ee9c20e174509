"""A round as somebody at a table sees it from the own chair."""

from dataclasses import dataclass

from webapp.club.evening.state import Round

PARTNERS_AT = 4
"""So many sit at a table at which somebody sits opposite."""


@dataclass(frozen=True)
class OwnSeat:
    """Where somebody sits: the number of the table, and the others clockwise from the left, all by their numbers."""

    table: int
    others: tuple[int, ...]

    @property
    def opposite(self) -> int | None:
        """Who sits across the table; at tables of two or four alone."""
        half = len(self.others) // 2
        return self.others[half] if len(self.others) + 1 in (2, PARTNERS_AT) else None

    @property
    def neighbours(self) -> tuple[int, ...]:
        """Who sits beside this chair, the left one first."""
        if len(self.others) < 2:
            return ()
        return (self.others[0], self.others[-1])


def own_seat(here: Round, person: int) -> OwnSeat | None:
    """Returns where somebody sits in a round, None for who sits nowhere."""
    sitting = here.sitting_of(person)
    if sitting is None:
        return None
    seat = sitting.people.index(person)
    return OwnSeat(sitting.number, sitting.people[seat + 1 :] + sitting.people[:seat])
