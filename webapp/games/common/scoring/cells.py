"""The small line under a number of the score sheet: where it comes from, in two or three words."""

from collections.abc import Iterable
from typing import Any

from rules_core.findings import Line
from webapp.games.common.scoring import counted
from webapp.games.registry import look_of
from webapp.words.score_kit import in_one_line


def cell(game: str, done: Any, side: int, lines: Iterable[Line]) -> list[str]:
    """Returns where the points of a side in a finished hand come from, in one line or two: *3 tricks, 1 nine*.

    `lines` say why the hand scored what it did: where the game has no words of its own, those of the side are told.
    """
    own = look_of(game).cell
    said = own(done, side) if own is not None else _in_short([counted(line) for line in lines if line.side == side])
    return [text for text in said if text]


def _in_short(counts: list[str]) -> list[str]:
    return counts if len(counts) == 1 else [in_one_line(counts)]
