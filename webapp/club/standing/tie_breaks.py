"""What each tie-break says of people who are equal until then: more is better. None where it says nothing."""

import hashlib
from collections.abc import Callable, Mapping, Sequence

from webapp.club.standing.accounts import Sums
from webapp.club.standing.scoring import Points, Scoring, TieBreak, exact

Value = tuple[Points, ...]
Values = Mapping[int, Value]
Everybody = Mapping[int, Sums]


def tie_values(tie_break: TieBreak, scoring: Scoring, tied: Sequence[int], sums: Everybody) -> Values | None:
    """Returns the value of each of the tied, or None where the tie-break says nothing about them."""
    return TIE_BREAKS[tie_break](scoring, tied, sums)


def _head_to_head(_scoring: Scoring, tied: Sequence[int], sums: Everybody) -> Values | None:
    """Each opponent counts once, by the average of all meetings: nobody gains by having met somebody more often."""
    found = {}
    for person in tied:
        met = sums[person].met
        others = [met[other] for other in tied if other in met] if len(met) >= len(tied) - 1 else []
        if len(others) < len(tied) - 1:
            return None
        found[person] = (exact(sum(exact(sum(went), len(went)) for went in others)),)
    return found


def _opponents(_scoring: Scoring, tied: Sequence[int], sums: Everybody) -> Values:
    return {person: (_average_of_opponents(sums[person], sums),) for person in tied}


def _average_of_opponents(own: Sums, sums: Everybody) -> Points:
    times = sum(len(went) for went in own.met.values())
    return exact(sum(sums[other].earned * len(went) for other, went in own.met.items()), times or 1)


def _best_table(_scoring: Scoring, tied: Sequence[int], sums: Everybody) -> Values:
    return {person: sums[person].best_table for person in tied}


def _game_points(_scoring: Scoring, tied: Sequence[int], sums: Everybody) -> Values:
    return {person: (sums[person].game_points,) for person in tied}


def _draw(scoring: Scoring, tied: Sequence[int], _sums: Everybody) -> Values:
    return {person: (lot(scoring.draw_seed, person),) for person in tied}


def lot(seed: int, person: int) -> int:
    """Returns the lot of a person at an evening: the same whoever else is there, so that it is drawn once."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{person}".encode()).digest()[:8], "big")


TIE_BREAKS: Mapping[TieBreak, Callable[[Scoring, Sequence[int], Everybody], Values | None]] = {
    TieBreak.HEAD_TO_HEAD: _head_to_head,
    TieBreak.OPPONENTS: _opponents,
    TieBreak.BEST_TABLE: _best_table,
    TieBreak.GAME_POINTS: _game_points,
    TieBreak.DRAW: _draw,
}
