"""The score sheet of a table: its hands with their points, the totals after each, and what was adjusted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules_core.events import Adjust
from rules_core.game import Goal, Line, Viewer
from rules_core.replay import Fold, Node
from rules_core.view import TableView


@dataclass(frozen=True)
class HandRow:
    """A finished hand."""

    number: int
    dealer: int
    points: tuple[int, ...]


@dataclass(frozen=True)
class Adjustment:
    """Points that a person added, and why."""

    points: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class Series:
    """A player's line in the chart: 0, then the total after each hand with what was adjusted until the next."""

    name: str
    totals: list[int]


@dataclass(frozen=True)
class Sheet:
    """Everything that the score sheet shows. `leaders` have the best total so far, `goals` end the match."""

    players: Sequence[str]
    totals: tuple[int, ...]
    leaders: tuple[int, ...]
    winners: tuple[int, ...]
    planned: int
    hands: list[HandRow]
    adjustments: list[Adjustment]
    series: list[Series]
    goals: tuple[Goal, ...]
    view: TableView


def sheet(fold: Fold) -> Sheet:
    """Returns the score sheet of a table as it stands."""
    view: TableView = fold.game.view(fold.state, Viewer())
    totals = tuple(fold.state.totals)
    return Sheet(
        players=fold.header.players,
        totals=totals,
        leaders=fold.game.leaders(fold.state),
        winners=view.winners,
        planned=max(view.hand.planned, view.hand.number),
        hands=[HandRow(number, hand.dealer, tuple(hand.points)) for number, hand in enumerate(view.finished, 1)],
        adjustments=[Adjustment(event.points, event.reason) for event in _events(fold) if isinstance(event, Adjust)],
        series=_series(fold),
        goals=fold.game.goals(fold.state),
        view=view,
    )


@dataclass(frozen=True)
class SideOfHand:
    """What one side scored in a hand, and the lines that come to it."""

    name: str
    points: int
    lines: list[Line]


@dataclass(frozen=True)
class Why:
    """A finished hand, by its number of those finished, explained."""

    number: int
    of: int
    sides: list[SideOfHand]


def why(fold: Fold, number: int) -> Why | None:
    """Returns why a finished hand scored what it did, None where there is no such hand."""
    finished = fold.state.finished
    if not 1 <= number <= len(finished):
        return None
    lines = fold.game.explain(fold.state, number - 1)
    sides = [
        SideOfHand(name, points, [line for line in lines if line.side == side])
        for side, (name, points) in enumerate(zip(fold.header.players, finished[number - 1].points, strict=False))
    ]
    return Why(number, len(finished), sides)


def first_dealer(fold: Fold) -> int | None:
    """Returns who dealt first, None before the first hand is over."""
    finished = fold.state.finished
    return finished[0].dealer if finished else None


def _series(fold: Fold) -> list[Series]:
    after = {0: (0,) * len(fold.state.totals)}
    for node in _standing(fold):
        after[len(node.state.finished)] = tuple(node.state.totals)
    steps = [after[number] for number in range(1, len(fold.state.finished) + 1)]
    return [Series(name, [0, *(totals[side] for totals in steps)]) for side, name in enumerate(fold.header.players)]


def _events(fold: Fold) -> Iterator[Any]:
    return (node.event for node in _standing(fold))


def _standing(fold: Fold) -> list[Node]:
    nodes, node = [], fold.top
    while node is not None:
        nodes.append(node)
        node = node.before
    return nodes[::-1]
