"""What ratings are computed from and what comes out: matches with their places, and what each changed."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from webapp.club.small_samples import Sample, sample

START = 250_00
"""The strength of somebody who has not played yet, in hundredths."""
UNSURE = 83_33
"""The uncertainty about somebody who has not played yet, in hundredths: a third of the strength."""
Moment: TypeAlias = tuple[datetime, str]
"""When a match ended, and its id: what matches are put in order by."""
Player: TypeAlias = tuple[str, str]
"""A game and who plays it: a rating belongs to both."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody plays a game: `strength` and its `uncertainty`, one standard deviation, in hundredths."""

    strength: int = START
    uncertainty: int = UNSURE
    matches: int = 0

    @property
    def says(self) -> Sample:
        """What can be read from it, as a code."""
        return sample(self.matches)


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A finished match: its teams, each of one person or more, and their places from 1; equals have the same.

    Raises `ValueError` for less than two teams, one without anybody, or places for another number of teams.
    """

    id: str
    game: str
    ended_at: datetime
    teams: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.teams) < 2 or not all(self.teams) or len(self.places) != len(self.teams):
            raise ValueError(f"match {self.id}: {len(self.teams)} teams, {len(self.places)} places")

    @property
    def moment(self) -> Moment:
        """Where it stands in the order of matches."""
        return self.ended_at, self.id

    @property
    def counts(self) -> bool:
        """Tells whether it tells anything of strength: nobody sat on two sides of it, or twice on one."""
        persons = [person for team in self.teams for person in team]
        return len(set(persons)) == len(persons)


@dataclass(frozen=True, slots=True)
class Change:
    """What a match did to the rating of a player: a point of the curve."""

    match: str
    game: str
    ended_at: datetime
    person: str
    before: Rating
    after: Rating

    @property
    def moment(self) -> Moment:
        """Where its match stands in the order of matches."""
        return self.ended_at, self.match

    @property
    def player(self) -> Player:
        """Whose rating it is, and in which game."""
        return self.game, self.person
