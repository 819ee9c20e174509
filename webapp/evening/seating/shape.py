"""Shape of a round: sizes of its tables, byes, line-up, who meets whom."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import inf
from random import Random

from webapp.evening.seating.request import (
    TABLE_OF_PARTNERS,
    Seating,
    SeatingKind,
    SeatingRefused,
    SeatingRequest,
    Unseatable,
    opposite,
)

Pair = tuple[int, int]
"""Two people, the smaller number first."""


@dataclass(frozen=True)
class Meetings:
    """How often each of these things has happened; what never happened counts 0."""

    met: Counter[Pair]
    partnered: Counter[Pair]
    seats: Counter[tuple[int, int]]
    """By person and seat."""
    byes: Counter[int]
    short: Counter[int]
    """By person: how many people in all were missing at the tables, against the largest table of the same round."""


def pair(one: int, other: int) -> Pair:
    """Returns two people in the order in which they are counted."""
    return (one, other) if one < other else (other, one)


def counted_rounds(past: Iterable[Seating]) -> Meetings:
    """Returns what these rounds come to; opposite seats are counted as partners also where the game has none."""
    counts = Meetings(Counter(), Counter(), Counter(), Counter(), Counter())
    for played in past:
        counts.byes.update(played.byes)
        largest = max((len(table.people) for table in played.tables), default=0)
        for table in played.tables:
            counts.met.update(pair(*two) for two in combinations(table.people, 2))
            counts.partnered.update(pair(*two) for two in opposite(table.people))
            counts.seats.update((one, seat) for seat, one in enumerate(table.people))
            counts.short.update(dict.fromkeys(table.people, largest - len(table.people)))
    return counts


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
        price = sum(size * sizes.index(size) for size in chosen)
        if best is None or price < best[0]:
            best = price, RoundShape(tuple(chosen), byes, out)
    return best[1] if best else None


def _couples_out(couples: int, singles: int, byes: int, fours: int) -> range:
    """The numbers of couples that can sit out: the others find tables of four, and singles fill up the byes."""
    least = max(couples - 2 * fours, (byes - singles + 1) // 2, 0)
    return range(least, min(couples, byes // 2) + 1)


@lru_cache(maxsize=4096)
def _filled(people: int, sizes: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...] | None:
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


Unit = tuple[int, ...]
"""Who is always seated together: one person, or two fixed partners."""


def units_of(request: SeatingRequest, people: Sequence[int]) -> list[Unit]:
    """Returns these people as couples and singles; who has no partner here is single."""
    here = set(people)
    units: list[Unit] = [two for two in request.partners if request.pairs and here.issuperset(two)]
    paired = {one for two in units for one in two}
    units.extend((one,) for one in sorted(here - paired))
    return units


def sit_out(request: SeatingRequest, shape: RoundShape, past: Meetings, chance: Random) -> set[Unit]:
    """Returns who sits out: nobody a further time while another has sat out less, as far as couples stay together."""
    by_turn = request.kind is SeatingKind.SWISS
    units = units_of(request, request.people)
    chance.shuffle(units)
    units.sort(key=lambda unit: (_byes(unit, past), points(unit, request) if by_turn else 0.0))
    couples = [unit for unit in units if len(unit) > 1]
    singles = [unit for unit in units if len(unit) == 1]
    choices = [[*couples[:out], *singles[: shape.byes - 2 * out]] for out in shape.couples_out]
    return set(min(choices, key=lambda units: sorted((past.byes[one] for unit in units for one in unit), reverse=True)))


def _byes(unit: Unit, past: Meetings) -> int:
    return max(past.byes[one] for one in unit)


def points(unit: Unit, request: SeatingRequest) -> float:
    """Returns what counts for the standing: of partners the mean."""
    return sum(request.ranks.get(one, 0.0) for one in unit) / len(unit)


@dataclass(frozen=True)
class LineUp:
    """Who plays and who does not, before anybody has a table."""

    units: tuple[Unit, ...]
    sizes: tuple[int, ...]
    byes: tuple[int, ...]


@dataclass(frozen=True)
class Grouped:
    """Who sits together and who sits out, before anybody has a seat."""

    tables: Sequence[Sequence[Unit]]
    byes: tuple[int, ...]


def line_up(request: SeatingRequest, past: Meetings, chance: Random) -> LineUp:
    units = units_of(request, request.people)
    shape = round_shape(len(request.people), request.sizes, sum(len(unit) > 1 for unit in units))
    out = sit_out(request, shape, past, chance)
    playing = tuple(unit for unit in units if unit not in out)
    return LineUp(playing, shape.sizes, tuple(sorted(one for unit in out for one in unit)))


def by_turn(units: Iterable[Unit], sizes: Sequence[int], past: Meetings, chance: Random) -> list[list[Unit]]:
    """Returns tables filled with these units in turn; chance decides which couples sit with singles.

    At smaller tables sit those who have sat at such least often, of equal ones the last.
    """
    units = list(units)
    couples = deque(unit for unit in units if len(unit) > 1)
    at_table = _couples_at(sizes, len(couples), chance)
    seats = [size - 2 * count for size, count in zip(sizes, at_table, strict=True)]
    singles = _shared_out([unit for unit in units if len(unit) == 1], sizes, seats, past)
    return [
        [couples.popleft() for _ in range(count)] + [singles[size].popleft() for _ in range(free)]
        for size, count, free in zip(sizes, at_table, seats, strict=True)
    ]


def _shared_out(
    singles: list[Unit], sizes: Sequence[int], seats: Sequence[int], past: Meetings
) -> dict[int, deque[Unit]]:
    """Returns who sits at tables of each size, in the order given; `seats` are those of each table for singles."""
    found: dict[int, deque[Unit]] = {}
    for size in sorted(set(sizes)):
        wanted = sum(free for of, free in zip(sizes, seats, strict=True) if of == size)
        last_first = {unit: -at for at, unit in enumerate(singles)}
        least = set(sorted(singles, key=lambda unit: (past.short[unit[0]], last_first[unit]))[:wanted])
        found[size] = deque(unit for unit in singles if unit in least)
        singles = [unit for unit in singles if unit not in least]
    return found


def _couples_at(sizes: Sequence[int], couples: int, chance: Random) -> list[int]:
    """How many couples sit at each table: none but at tables of four, two at most."""
    fours = [number for number, size in enumerate(sizes) if size == TABLE_OF_PARTNERS]
    most_mixed = min(couples, 2 * len(fours) - couples)
    mixed = chance.choice(range(couples % 2, most_mixed + 1, 2))
    counts = [2] * ((couples - mixed) // 2) + [1] * mixed
    counts += [0] * (len(fours) - len(counts))
    chance.shuffle(counts)
    found = [0] * len(sizes)
    for number, count in zip(fours, counts, strict=True):
        found[number] = count
    return found
