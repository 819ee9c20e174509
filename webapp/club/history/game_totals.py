"""What the matches of a game come to: how many, how long, who plays it and who wins, and its marks."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules_core.figures import EXTREMES, Figure, merged
from webapp.club.history.appearances import Appearance, appearances, by_person
from webapp.club.history.match_summaries import MatchSummary
from webapp.club.history.player_totals import Totals, totals


@dataclass(frozen=True, slots=True)
class GameMark:
    """The most or the least that anybody had of something in one hand, with the match that it is from."""

    figure: Figure
    match: str
    person: str


@dataclass(frozen=True, slots=True)
class GameTotals:
    """The finished matches of one game; `minutes` are all together.

    `players` has the totals of each person by name, `marks` the extremes by the code of the figure, the oldest first.
    """

    matches: int
    hands: int
    minutes: int
    players: dict[str, Totals]
    marks: dict[str, GameMark]


def game_totals(matches: Iterable[MatchSummary], game: str) -> GameTotals:
    """Returns what the matches of a game come to; they may come in any order, with those of other games among them."""
    played = sorted((m for m in matches if m.is_over and m.game == game), key=lambda match: match.moment)
    rows = appearances(played)
    return GameTotals(
        matches=len(played),
        hands=sum(match.hands for match in played),
        minutes=sum(match.minutes for match in played),
        players={person: totals(own) for person, own in by_person(rows).items()},
        marks=_marks(rows),
    )


def _marks(rows: Iterable[Appearance]) -> dict[str, GameMark]:
    found: dict[str, GameMark] = {}
    for row in rows:
        for figure in row.figures.values():
            if figure.kind in EXTREMES and not figure.private:
                before = found.get(figure.code)
                if before is None or merged(before.figure, figure).value != before.figure.value:
                    found[figure.code] = GameMark(figure, row.match.id, row.person)
    return found
