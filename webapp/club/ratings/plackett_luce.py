"""The ratings after one match, by the model of Plackett and Luce, which openskill computes.

A strength is 250 to begin with: ten times the number of the model. Between two matches nothing is kept but whole
hundredths, rounded half to even, so that going on from kept ratings and computing all anew come to the same numbers.
"""

from openskill.models import PlackettLuce, PlackettLuceRating

from webapp.club.ratings.rated_matches import START, UNSURE, RatedMatch, Rating

HUNDREDTHS = 100
_MODEL = PlackettLuce(
    mu=START / HUNDREDTHS,
    sigma=UNSURE / HUNDREDTHS,
    # The proportions that the authors of the model propose: how much luck there is, how fast players change.
    beta=UNSURE / HUNDREDTHS / 2,
    tau=UNSURE / HUNDREDTHS / 100,
)


def rated(match: RatedMatch, before: dict[str, Rating]) -> dict[str, Rating]:
    """Returns the ratings after a match of everybody who played it, given those before it.

    Teams are taken in a fixed order: sums of floating numbers depend on theirs.
    """
    teams = sorted((place, tuple(sorted(team))) for place, team in zip(match.places, match.teams, strict=True))
    computed = _MODEL.rate(
        [[_given(before[person]) for person in team] for _place, team in teams],
        ranks=[float(place) for place, _team in teams],
    )
    return {
        person: _kept(rating, before[person].matches + 1)
        for (_place, team), found in zip(teams, computed, strict=True)
        for person, rating in zip(team, found, strict=True)
    }


def _given(rating: Rating) -> PlackettLuceRating:
    return _MODEL.rating(rating.strength / HUNDREDTHS, rating.uncertainty / HUNDREDTHS)


def _kept(rating: PlackettLuceRating, matches: int) -> Rating:
    return Rating(round(rating.mu * HUNDREDTHS), round(rating.sigma * HUNDREDTHS), matches)
