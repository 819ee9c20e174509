"""Ratings of players over matches: input, computation, changes.

Model and parameters are those that predict best who stands higher (benchmarks/rating_models.py, docs/ratings.md). Each
two sides of a match are compared: a table of six is five comparisons for each of its people.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import Literal, TypeAlias

from openskill.models import ThurstoneMostellerFull, ThurstoneMostellerFullRating

START = 250_00
"""The strength of a new player, in hundredths."""
UNSURE = 83_33
"""The uncertainty about a new player, in hundredths: a third of the strength."""
Moment: TypeAlias = tuple[datetime, str]
"""The end of a match, and its id: the sort key of matches."""
Player: TypeAlias = tuple[str, str]
"""A game and a player: the key of a rating."""
Sample = Literal["nothing", "too-few-matches", "enough"]
ENOUGH_MATCHES = 5
"""With fewer, an average or a rating says nothing yet: each of the first matches moves a rating by tens of points."""
WORTH_MATCHES = 10
"""From this number of matches on a rating predicts most of what it ever will (docs/ratings.md)."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in a game: `strength` and its `uncertainty`, one standard deviation, in hundredths."""

    strength: int = START
    uncertainty: int = UNSURE
    matches: int = 0

    @property
    def says(self) -> Sample:
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
        """Tells whether the match can be rated: nobody sat on two sides of it, or twice on one."""
        persons = [person for team in self.teams for person in team]
        return len(set(persons)) == len(persons)

    def without(self, guests: Collection[str]) -> "RatedMatch | None":
        """Returns the match without sides of guests alone, None where fewer than two are left.

        On the side of others a guest stays, as somebody of whom nothing is known.
        """
        stay = [side for side, team in enumerate(self.teams) if not set(team) <= set(guests)]
        if len(stay) < 2:
            return None
        teams, places = tuple(self.teams[side] for side in stay), tuple(self.places[side] for side in stay)
        return RatedMatch(self.id, self.game, self.ended_at, teams, places)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The change of a player's rating by a match: a point of the curve."""

    match: str
    game: str
    ended_at: datetime
    person: str
    before: Rating
    after: Rating

    @property
    def counts(self) -> bool:
        return self.after.matches > self.before.matches

    @property
    def player(self) -> Player:
        return self.game, self.person


HUNDREDTHS = 100
LUCK = 2.5
"""How much luck there is in a match of two sides, in uncertainties at the start."""
LUCK_BY_SIZE = 0.3
"""The power of the number of sides with which luck grows: a place among six says less of each two than a duel does."""
DUEL = 2
CHANGE = 0.01
"""Standard deviation of a player's change from one match to the next, in the same unit."""


@cache
def _model(sides: int) -> ThurstoneMostellerFull:
    return ThurstoneMostellerFull(
        mu=START / HUNDREDTHS,
        sigma=UNSURE / HUNDREDTHS,
        beta=UNSURE / HUNDREDTHS * LUCK * (sides / DUEL) ** LUCK_BY_SIZE,
        tau=UNSURE / HUNDREDTHS * CHANGE,
    )


def rated(match: RatedMatch, before: dict[str, Rating]) -> dict[str, Rating]:
    """Returns the ratings of a match's players after it, given those before it.

    Teams are taken in a fixed order: sums of floating numbers depend on theirs.
    """
    teams = sorted((place, tuple(sorted(team))) for place, team in zip(match.places, match.teams, strict=True))
    model = _model(len(teams))
    computed = model.rate(
        [[_given(model, before[person]) for person in team] for _place, team in teams],
        ranks=[float(place) for place, _team in teams],
    )
    return {
        person: _kept(rating, before[person].matches + 1)
        for (_place, team), found in zip(teams, computed, strict=True)
        for person, rating in zip(team, found, strict=True)
    }


def _given(model: ThurstoneMostellerFull, rating: Rating) -> ThurstoneMostellerFullRating:
    return model.rating(rating.strength / HUNDREDTHS, rating.uncertainty / HUNDREDTHS)


def _kept(rating: ThurstoneMostellerFullRating, matches: int) -> Rating:
    return Rating(round(rating.mu * HUNDREDTHS), round(rating.sigma * HUNDREDTHS), matches)


_ROUND = NormalDist()


def chance_ahead(one: Sequence[Rating], other: Sequence[Rating], luck: float = LUCK) -> float:
    """Returns the chance that the first of two teams is placed higher, given that places are not equal."""
    ahead = sum(rating.strength for rating in one) - sum(rating.strength for rating in other)
    doubt = sum(rating.uncertainty**2 + (UNSURE * luck) ** 2 for rating in (*one, *other))
    return _ROUND.cdf(ahead / sqrt(doubt))


def places_expected(teams: Sequence[Sequence[Rating]]) -> list[float]:
    """Returns which place each team is expected to have on the average."""
    return [
        1 + sum(chance_ahead(other, team) for place, other in enumerate(teams) if place != own)
        for own, team in enumerate(teams)
    ]


_NEW = Rating()


def changes(
    matches: Iterable[RatedMatch], before: Mapping[Player, Rating] | None = None, guests: Collection[str] = ()
) -> list[RatingChange]:
    """Returns the changes by these matches, oldest first, those of one match by name; given the ratings before them.

    They may come in any order. A match in which somebody sat twice changes nothing. For who has played `guests` alone,
    and for these, the rating after a match is the one before it.
    """
    now = dict(before or {})
    found: list[RatingChange] = []
    for match in sorted(matches, key=lambda match: match.moment):
        if match.counts:
            made = _changes(match, now, guests)
            now |= {change.player: change.after for change in made}
            found += made
    return found


def _changes(match: RatedMatch, now: Mapping[Player, Rating], guests: Collection[str]) -> list[RatingChange]:
    persons = sorted(person for team in match.teams for person in team)
    before = {one: _NEW if one in guests else now.get((match.game, one), _NEW) for one in persons}
    counted = match.without(guests)
    found = {} if counted is None else rated(counted, before)
    after = {one: before[one] if one in guests else found.get(one, before[one]) for one in persons}
    return [RatingChange(match.id, match.game, match.ended_at, p, before[p], after[p]) for p in persons]


def sample(matches: int) -> Sample:
    """Returns the significance of this many matches, as a code."""
    if not matches:
        return "nothing"
    return "too-few-matches" if matches < ENOUGH_MATCHES else "enough"
