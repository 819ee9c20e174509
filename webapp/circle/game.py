"""Page of a game that a circle plays, and figures of a game in lines: title, meaning, rule, value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from flask import Blueprint, abort

from rules_core.figures import EXTREMES, FigureType
from rules_core.games import GAMES
from webapp.circle.history import FigureTotal, GameMark, GameTotals, MatchSummary, game_totals
from webapp.circle.matches import Unchanged, kept_summary
from webapp.circle.tables import visit_all_matches
from webapp.games.common.names import hands_said
from webapp.games.common.rulebook import rule_url
from webapp.games.registry import is_offered, look_of
from webapp.http.language import gettext as _
from webapp.http.limits import MATCHES_A_TURN
from webapp.http.steps import let_others
from webapp.services import services
from webapp.store.circle_models import CirclePlayer
from webapp.words.hand_kit import SHARED, value_said


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


@dataclass(frozen=True)
class CircleGamePage:
    """The page. `marks` come in the order of the game."""

    game: str
    totals: GameTotals
    marks: list[tuple[FigureLine, list[CirclePlayer]]]

    @property
    def average_minutes(self) -> int | None:
        """How long a match took on the average, in whole minutes; None where that is known of none."""
        return round(self.totals.minutes / self.totals.timed) if self.totals.timed else None


def circle_game_page(circle_id: int, game: str, players: Mapping[int, CirclePlayer]) -> CircleGamePage:
    totals = (
        services()
        .part(Unchanged)
        .of(circle_id, ("game", game), lambda _names: game_totals(_matches(circle_id, game), game))
    )
    order = [kind.code for kind in GAMES[game].figure_types] if game in GAMES else []
    marks = [totals.marks[code] for code in order if code in totals.marks]
    return CircleGamePage(game, totals, [found for mark in marks for found in _lines(game, mark, players)])


def _matches(circle_id: int, game: str) -> Iterator[MatchSummary]:
    guests = services().store.guests(circle_id)
    for offset in count(0, MATCHES_A_TURN):
        rows = services().store.matches_of_game(circle_id, game, limit=MATCHES_A_TURN, offset=offset)
        yield from (kept_summary(row, guests) for row in rows)
        if len(rows) < MATCHES_A_TURN:
            return
        let_others()


def _lines(
    game: str, mark: GameMark, players: Mapping[int, CirclePlayer]
) -> Iterator[tuple[FigureLine, list[CirclePlayer]]]:
    """Yields a record mark in words with its holders; none for a game that is not offered."""
    for line in figure_lines(game, {mark.figure.code: FigureTotal(mark.figure, mark.match)}):
        yield line, [players[int(person)] for person in mark.persons if int(person) in players]


bp = Blueprint("circle_games", __name__, url_prefix="/circles/<int:circle_id>/games/<game>")


@bp.get("")
def show(circle_id: int, game: str) -> str:
    """Shows the totals of a game's matches."""
    here, store = visit_all_matches(circle_id), services().store
    games = store.games_played(circle_id)
    if game not in games:
        abort(404, description=_("This circle has no match of such a game."))
    return here.page(
        "circle/game.html",
        games=games,
        shown=circle_game_page(circle_id, game, store.circle_players(circle_id)),
        hands_said=hands_said,
    )
