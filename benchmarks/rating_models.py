"""How well ratings predict who stands higher: openskill's models and parameters, on 10,000 matches of 200 people.

The loss is that of each two sides of a match, by the ratings before it (log loss; an even guess is 0.693), the mean of
a match counting once. The first tenth is left out. `rating_models.py FILE` takes the JSON of a circle instead.
"""

import json
import math
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

from _circle_matches import circle_matches
from _ratio import say
from openskill import models

from webapp.circle.ratings import LUCK, START, UNSURE, RatedMatch, Rating, chance_ahead, rated

MATCHES, PEOPLE = 10_000, 200
MOST = 1.01
"""Of the loss of the best that was tried."""
BETAS, TAUS = (0.5, 1.0, 1.5, 2.0, 2.5, 4.0), (0.01,)
"""In uncertainties at the start: the luck of a match, and how fast people change."""
OTHERWISE: Sequence[tuple[str, dict[str, Any]]] = (
    ("ThurstoneMostellerFull", {"tau": 0.005}),
    ("ThurstoneMostellerFull", {"tau": 0.03}),
    ("ThurstoneMostellerFull", {"kappa": 0.01}),
    ("ThurstoneMostellerFull", {"limit_sigma": True}),
    ("ThurstoneMostellerFull", {"balance": True}),
    *(("ThurstoneMostellerFull", {"by_size": by_size}) for by_size in (0.1, 0.2, 0.3, 0.4, 0.5)),
    *(("ThurstoneMostellerFull", {"beta": beta, "by_size": 0.3}) for beta in (1.5, 2.0, 3.0)),
    ("ThurstoneMostellerFull", {"weight": 1.1}),
    ("PlackettLuce", {"beta": 2.0, "by_size": 0.5}),
    ("PlackettLuce", {"beta": 2.0, "weight": 1.3}),
)
NAMES = ("PlackettLuce", "BradleyTerryFull", "BradleyTerryPart", "ThurstoneMostellerFull", "ThurstoneMostellerPart")
SMALL, LARGE = 2, 6
Ratings = dict[str, Rating]
Rate = Callable[[RatedMatch, Ratings], Ratings]


def model(
    name: str, beta: float = LUCK, tau: float = 0.01, by_size: float = 0.0, weight: float = 1.0, **more: Any
) -> Rate:
    """Returns what rates a match by a model.

    `by_size`: luck grows with the number of sides to this power; `weight`: what is won counts more by this for each
    side over two, and what is lost less.
    """
    kind, made = getattr(models, name), {}
    for sides in range(SMALL, LARGE + 1):
        luck = UNSURE * beta * (sides / SMALL) ** by_size
        made[sides] = kind(mu=START, sigma=UNSURE, beta=luck, tau=UNSURE * tau, **more)

    def rate(match: RatedMatch, before: Ratings) -> Ratings:
        by = made[len(match.teams)]
        given = [[by.rating(before[one].strength, before[one].uncertainty) for one in team] for team in match.teams]
        weights = None if weight == 1 else [[weight ** (len(match.teams) - SMALL)] * len(team) for team in match.teams]
        found = by.rate(given, ranks=[float(place) for place in match.places], weights=weights)
        return {
            person: Rating(one.mu, one.sigma, before[person].matches + 1)
            for team, rating in zip(match.teams, found, strict=True)
            for person, one in zip(team, rating, strict=True)
        }

    return rate


class Predicted:
    """The losses of a way of rating over matches, the oldest first: of each match, by sides and by experience."""

    def __init__(self, matches: Sequence[RatedMatch], rate: Rate, beta: float) -> None:
        now: defaultdict[tuple[str, str], Rating] = defaultdict(Rating)
        self._luck = beta
        self.losses: list[float] = []
        self.by_sides, self.by_experience = defaultdict[int, list[float]](list), defaultdict[int, list[float]](list)
        for number, match in enumerate(matches):
            persons = [one for team in match.teams for one in team]
            before = {one: now[match.game, one] for one in persons}
            losses = [self._loss(match, before, one, other) for one, other in combinations(range(len(match.teams)), 2)]
            known = [loss for loss in losses if loss is not None]
            if known and number >= len(matches) // 10:
                self.losses.append(fmean(known))
                self.by_sides[len(match.teams)].append(fmean(known))
            if known:
                self.by_experience[min(rating.matches for rating in before.values())].append(fmean(known))
            now |= {(match.game, person): rating for person, rating in rate(match, before).items()}

    def _loss(self, match: RatedMatch, before: Mapping[str, Rating], one: int, other: int) -> float | None:
        """Returns the loss of the prediction for two sides, None where they are equal."""
        if match.places[one] == match.places[other]:
            return None
        teams = [[before[person] for person in match.teams[side]] for side in (one, other)]
        chance = chance_ahead(*(teams if match.places[one] < match.places[other] else reversed(teams)), self._luck)
        return -math.log(max(chance, 1e-9))

    @property
    def loss(self) -> float:
        """The mean of all."""
        return fmean(self.losses)


def steps(rate: Rate, sides: int) -> str:
    """Returns what the first and the last of so many new people get, in whole points."""
    match = RatedMatch(
        "", "", datetime.now().astimezone(), tuple((str(one),) for one in range(sides)), (*range(1, sides + 1),)
    )
    after = rate(match, {str(one): Rating() for one in range(sides)})
    return "/".join(f"{(after[str(one)].strength - START) / 100:+.0f}" for one in (0, sides - 1))


def of_file(file: Path) -> list[RatedMatch]:
    """Returns the matches in the JSON of a circle, the oldest first."""
    told = json.loads(file.read_text())["matches"]
    found = [
        RatedMatch(
            str(one["table"]),
            one["game"],
            datetime.fromisoformat(one["ended_at"]),
            tuple(tuple(map(str, side["players"])) for side in one["sides"]),
            tuple(side["place"] for side in one["sides"]),
        )
        for one in told
    ]
    return sorted((match for match in found if match.counts), key=lambda match: match.moment)


def main() -> int:
    matches = of_file(Path(sys.argv[1])) if len(sys.argv) > 1 else circle_matches(MATCHES, PEOPLE, 1)
    tried = [(name, {"beta": beta, "tau": tau}) for name in NAMES for beta in BETAS for tau in TAUS] + list(OTHERWISE)
    found = []
    for name, values in tried:
        rate = model(name, **values)
        loss = Predicted(matches, rate, values.get("beta", LUCK)).loss
        found.append(loss)
        said = ", ".join(f"{key} {value}" for key, value in values.items())
        print(
            f"{name}, {said}: {loss:.4f}; first/last of two {steps(rate, SMALL)}, of six {steps(rate, LARGE)}",
            flush=True,
        )
    ours = Predicted(matches, rated, LUCK)
    print(f"ours: {ours.loss:.4f}; first/last of two {steps(rated, SMALL)}, of six {steps(rated, LARGE)}")
    print("by sides:", ", ".join(f"{sides}: {fmean(losses):.3f}" for sides, losses in sorted(ours.by_sides.items())))
    for first, last in ((0, 0), (1, 2), (3, 5), (6, 10), (11, 20), (21, 40), (41, 80), (81, 10_000)):
        some = [loss for number, losses in ours.by_experience.items() if first <= number <= last for loss in losses]
        if some:
            print(f"who has played least: {first} to {last} matches before: {fmean(some):.3f} ({len(some)} matches)")
    return (
        0
        if say("log loss of ratings against the best model tried", ours.loss / min(found), MOST, at_least=False)
        else 1
    )


if __name__ == "__main__":
    sys.exit(main())
