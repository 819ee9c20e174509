"""What the page of a game of a circle shows: how many matches, how long they took, and the marks set in them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from rules_core.games import GAMES
from webapp.club.circle.figure_lines import FigureLine, figure_lines
from webapp.club.circle.kept_matches import kept_summary
from webapp.club.history.game_totals import GameMark, GameTotals, game_totals
from webapp.club.history.match_summaries import MatchSummary
from webapp.club.history.player_totals import FigureTotal
from webapp.http.limits import MATCHES_A_TURN
from webapp.http.turns import let_others
from webapp.services import services
from webapp.store.circle_models import CirclePlayer


@dataclass(frozen=True)
class MarkLine:
    """A mark in words, and who set it."""

    line: FigureLine
    players: list[CirclePlayer]


@dataclass(frozen=True)
class CircleGamePage:
    """The page. `marks` come in the order of the game."""

    game: str
    totals: GameTotals
    marks: list[MarkLine]

    @property
    def average_minutes(self) -> int:
        """How long a match took on the average, in whole minutes, at least one."""
        return max(1, round(self.totals.minutes / self.totals.matches))


def circle_game_page(circle_id: int, game: str, players: Mapping[int, CirclePlayer]) -> CircleGamePage:
    """Returns the page of a game of which a circle has played matches."""
    totals = game_totals(_matches(circle_id, game), game)
    order = [kind.code for kind in GAMES[game].figure_types] if game in GAMES else []
    marks = [totals.marks[code] for code in order if code in totals.marks]
    return CircleGamePage(game, totals, [found for mark in marks for found in _lines(game, mark, players)])


def _matches(circle_id: int, game: str) -> Iterator[MatchSummary]:
    """Yields all matches of a game. Others are answered in between."""
    for offset in count(0, MATCHES_A_TURN):
        rows = services().store.matches_of_game(circle_id, game, limit=MATCHES_A_TURN, offset=offset)
        yield from map(kept_summary, rows)
        if len(rows) < MATCHES_A_TURN:
            return
        let_others()


def _lines(game: str, mark: GameMark, players: Mapping[int, CirclePlayer]) -> Iterator[MarkLine]:
    """Yields the line of a mark; none of a game that is not offered."""
    for line in figure_lines(game, {mark.figure.code: FigureTotal(mark.figure, mark.match)}):
        yield MarkLine(line, [players[int(person)] for person in mark.persons if int(person) in players])
