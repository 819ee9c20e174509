"""What the matches of a game come to: how many, how long, and the marks that were set in them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules_core.figures import EXTREMES, Figure
from webapp.club.history.match_summaries import MatchSummary
from webapp.club.ratings.rated_matches import Moment


@dataclass(frozen=True, slots=True)
class GameMark:
    """The most or the least that anybody had of something in one hand, with the match that it is from.

    `persons` has who it was; several are partners who had it together.
    """

    figure: Figure
    match: str
    moment: Moment
    persons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameTotals:
    """The finished matches of one game; `minutes` are all together.

    `marks` has the extremes by the code of the figure; of equal ones the oldest, of one match by seat.
    """

    matches: int
    hands: int
    minutes: int
    marks: dict[str, GameMark]


def game_totals(matches: Iterable[MatchSummary], game: str) -> GameTotals:
    """Returns what the matches of a game come to; they may come in any order, with those of other games among them."""
    played = hands = minutes = 0
    marks: dict[str, GameMark] = {}
    for match in matches:
        if match.is_over and match.game == game:
            played, hands, minutes = played + 1, hands + match.hands, minutes + match.minutes
            for mark in _marks(match):
                before = marks.get(mark.figure.code)
                if before is None or _beats(mark, before):
                    marks[mark.figure.code] = mark
    return GameTotals(played, hands, minutes, marks)


def _marks(match: MatchSummary) -> Iterator[GameMark]:
    """Yields the extremes of a match that others may see: of seats, and of sides what partners have only together."""
    of_seats = {figure.code for figure in match.figures if figure.seat is not None}
    for figure in match.figures:
        if figure.kind not in EXTREMES or figure.private or (figure.seat is None and figure.code in of_seats):
            continue
        seats = match.sides[figure.side] if figure.seat is None else (figure.seat,)
        persons = tuple(person for seat in seats if (person := match.persons[seat]) is not None)
        if persons:
            yield GameMark(figure, match.id, match.moment, persons)


def _beats(mark: GameMark, before: GameMark) -> bool:
    """Tells whether a mark takes the place of another: it is better, or it was as good earlier."""
    value, other = mark.figure.value, before.figure.value
    if value == other:
        return mark.moment < before.moment
    return value > other if mark.figure.kind == "most" else value < other
