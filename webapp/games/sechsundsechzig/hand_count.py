"""What the cloth of Sechsundsechzig shows: piles or cards; between hands the Augen of the last one, and its points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rules_core.findings import Line
from webapp.games.sechsundsechzig.score_lines import LINES

Act = Literal["called", "closed", "both"]


@dataclass(frozen=True)
class SideCount:
    """A side between hands. `did`: what it did in the last one; `lines` say how its Augen came to be counted.

    Before the first hand `points` is None, and `augen` is where nobody counted them.
    """

    name: str
    did: Act | None
    lines: tuple[str, ...]
    augen: int | None
    points: int | None
    total: int
    wins: Literal["alone", "shared"] | None


def side_counts(board: Any) -> Iterator[SideCount]:
    """Yields each side of a table (`webapp.pages.board.Board`) between two hands."""
    last, sides = board.finished[-1] if board.finished else None, len(board.sides)
    for side, name in enumerate(board.sides):
        yield SideCount(
            name,
            _did(last, side, sides) if last else None,
            tuple(LINES[counted.what](counted) for counted in _lines(board.beside.count, side)),
            sum(last.augen[side::sides]) if last and last.augen else None,
            last.points[side] if last else None,
            board.totals[side],
            None if side not in board.winners else "alone" if len(board.winners) == 1 else "shared",
        )


def counted_hand(board: Any) -> int | None:
    """Returns the number of the last hand between two hands and after the match; None while one is played."""
    return len(board.finished) or None if board.phase in ("deal", "over") else None


def has_piles(board: Any) -> bool:
    """Tells whether the cloth shows how many tricks each has instead of cards: they are not entered, or none lies."""
    return board.hand.by_tricks or (board.phase == "claim" and not board.taken)


def _lines(count: Sequence[Line], side: int) -> list[Line]:
    return [counted for counted in count if counted.side == side and counted.points is None]


def _did(done: Any, side: int, sides: int) -> Act | None:
    called = done.claimed_by is not None and done.claimed_by % sides == side
    closed = done.closed_by is not None and done.closed_by % sides == side
    return "both" if called and closed else "called" if called else "closed" if closed else None


def most_augen(worth: Sequence[tuple[str, int]], players: int) -> int:
    """Returns the most Augen that a trick can hold: the dearest card of everybody. `worth` begins with that card."""
    return worth[0][1] * players
