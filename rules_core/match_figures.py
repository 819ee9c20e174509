"""Outcome of a match, read from its log: sides, places, how closely it was entered, and its figures."""

from msgspec import Struct
from msgspec.structs import replace

from rules_core.figures import LEVELS, Figure, Level
from rules_core.findings import Observer
from rules_core.replay import Fold


class MatchFigures(Struct, frozen=True):
    """A match as it stands, over or not, as everybody may see it.

    `sides` has the seats of each, `scores` their totals with all adjustments, `places` count from 1 and equals have the
    same. `winners` are the sides that have won, several: they share it; none while the match goes on. `level` is that
    of the hand that was entered least closely, None before any hand is finished. Figures that are extremes have the
    place in the log `at` which their hand ended.
    """

    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int
    level: Level | None
    figures: tuple[Figure, ...]


def match_figures(fold: Fold) -> MatchFigures:
    """Returns the public figures of a match."""
    game, state = fold.game, fold.state
    view = game.view(state, Observer())
    sides, ends = len(state.totals), _ends(fold)
    levels = [game.level_of(done) for done in state.finished]
    return MatchFigures(
        tuple(tuple(range(side, state.players, sides)) for side in range(sides)),
        view.totals,
        places(view.totals, view.winners, low_wins=view.low_wins),
        view.winners,
        sum(game.hands_in(done) for done in state.finished),
        min(levels, key=LEVELS.index) if levels else None,
        tuple(f if f.hand is None else replace(f, at=ends[f.hand]) for f in game.figures(state)),
    )


def places(totals: tuple[int, ...], winners: tuple[int, ...], *, low_wins: bool) -> tuple[int, ...]:
    """Returns the place of each side by its total, from 1; equals share the better one. Winners are first."""
    ranked = [
        (False, 0) if side in winners else (bool(winners), total if low_wins else -total)
        for side, total in enumerate(totals)
    ]
    return tuple(1 + sum(other < own for other in ranked) for own in ranked)


def _ends(fold: Fold) -> list[int]:
    found: list[int] = []
    node = fold.top
    while node is not None:
        before = fold.opening if node.before is None else node.before.state
        if len(node.state.finished) > len(before.finished):
            found.append(node.index)
        node = node.before
    return found[::-1]
