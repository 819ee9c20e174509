"""Possible points of a game's hand, and whether hands can add up to typed totals."""

from collections.abc import Mapping, Sequence
from math import gcd
from typing import NamedTuple

from msgspec import Struct


class HandPoints(Struct, frozen=True):
    """Points of one hand: the `least` and the `most` of a side, None without a limit, in `steps` of this many.

    `sums` are those of all sides together that there are, none of them of another sign than the others; empty: any.
    """

    least: int | None = 0
    most: int | None = None
    steps: int = 1
    sums: tuple[int, ...] = ()


class OddTotals(NamedTuple):
    """Why hands cannot add up to totals: *steps*, *least*, *most* or *sum*, and the numbers of its sentence."""

    why: str
    facts: Mapping[str, int]


def odd_totals(of: HandPoints, totals: Sequence[int], hands: int | None) -> OddTotals | None:
    """Returns why this number of hands cannot add up to these totals, None where they can; `hands` None: any number."""
    if any(one % of.steps for one in totals):
        return OddTotals("steps", {"steps": of.steps})
    if of.least is not None and (hands or not of.least) and min(totals) < of.least * (hands or 0):
        return OddTotals("least", {"points": of.least * (hands or 0)})
    if of.most is not None and hands and max(totals) > of.most * hands:
        return OddTotals("most", {"points": of.most * hands})
    found = sum(totals)
    if not of.sums or (_can_be(of.sums, found) if hands is None else found in _sums(of.sums, hands)):
        return None
    due = {"due": of.sums[0] * hands} if hands and len(of.sums) == 1 else {}
    return OddTotals("sum", {"sum": found, **due})


def _can_be(sums: Sequence[int], found: int) -> bool:
    return found == 0 or (found % (gcd(*sums) or found + 1) == 0 and any(one * found > 0 for one in sums))


def _sums(sums: Sequence[int], hands: int) -> set[int]:
    found = {0}
    for _hand in range(hands):
        found = {before + one for before in found for one in sums}
    return found
