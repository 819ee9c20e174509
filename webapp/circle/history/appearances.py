"""Stored matches, and the result of each for its players."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from rules_core.figures import Figure, Level, of_seat
from webapp.circle.ratings import Moment


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match. `persons` by seat, None where unknown.

    `sides` has the seats of each, `scores` and `places` one number a side, no `scores` where only places are known;
    `winners` are the sides that won, several:
    they shared it, none: the match is not over. `figures` and `level` are those of `match_figures`. `seconds` were
    played; None: from its beginning to its end.
    """

    id: str
    game: str
    persons: tuple[str | None, ...]
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int
    level: Level | None
    figures: tuple[Figure, ...]
    began_at: datetime
    ended_at: datetime
    seconds: int | None = None

    @property
    def moment(self) -> Moment:
        """Where it stands in the order of matches."""
        return self.ended_at, self.id

    @property
    def is_over(self) -> bool:
        """Tells whether it was played to its end; only then it counts."""
        return bool(self.winners)

    @property
    def minutes(self) -> int:
        """How long was played, in whole minutes."""
        seconds = self.seconds
        return max(0, int((self.ended_at - self.began_at).total_seconds()) if seconds is None else seconds) // 60


Outcome = Literal["won", "tied", "lost"]


@dataclass(frozen=True, slots=True)
class Appearance:
    """One person in one finished match.

    `place` is that of the side among so many `sides`; `outcome`: won alone, shared the win, or lost. `against` are the
    known persons of the other sides with what it was against each of them: a better, the same or a worse place.
    `partners` are those of the own side.
    """

    match: MatchSummary
    person: str
    place: int
    sides: int
    outcome: Outcome
    score: int | None
    partners: tuple[str, ...]
    against: Mapping[str, Outcome]
    figures: Mapping[str, Figure]

    @property
    def moment(self) -> Moment:
        """Where its match stands in the order of matches."""
        return self.match.moment


def beaten(places: Sequence[int], own: int) -> int:
    """Returns two for every place of a match that is worse than the own, and one for every other that is the same."""
    return 2 * sum(place > own for place in places) + places.count(own) - 1


def appearances(matches: Iterable[MatchSummary], only: str | None = None) -> list[Appearance]:
    """Returns the rows of these matches, oldest first, those of one match by seat; unfinished ones have none.

    `only`: nobody else's rows.
    """
    ordered = sorted((match for match in matches if match.is_over), key=lambda match: match.moment)
    return [
        _appearance(match, side, seat, person)
        for match in ordered
        for seat, person in enumerate(match.persons)
        if person is not None and only in (None, person)
        for side in [_side_of(match, seat)]
    ]


def _side_of(match: MatchSummary, seat: int) -> int:
    return next(side for side, seats in enumerate(match.sides) if seat in seats)


def _appearance(match: MatchSummary, side: int, seat: int, person: str) -> Appearance:
    place, persons = match.places[side], match.persons
    others = [(at, known) for at, seats in enumerate(match.sides) if at != side for known in seats]
    return Appearance(
        match=match,
        person=person,
        place=place,
        sides=len(match.sides),
        outcome=_outcome(match, side),
        score=match.scores[side] if match.scores else None,
        partners=_partners(match, side, person),
        against={
            other: _compared(place, match.places[at]) for at, known in others if (other := persons[known]) is not None
        },
        figures=of_seat(match.figures, seat, len(match.sides)),
    )


def _partners(match: MatchSummary, side: int, person: str) -> tuple[str, ...]:
    known = (match.persons[seat] for seat in match.sides[side])
    return tuple(sorted(other for other in known if other is not None and other != person))


def _outcome(match: MatchSummary, side: int) -> Outcome:
    if side not in match.winners:
        return "lost"
    return "won" if len(match.winners) == 1 else "tied"


def _compared(own: int, other: int) -> Outcome:
    return "won" if own < other else "lost" if own > other else "tied"
