"""What the pages of a circle show: its players by rating, and its matches."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from webapp.circle.ratings import START, UNSURE, Rating
from webapp.store.circle_models import CircleMatch, CirclePlayer, CircleRating

LOWEST, HIGHEST = START - 2 * UNSURE, START + 2 * UNSURE
"""The strengths, in hundredths, at the ends of the line on which ratings lie."""
LINE = 100
"""How long that line is drawn."""


@dataclass(frozen=True)
class PlayerRow:
    """A player of a circle in one game. The bar reaches from `left` to `right`, its middle is at `at`.

    `day_only`: of the last match no time is known.
    """

    id: int
    name: str
    matches: int
    won: int
    ended_at: datetime
    rating: Rating
    is_forgotten: bool
    day_only: bool

    @property
    def strength(self) -> int:
        """The strength in whole points."""
        return round(self.rating.strength / 100)

    @property
    def doubt(self) -> int:
        """One standard deviation, in whole points."""
        return round(self.rating.uncertainty / 100)

    @property
    def at(self) -> int:
        """Where the strength lies on the line."""
        return _on_line(self.rating.strength)

    @property
    def left(self) -> int:
        """Where the bar of doubt begins."""
        return _on_line(self.rating.strength - self.rating.uncertainty)

    @property
    def right(self) -> int:
        """Where it ends."""
        return _on_line(self.rating.strength + self.rating.uncertainty)


def player_rows(
    ratings: Iterable[CircleRating], players: Mapping[int, CirclePlayer], days_only: Collection[int]
) -> list[PlayerRow]:
    """Returns everybody who has played a game, given the ratings that stand: the strongest first, unrated ones last.

    `days_only`: tables of whose matches no time is known.
    """
    rows = [
        PlayerRow(
            row.player_id,
            players[row.player_id].name,
            row.matches,
            row.won,
            row.ended_at,
            Rating(row.strength, row.uncertainty, row.matches),
            players[row.player_id].forgotten_at is not None,
            row.table_id in days_only,
        )
        for row in ratings
    ]
    return sorted(rows, key=lambda row: (row.rating.says != "enough", -row.rating.strength, row.name))


def sides_of(row: CircleMatch, players: Mapping[int, CirclePlayer]) -> list[tuple[list[str], int, bool]]:
    """Returns the names and the score of each side of a match, the best first, and whether it won."""
    places = row.summary["places"]
    return [
        (
            [players[row.players[seat]].name for seat in row.summary["sides"][side]],
            row.summary["scores"][side],
            side in row.summary["winners"],
        )
        for side in sorted(range(len(places)), key=places.__getitem__)
    ]


def _on_line(strength: int) -> int:
    return max(0, min(LINE, round(LINE * (strength - LOWEST) / (HIGHEST - LOWEST))))
