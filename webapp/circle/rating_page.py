"""Page that explains ratings, with the effect of a match of the circle on them."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, request

from webapp.circle.player import average_said
from webapp.circle.ratings import (
    ENOUGH_MATCHES,
    HUNDREDTHS,
    UNSURE,
    WORTH_MATCHES,
    Rating,
    chance_ahead,
    places_expected,
)
from webapp.circle.tables import visit_circle
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.circle_history import RatingStep
from webapp.store.circle_models import CircleMatch, CirclePlayer
from webapp.words.phrases import joined

TIMES = 10
"""The page says how many of this many such matches each of two would win."""


@dataclass(frozen=True)
class RatedPlayer:
    """A player of a match: rating before it and change, in points; expected and actual place."""

    player: CirclePlayer
    strength: int
    doubt: int
    expected: str
    place: int
    change: int


@dataclass(frozen=True)
class RatedExample:
    """The effect of a match on ratings, the best side first.

    `first` and `last` are the ends of its order, who were ahead of each other in so many of ten such matches; equal
    places have no such ends.
    """

    match: CircleMatch
    players: list[RatedPlayer]
    first: str
    last: str
    times: int

    @property
    def has_partners(self) -> bool:
        """Tells whether several people are on a side."""
        return len(self.match.summary["sides"]) < len(self.match.players)


def rated_example(match: CircleMatch, steps: list[RatingStep], players: Mapping[int, CirclePlayer]) -> RatedExample:
    """Returns the effect of a match, given the ratings before and after it."""
    before = {step.after.player_id: _before(step) for step in steps}
    after = {step.after.player_id: step.after.strength for step in steps}
    all_sides = [[match.players[seat] for seat in seats] for seats in match.summary["sides"]]
    counted = [side for side, people in enumerate(all_sides) if not before.keys().isdisjoint(people)]
    sides, places = [all_sides[side] for side in counted], [match.summary["places"][side] for side in counted]
    teams = [[before.get(one, Rating()) for one in side] for side in sides]
    expected = [average_said(one) for one in places_expected(teams)]
    order = sorted(range(len(sides)), key=places.__getitem__)
    found = [
        RatedPlayer(
            players[one],
            round(before[one].strength / HUNDREDTHS),
            round(before[one].uncertainty / HUNDREDTHS),
            expected[side],
            places[side],
            round(after[one] / HUNDREDTHS) - round(before[one].strength / HUNDREDTHS),
        )
        for side in order
        for one in sides[side]
        if one in before
    ]
    first, last = order[0], order[-1]
    are_apart = places[first] != places[last]
    names = {side: joined([players[one].name for one in sides[side]]) if are_apart else "" for side in (first, last)}
    times = round(TIMES * chance_ahead(teams[first], teams[last]))
    return RatedExample(match, found, names[first], names[last], times)


def _before(step: RatingStep) -> Rating:
    row = step.before
    return Rating() if row is None else Rating(row.strength, row.uncertainty, row.matches)


bp = Blueprint("circle_rating", __name__, url_prefix="/circles/<int:circle_id>/games/<game>/rating")


@bp.get("")
def show(circle_id: int, game: str) -> str:
    """Explains the ratings of a game, by its last match or the one asked for."""
    here, store = visit_circle(circle_id), services().store
    if game not in (games := store.games_played(circle_id)):
        abort(404, description=_("This circle has no match of such a game."))
    players = store.circle_players(circle_id)
    steps = store.rating_steps(circle_id, game, parse_integer(request.args.get("match", "")))
    match = store.circle_match(circle_id, steps[0].after.table_id) if steps else None
    if match is not None and match.game != game:
        match = None
    rated = store.newest_ratings(circle_id, game)
    return here.page(
        "circle/rating.html",
        game=game,
        games=games,
        example=None if match is None else rated_example(match, steps, players),
        doubt=round(UNSURE / HUNDREDTHS),
        enough=ENOUGH_MATCHES,
        worth=WORTH_MATCHES,
        read=[players[row.player_id].name for row in rated if row.matches >= WORTH_MATCHES],
        all=len(rated),
    )
