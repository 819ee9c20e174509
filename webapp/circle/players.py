"""Players of a circle: two that are one, guests, names that change; pages of a player and of a pair."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.circle import acts
from webapp.circle.game_pages import average_said, figure_lines
from webapp.circle.matches import kept_summary
from webapp.circle.ratings import ENOUGH_MATCHES, HUNDREDTHS, START, WORTH_MATCHES, sample
from webapp.circle.statistics import Appearance, HeadToHead, appearances, rivals, totals
from webapp.circle.visit import CircleVisit, if_there, no_such_player, visit_all_matches, visit_circle
from webapp.history.scores.chart import Level
from webapp.http.answers import Page
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import CURVE_POINTS, LONGEST_NAME_INPUT, MOST_OTHER_CURVES, RIVALS_SHOWN
from webapp.services import services
from webapp.store.circle_history import PlayedMatch
from webapp.store.circle_models import CirclePlayer
from webapp.table import forms
from webapp.words.phrases import NO_MERGE

bp = Blueprint("circle_players", __name__, url_prefix="/circles/<int:circle_id>/players")


@bp.get("")
def show(circle_id: int) -> str:
    """Shows the players, to be called otherwise or made one."""
    return _page(circle_id)


@bp.post("/rename")
def rename(circle_id: int) -> Response | Page:
    """Renames a player; the old name stays an alias."""
    visit_circle(circle_id)
    player, name = forms.integer(request.form, "player"), request.form.get("name", "")
    refused = if_there(lambda: acts.rename_player(circle_id, player, name), code=400)
    return _answer(circle_id, refused, "rename_fault")


@bp.post("/merge")
def merge(circle_id: int) -> Response | Page:
    """Makes two players one, unless they sat at one table."""
    visit_all_matches(circle_id)
    gone, into = forms.integer(request.form, "gone"), forms.integer(request.form, "into")
    refused = if_there(lambda: acts.merge_players(circle_id, gone, into), code=400)
    return _answer(circle_id, refused, "merge_fault")


@bp.post("/guest")
def set_guest(circle_id: int) -> Response | Page:
    """Makes a player a guest, whose matches do not count, or ends that."""
    visit_all_matches(circle_id)
    guest, player = forms.choice(request.form, "guest") == "yes", forms.integer(request.form, "player")
    if_there(lambda: services().store.set_guest(circle_id, player, guest=guest), code=400)
    return _answer(circle_id, None, "")


@bp.post("/merged/<int:merge_id>/undo")
def undo_merge(circle_id: int, merge_id: int) -> Response | Page:
    """Takes it back, within a day: they are two again."""
    visit_all_matches(circle_id)
    gone = _(NO_MERGE)
    refused = if_there(lambda: acts.part_players(circle_id, merge_id), gone)
    return _answer(circle_id, refused, "merge_fault")


def _answer(circle_id: int, refused: acts.Refused | None, place: str) -> Response | Page:
    if refused is not None:
        return _page(circle_id, **{place: refused.said}), refused.status
    return redirect(url_for("circle_players.show", circle_id=circle_id), 303)


def _page(circle_id: int, rename_fault: str = "", merge_fault: str = "") -> str:
    here = visit_circle(circle_id)
    return here.page(
        "circle/players.html",
        players=services().store.circle_players(circle_id, forgotten=False),
        sent=request.form,
        typed=request.form.get("name", "")[:LONGEST_NAME_INPUT],
        rename_fault=rename_fault,
        merge_fault=merge_fault,
        merges=acts.merges_to_undo(circle_id),
    )


LEFT, RIGHT, TOP, BOTTOM = 44, 306, 12, 146
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""How far apart the dashed lines may lie, in points of the rating."""
LEVELS = 5


@bp.get("/<int:player_id>")
def show_player(circle_id: int, player_id: int) -> str | Response:
    """Shows the matches and strength of a player in a game; embarrassing figures only on that player's phone."""
    here = visit_circle(circle_id)
    player = _player(here, player_id)
    if player.merged_into is not None:
        return redirect(url_for("circle_players.show_player", circle_id=circle_id, player_id=player.merged_into))
    store, is_own, person = services().store, here.player_id == player_id, str(player_id)
    players = store.circle_players(circle_id)
    rows = store.matches_of_player(circle_id, player_id, store.games_played(circle_id))
    by_game: dict[str, list[Appearance]] = {}
    for one in appearances(map(kept_summary, rows), person):
        by_game.setdefault(one.match.game, []).append(one)
    games = _places(by_game)
    asked = request.args.get("game", "")
    game = asked if asked in by_game else next(iter(games), "")
    own, also = by_game.get(game, []), _compared(players, player_id)
    found, met = totals(own), _met(rivals(own, person), players)
    shown = met if request.args.get("rivals") == "all" else met[:RIVALS_SHOWN]
    compared = {one: store.matches_of_player(circle_id, one, [game]) for one in also}
    return here.page(
        "circle/player.html",
        player=player,
        game=game,
        games=games,
        totals=found,
        average="" if found.average is None else average_said(found.average),
        curve=rating_curve([row for row in rows if row.game == game], compared, players),
        rivals=shown,
        more=len(met) - len(shown),
        figures=figure_lines(game, found.figures if is_own else found.open_figures),
        is_own=is_own,
        nobody=here.player_id is None,
        enough=ENOUGH_MATCHES,
        worth=WORTH_MATCHES,
        also=also,
        drawable={row.player_id for row in store.newest_ratings(circle_id, game) if row.matches >= ENOUGH_MATCHES},
        most=MOST_OTHER_CURVES,
    )


def _compared(players: Mapping[int, CirclePlayer], own: int) -> list[int]:
    """Returns the players whose curves the address asks for, too."""
    asked = [number for text in request.args.getlist("also") if (number := parse_integer(text)) is not None]
    others = [one for one in dict.fromkeys(asked) if one != own and one in players and players[one].is_standing]
    return others[:MOST_OTHER_CURVES]


def _places(by_game: Mapping[str, Sequence[Appearance]]) -> dict[str, list[int]]:
    """Returns how often a player had each place in a game, from the first on; the game played most comes first."""
    counted = {game: Counter(row.place for row in rows) for game, rows in by_game.items()}
    ordered = sorted(counted.items(), key=lambda one: (-one[1].total(), one[0]))
    return {game: [places[place] for place in range(1, max(places) + 1)] for game, places in ordered}


def _met(pairs: Mapping[str, HeadToHead], players: Mapping[int, CirclePlayer]) -> list[tuple[CirclePlayer, HeadToHead]]:
    """Returns the players met as opponents, those met most first."""
    found = [(players[int(other)], pair) for other, pair in pairs.items() if pair.matches and int(other) in players]
    return sorted(found, key=lambda one: (-one[1].matches, one[0].name))


@bp.get("/<int:player_id>/with/<int:other_id>")
def pair(circle_id: int, player_id: int, other_id: int) -> str | Response:
    """Shows the results of two players against each other, and as partners."""
    here = visit_circle(circle_id)
    one, other = (_player(here, number) for number in (player_id, other_id))
    if one.merged_into is not None or other.merged_into is not None:
        now = one.merged_into or one.id, other.merged_into or other.id
        return redirect(url_for("circle_players.pair", circle_id=circle_id, player_id=now[0], other_id=now[1]))
    if one.id == other.id:
        return redirect(url_for("circle_players.show_player", circle_id=circle_id, player_id=one.id))
    store = services().store
    games = store.games_played(circle_id)
    rows = store.matches_of_player(circle_id, one.id, games, other=other.id)
    met = appearances(map(kept_summary, rows), str(one.id))

    def between(some: Sequence[Appearance]) -> HeadToHead:
        return rivals(some, str(one.id)).get(str(other.id), HeadToHead())

    by_game = ((game, [row for row in met if row.match.game == game]) for game in games)
    found = [(game, between(some)) for game, some in by_game if some]
    return here.page("circle/pair.html", one=one, other=other, all=between(met), games=found, matches=len(rows))


def _player(here: CircleVisit, player_id: int) -> CirclePlayer:
    """Returns a player of the circle; aborts for none, or one who was forgotten."""
    player = services().store.circle_player(here.circle.id, player_id)
    if player is None or player.forgotten_at is not None:
        no_such_player()
    return player


@dataclass(frozen=True)
class CurvePoint:
    """The rating after the `number`-th match. `corrected`: that was, after its end."""

    number: int
    ended_at: datetime
    strength: int
    doubt: int
    x: float
    y: float
    corrected: bool


@dataclass(frozen=True)
class OtherCurve:
    """The curve of another player in the same picture: `kind` from 2 on is its style."""

    player: CirclePlayer
    kind: int
    strength: int
    points: list[tuple[float, float]]


@dataclass(frozen=True)
class RatingCurve:
    """The whole picture. `band` is the outline of the doubt, `numbers` are those of matches with their place.

    Everybody's matches are counted from the own first one.
    """

    points: list[CurvePoint]
    band: list[tuple[float, float]]
    levels: list[Level]
    numbers: list[tuple[int, float]]
    others: list[OtherCurve]

    @property
    def last(self) -> CurvePoint:
        return self.points[-1]


def rating_curve(
    matches: Sequence[PlayedMatch], others: Mapping[int, Sequence[PlayedMatch]], players: Mapping[int, CirclePlayer]
) -> RatingCurve | None:
    """Returns the curve over these matches of one game, the oldest first; None where too few count to say anything.

    `others` are the matches of other players by player; those who have played enough get a curve, too.
    """
    matches = [row for row in matches if row.counts]
    others = {one: [row for row in rows if row.counts] for one, rows in others.items()}
    if sample(len(matches)) != "enough":
        return None
    drawn = _drawn(matches)
    compared = {one: _drawn(rows) for one, rows in others.items() if sample(len(rows)) == "enough"}
    edges = [row.strength + way * row.uncertainty for _number, row in drawn for way in (1, -1)]
    edges += [row.strength for rows in compared.values() for _number, row in rows]
    low, high = min(START, *edges), max(START, *edges)
    longest = max(len(matches), *(len(others[one]) for one in compared), 0)

    def x(number: int) -> float:
        return round(LEFT + (number - 1) * (RIGHT - LEFT) / (longest - 1), 1)

    def y(strength: int) -> float:
        return round(BOTTOM - (strength - low) * (BOTTOM - TOP) / (high - low), 1)

    return RatingCurve(
        [_point(number, row, x(number), y(row.strength)) for number, row in drawn],
        [(x(number), y(row.strength + row.uncertainty)) for number, row in drawn]
        + [(x(number), y(row.strength - row.uncertainty)) for number, row in reversed(drawn)],
        _levels(low, high, y),
        [(number, x(number)) for number in _numbers(longest)],
        [
            OtherCurve(
                players[one],
                kind,
                round(rows[-1][1].strength / HUNDREDTHS),
                [(x(number), y(row.strength)) for number, row in rows],
            )
            for kind, (one, rows) in enumerate(compared.items(), 2)
        ],
    )


def _drawn(matches: Sequence[PlayedMatch]) -> list[tuple[int, PlayedMatch]]:
    """Returns the points of a curve with their numbers.

    Of many matches every second, third … is drawn, counted from the last; those that were corrected always are.
    """
    every = -(-len(matches) // CURVE_POINTS)
    return [
        (number, row) for number, row in enumerate(matches, 1) if (len(matches) - number) % every == 0 or row.corrected
    ]


def _point(number: int, row: PlayedMatch, x: float, y: float) -> CurvePoint:
    strength, doubt = round(row.strength / HUNDREDTHS), round(row.uncertainty / HUNDREDTHS)
    return CurvePoint(number, row.ended_at, strength, doubt, x, y, row.corrected)


def _levels(low: int, high: int, y: Callable[[int], float]) -> list[Level]:
    start = START // HUNDREDTHS
    step = next((one for one in STEPS if (high - low) / HUNDREDTHS <= LEVELS * one), STEPS[-1])
    first = start - (START - low) // HUNDREDTHS // step * step
    values = range(first, high // HUNDREDTHS + 1, step)
    return [Level(value, y(value * HUNDREDTHS), value == start) for value in values]


def _numbers(matches: int) -> list[int]:
    step = -(-matches // 4)
    return list(range(matches % step or step, matches + 1, step))
