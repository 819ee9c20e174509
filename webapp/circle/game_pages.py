"""Pages of a game that a circle plays: its totals and records, how its ratings are made; its figures in lines."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import count

from babel.numbers import format_decimal
from flask import Blueprint, abort, request

from rules_core.figures import EXTREMES, FigureType
from rules_core.games import GAMES
from webapp.circle.matches import CircleCache, kept_summary
from webapp.circle.ratings import (
    ENOUGH_MATCHES,
    HUNDREDTHS,
    UNSURE,
    WORTH_MATCHES,
    Rating,
    chance_ahead,
    places_expected,
)
from webapp.circle.statistics import FigureTotal, GameTotals, MatchSummary, game_totals
from webapp.circle.visit import visit_all_matches, visit_circle
from webapp.games.common.names import hands_said
from webapp.games.common.rulebook import rule_url
from webapp.games.registry import is_offered, look_of
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.limits import MATCHES_A_TURN
from webapp.http.steps import let_others
from webapp.services import services
from webapp.store.circle_history import RatingStep
from webapp.store.circle_models import CircleMatch, CirclePlayer
from webapp.words.hand_kit import SHARED, value_said
from webapp.words.phrases import joined


def average_said(value: Fraction | float) -> str:
    """Returns an average, rounded half to even."""
    tenths = Decimal(round(value * 10)) / 10
    return str(format_decimal(tenths, format="0.0", locale=language())).replace("-", "−")


def figure_title(game: str, code: str) -> str:
    look = look_of(game)
    words = look.figures.get(code) or SHARED.get(code)
    return _(words.title) if words else look.entry_form.label(code)


def figure_meaning(game: str, code: str) -> str:
    """Returns the explanation of a figure; empty where its name is enough."""
    words = look_of(game).figures.get(code) or SHARED.get(code)
    return _(words.meaning) if words else ""


@dataclass(frozen=True)
class FigureLine:
    """A figure in words. `among` says of how many hands it is told; `match` is the table that an extreme is from."""

    title: str
    meaning: str
    value: str
    among: str
    private: bool
    rule: str | None
    rule_url: str | None
    match: int | None


def figure_lines(game: str, totals: Mapping[str, FigureTotal]) -> list[FigureLine]:
    """Returns these figures of a game in its order, those for the player alone last; none of a game not offered."""
    kinds = GAMES[game].figure_types if is_offered(game) else ()
    found = [_line(game, kind, totals[kind.code]) for kind in kinds if kind.code in totals]
    return sorted(found, key=lambda line: line.private)


def _line(game: str, kind: FigureType, total: FigureTotal) -> FigureLine:
    # Of how many hands a number is told; of a share or a rate the number says its whole itself.
    among = hands_said(game, total.figure.of) if total.figure.kind in ("count", "points", *EXTREMES) else ""
    return FigureLine(
        title=figure_title(game, kind.code),
        meaning=figure_meaning(game, kind.code),
        value=value_said(total.figure),
        among=among,
        private=total.figure.private,
        rule=kind.rule,
        rule_url=kind.rule and rule_url(game, kind.rule),
        match=None if total.match is None else int(total.match),
    )


def _matches(circle_id: int, game: str) -> Iterator[MatchSummary]:
    guests = services().store.guests(circle_id)
    for offset in count(0, MATCHES_A_TURN):
        rows = services().store.matches_of_game(circle_id, game, limit=MATCHES_A_TURN, offset=offset)
        yield from (kept_summary(row, guests) for row in rows)
        if len(rows) < MATCHES_A_TURN:
            return
        let_others()


def _marks(
    game: str, totals: GameTotals, players: Mapping[int, CirclePlayer]
) -> Iterator[tuple[FigureLine, list[CirclePlayer]]]:
    """Yields the record marks with their holders, in the order of the game; none of a game that is not offered."""
    for kind in GAMES[game].figure_types if game in GAMES else ():
        if (mark := totals.marks.get(kind.code)) is not None:
            for line in figure_lines(game, {kind.code: FigureTotal(mark.figure, mark.match)}):
                yield line, [players[int(person)] for person in mark.persons if int(person) in players]


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


bp = Blueprint("circle_games", __name__, url_prefix="/circles/<int:circle_id>/games/<game>")


@bp.get("")
def show(circle_id: int, game: str) -> str:
    """Shows the totals of a game's matches."""
    here, store = visit_all_matches(circle_id), services().store
    games = _games_with(circle_id, game)
    part = services().part(CircleCache)
    totals = part.of(circle_id, ("game", game), lambda _names: game_totals(_matches(circle_id, game), game))
    return here.page(
        "circle/game.html",
        games=games,
        game=game,
        totals=totals,
        marks=list(_marks(game, totals, store.circle_players(circle_id))),
        hands_said=hands_said,
    )


def _games_with(circle_id: int, game: str) -> dict[str, int]:
    """Returns how many matches of each game a circle has; ends the request where it has none of this one."""
    games = services().store.games_played(circle_id)
    if game not in games:
        abort(404, description=_("This circle has no match of such a game."))
    return games


@bp.get("/rating")
def explain_rating(circle_id: int, game: str) -> str:
    """Explains the ratings of a game, by its last match or the one asked for."""
    here, store = visit_circle(circle_id), services().store
    games = _games_with(circle_id, game)
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
