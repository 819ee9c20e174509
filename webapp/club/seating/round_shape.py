"""How many tables of which size a round has: as few people as possible sit out, then the preferred sizes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf

from webapp.club.seating.request import TABLE_OF_PARTNERS, SeatingRefused, Unseatable


@dataclass(frozen=True)
class RoundShape:
    """The tables of a round before anybody sits there."""

    sizes: tuple[int, ...]
    """The size of each table, preferred sizes first."""
    byes: int
    couples_out: range
    """How many couples may be among those who sit out."""


def round_shape(people: int, sizes: Sequence[int], couples: int = 0) -> RoundShape:
    """Returns the shape for so many people, of whom `couples` times two play as fixed partners at tables of four.

    Raises `SeatingRefused` where no table can be filled, or not enough tables of four for the couples.
    """
    if people < min(sizes):
        raise SeatingRefused(Unseatable.TOO_FEW, people)
    for byes in range(people - min(sizes) + 1):
        found = _cheapest(people - byes, tuple(dict.fromkeys(sizes)), couples, people, byes)
        if found is not None:
            return found
    raise SeatingRefused(Unseatable.PARTNERS_APART, couples)


def _cheapest(seated: int, sizes: tuple[int, ...], couples: int, people: int, byes: int) -> RoundShape | None:
    others = tuple(size for size in sizes if size != TABLE_OF_PARTNERS)
    fours = range(seated // TABLE_OF_PARTNERS + 1) if TABLE_OF_PARTNERS in sizes else range(1)
    best: tuple[float, RoundShape] | None = None
    for count in fours:
        rest = _filled(seated - count * TABLE_OF_PARTNERS, sizes, others)
        out = _couples_out(couples, people - 2 * couples, byes, count)
        if rest is None or not out:
            continue
        chosen = sorted([TABLE_OF_PARTNERS] * count + list(rest), key=sizes.index)
        price = _price(chosen, sizes)
        if best is None or price < best[0]:
            best = price, RoundShape(tuple(chosen), byes, out)
    return best[1] if best else None


def _couples_out(couples: int, singles: int, byes: int, fours: int) -> range:
    """The numbers of couples that can sit out: the others find tables of four, and singles fill up the byes."""
    least = max(couples - 2 * fours, (byes - singles + 1) // 2, 0)
    return range(least, min(couples, byes // 2) + 1)


def _price(chosen: Sequence[int], sizes: Sequence[int]) -> int:
    """How many people sit at a table of another than the preferred size, each weighed by how late the size is named."""
    return sum(size * sizes.index(size) for size in chosen)


@lru_cache(maxsize=4096)
def _filled(people: int, sizes: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...] | None:
    """Tables of the other sizes for exactly these people, the cheapest ones."""
    price: list[float] = [0] + [inf] * people
    last = [0] * (people + 1)
    for count in range(1, people + 1):
        for size in others:
            if size <= count and price[count - size] + size * sizes.index(size) < price[count]:
                price[count], last[count] = price[count - size] + size * sizes.index(size), size
    if price[people] == inf:
        return None
    chosen = []
    while people:
        chosen.append(last[people])
        people -= last[people]
    return tuple(chosen)
