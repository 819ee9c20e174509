"""Cloth and pad of Deep Six: pages of bids, how near each side is to the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from rules_core.games.deep_six.hand import Call
from webapp.http.language import gettext as _
from webapp.words.phrases import number

TOP, DEPTH, BELOW = 9, 85, 98
"""Where the highest bid stands, how deep the lowest depth lies under it, and where the picture ends."""
FIRST, APART = 24, 20.8
"""The middle of the first column, and how far the next one is."""
STEP, LABELLED = 10, 30
COARSE = -130
"""A gauge that reaches this deep has no fine lines any more."""
WIDE, UNDER_OWN_BID = 14.8, 16


@dataclass(frozen=True)
class Depth:
    """A line across the gauge; a label only every thirty."""

    y: float
    kind: Literal["zero", "fine", ""]
    label: str


@dataclass(frozen=True)
class Way:
    """A line from one bid to the next."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class GaugeMark:
    x: float
    y: float
    kind: Literal["pass", "bid", "best"]
    text: str


@dataclass(frozen=True)
class Here:
    """The column of the seat to call, below the calls so far."""

    x: float
    y: float
    height: float
    ask_x: float
    ask_y: float


@dataclass(frozen=True)
class Gauge:
    """The whole picture. `deep` is the water below the newest bid: where it begins, and how deep it is."""

    said: str
    out: frozenset[int]
    deep: tuple[float, float]
    depths: list[Depth]
    ways: list[Way]
    marks: list[GaugeMark]
    here: Here | None


@dataclass(frozen=True)
class _Scale:
    highest: int
    floor: int

    def at(self, amount: int) -> float:
        """Returns how far from the top a bid stands."""
        return TOP + (self.highest - amount) * self.per_point

    @property
    def per_point(self) -> float:
        return DEPTH / (self.highest - self.floor)


def depth_gauge(calls: Sequence[Call], names: Sequence[str], due: int | None, highest: int) -> Gauge:
    """Returns the picture of an auction. `due`: the seat whose call it is, None once the auction is over."""
    bids = [call.amount for call in calls if call.amount is not None]
    stands = bids[-1] if bids else highest
    scale = _Scale(highest, min(-LABELLED, (stands - LABELLED) // LABELLED * LABELLED))
    y = scale.at(stands)
    return Gauge(
        said=", ".join(f"{names[call.seat]} {_said(call)}" for call in calls) or _("no call yet"),
        out=frozenset(call.seat for call in calls if call.amount is None),
        deep=(round(y, 2), round((stands - scale.floor) * scale.per_point + 6, 2)),
        depths=list(_depths(scale)),
        ways=list(_ways(scale, calls)),
        marks=list(_marks(scale, calls)),
        here=None if due is None else _here(due, y + (2 if bids else -4)),
    )


def _said(call: Call) -> str:
    return _("pass") if call.amount is None else number(call.amount)


def _column(seat: int) -> float:
    return FIRST + APART * seat


def _depths(scale: _Scale) -> Iterator[Depth]:
    for depth in range(scale.highest, scale.floor - 1, -STEP if scale.floor > COARSE else -LABELLED):
        kind: Literal["zero", "fine", ""] = "zero" if depth == 0 else "fine" if depth % LABELLED else ""
        yield Depth(round(scale.at(depth), 2), kind, "" if depth % LABELLED else number(depth))


def _ways(scale: _Scale, calls: Sequence[Call]) -> Iterator[Way]:
    bids = [(round(_column(c.seat), 1), round(scale.at(c.amount), 2)) for c in calls if c.amount is not None]
    for before, after in pairwise(bids):
        yield Way(*before, *after)


def _marks(scale: _Scale, calls: Sequence[Call]) -> Iterator[GaugeMark]:
    stands, own = scale.highest, dict[int, float]()
    best = max((at for at, call in enumerate(calls) if call.amount is not None), default=None)
    for at, call in enumerate(calls):
        x = round(_column(call.seat), 1)
        if call.amount is None:
            y = max(scale.at(stands), own[call.seat] + UNDER_OWN_BID if call.seat in own else 0)
            yield GaugeMark(x, round(y, 2), "pass", _said(call))
            continue
        stands, own[call.seat] = call.amount, scale.at(call.amount)
        yield GaugeMark(x, round(own[call.seat], 2), "best" if at == best else "bid", _said(call))


def _here(seat: int, top: float) -> Here:
    x = _column(seat)
    return Here(round(x - WIDE / 2, 1), round(top, 2), round(BELOW - top, 2), round(x, 1), round((BELOW + top) / 2, 2))


FIRST_PAGE, SECOND_PAGE = 11, 21
"""Numbers of bids on the first page of the pad, and on the first two, with the keys to turn pages."""


@dataclass(frozen=True)
class BidPage:
    """A page of bids, from the highest to the lowest; `higher` and `lower`: the numbers of those before and after."""

    number: int
    bids: tuple[int, ...]
    higher: int | None
    lower: int | None


def bid_pages(bids: Sequence[int]) -> list[BidPage]:
    parts = [bids[:FIRST_PAGE], bids[FIRST_PAGE:SECOND_PAGE], bids[SECOND_PAGE:]]
    parts = [part for part in parts if part]
    return [
        BidPage(at, tuple(part), at - 1 if at else None, at + 1 if at + 1 < len(parts) else None)
        for at, part in enumerate(parts)
    ]


def passed(calls: Sequence[Call], names: Sequence[str]) -> str:
    """Returns the seats that have passed, in order."""
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


TEMPLATE_GLOBALS = {"bid_pages": bid_pages, "depth_gauge": depth_gauge, "passed_said": passed, "race_run": race}
"""Globals of the templates of Deep Six."""
