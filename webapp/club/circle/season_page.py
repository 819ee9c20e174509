"""What the page of a season's evening shows: its matches, with the points that each brought."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webapp.store.circle_models import CircleMatch, CirclePlayer


@dataclass(frozen=True)
class SideOfEvening:
    """A side in a match: its names, its place there, and the points that each of them got for it."""

    names: list[str]
    place: int
    points: int


@dataclass(frozen=True)
class MatchOfEvening:
    """A match of an evening with its sides, the best first."""

    match: CircleMatch
    sides: list[SideOfEvening]


def evening_matches(
    matches: Sequence[CircleMatch], points: Mapping[int, Mapping[int, int]], players: Mapping[int, CirclePlayer]
) -> list[MatchOfEvening]:
    """Returns these matches, given the points of each player by table and number; in their order."""
    return [
        MatchOfEvening(row, sorted(_sides(row, points[row.table_id], players), key=lambda side: side.place))
        for row in matches
    ]


def _sides(row: CircleMatch, points: Mapping[int, int], players: Mapping[int, CirclePlayer]) -> list[SideOfEvening]:
    sides: list[list[int]] = row.summary["sides"]
    return [
        SideOfEvening(
            [players[row.players[seat]].name for seat in seats],
            row.summary["places"][at],
            points[row.players[seats[0]]],
        )
        for at, seats in enumerate(sides)
    ]
