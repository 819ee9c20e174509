"""What the cloth and the pad of Deep Six show: pages of bids, how near each side is to the end."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules_core.games.deep_six.hand import Call
from webapp.games.deep_six.depth_gauge import depth_gauge

FIRST_PAGE, SECOND_PAGE = 11, 21
"""So many bids are on the first page of the pad, and on the first two, beside the keys that turn it."""


@dataclass(frozen=True)
class BidPage:
    """A page of bids, from the highest to the lowest. `turns_to` are the numbers of the pages beside it."""

    number: int
    bids: tuple[int, ...]
    higher: int | None
    lower: int | None


def bid_pages(bids: Sequence[int]) -> list[BidPage]:
    """Returns the bids that the pad offers, page by page."""
    parts = [bids[:FIRST_PAGE], bids[FIRST_PAGE:SECOND_PAGE], bids[SECOND_PAGE:]]
    parts = [part for part in parts if part]
    return [
        BidPage(at, tuple(part), at - 1 if at else None, at + 1 if at + 1 < len(parts) else None)
        for at, part in enumerate(parts)
    ]


def passed(calls: Sequence[Call], names: Sequence[str]) -> str:
    """Returns who has passed, in the order of their seats."""
    out = {call.seat for call in calls if call.amount is None}
    return ", ".join(name for seat, name in enumerate(names) if seat in out)


@dataclass(frozen=True)
class Runner:
    """A side on its way to the end: how much of the way it has gone, in percent."""

    side: str
    total: int
    percent: float
    wins: bool


def race(sides: Sequence[str], totals: Sequence[int], target: int, winners: Sequence[int]) -> list[Runner]:
    """Returns how near each side is to the end; below nothing and beyond the end there is no way."""
    return [
        Runner(side, total, round(min(max(100 * total / target, 0), 100), 1), at in winners)
        for at, (side, total) in enumerate(zip(sides, totals, strict=True))
    ]


TEMPLATE_GLOBALS = {
    "bid_pages": bid_pages,
    "depth_gauge": depth_gauge,
    "passed_said": passed,
    "race_run": race,
}
"""What the templates of Deep Six ask for."""
