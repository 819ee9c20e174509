"""What the pages of a circle show: its players by rating, and its matches."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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


@dataclass(frozen=True)
class MatchRow:
    """A match of a circle: `sides` are the names and the score of each, the best first, and whether it won.

    `opens`: this phone may look at its table. `note`: what people have written to it. `from_file`: its table was opened
    from a file, and nobody here vouches for it. `day_only`: it says no time.
    """

    table_id: int
    game: str
    ended_at: datetime
    minutes: int
    opens: bool
    sides: list[tuple[list[str], int, bool]] = field(default_factory=list)
    note: str = ""
    from_file: bool = False
    day_only: bool = False


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


def match_rows(
    matches: Sequence[CircleMatch], players: dict[int, CirclePlayer], own: set[int], notes: Mapping[int, str]
) -> list[MatchRow]:
    """Returns the rows of these matches; `own` are the tables that this phone may look at, `notes` go by table."""
    return [
        MatchRow(
            row.table_id,
            row.game,
            row.ended_at,
            row.minutes,
            row.table_id in own,
            _sides(row, players),
            notes.get(row.table_id, ""),
            row.from_file,
            row.day_only,
        )
        for row in matches
    ]


def _sides(row: CircleMatch, players: dict[int, CirclePlayer]) -> list[tuple[list[str], int, bool]]:
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
