"""Request for a seating, and the shape of a round that answers it: tables, byes, line-up, who meets whom."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from math import inf
from random import Random

TABLE_OF_PARTNERS = 4
"""Partners sit opposite each other where this many sit at a table; at tables of other sizes everybody plays alone."""


class SeatingKind(StrEnum):
    """How people are brought together."""

    DRAW = "draw"
    EVERYBODY = "everybody"
    """As few repeated meetings as possible, and those evenly."""
    SWISS = "swiss"
    """Equals by standing, and no repeated meeting while it can be avoided."""
    FIXED = "fixed"
    """As written down; stand-ins take the seats of those who are missing."""


@dataclass(frozen=True)
class Seating:
    """The seats of a round, and the people who sit out."""

    tables: tuple[tuple[int, ...], ...]
    """The people of each table, by seat."""
    byes: tuple[int, ...] = ()

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody of the round, those who sit out last."""
        return (*everybody_at(self.tables), *self.byes)


@dataclass(frozen=True)
class SeatingRequest:
    """All inputs of a seating: equal requests give equal seatings."""

    kind: SeatingKind
    people: tuple[int, ...]
    """The people who play this round, in any order."""
    sizes: tuple[int, ...]
    """The table sizes that are allowed, the preferred one first."""
    past: tuple[Seating, ...] = ()
    """The rounds that were played, or stand already."""
    pairs: bool = False
    """Whether seats 0 and 2 play against seats 1 and 3 at tables of four."""
    partners: tuple[tuple[int, int], ...] = ()
    """Those who always play together, where `pairs` holds; the others change."""
    ranks: Mapping[int, float] = field(default_factory=dict)
    """The points of each, more are better; who has none counts as 0."""
    rounds_planned: int | None = None
    """How many rounds the evening is to have, if known: one that is good for all of them is looked for."""
    fixed: tuple[tuple[int, ...], ...] = ()
    """The tables as written down, each by seat."""
    seed: int = 0
    """Seed of the random numbers. It stays the same over the rounds of an evening, so that they continue one plan."""


class Unseatable(StrEnum):
    """Why there is no seating."""

    TOO_FEW = "too few"
    """Fewer people than the smallest table needs."""
    TOO_MANY = "too many"
    NO_SIZES = "no sizes"
    """No table size is allowed, or one below two."""
    LISTED_TWICE = "listed twice"
    """Somebody stands twice among the people, the fixed seats or the partners."""
    PARTNERS_APART = "partners apart"
    """No tables of four for all who play in fixed pairs."""


class SeatingRefused(ValueError):
    """No seating fulfils the request."""

    def __init__(self, reason: Unseatable, number: int = 0) -> None:
        super().__init__(f"{reason}: {number}")
        self.reason = reason
        self.number = number
        """How many are too few or too many or would sit out; who is listed twice."""


def everybody_at(tables: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(one for table in tables for one in table)


def opposite(people: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Returns the partners at a table of a game of partners."""
    return ((people[0], people[2]), (people[1], people[3])) if len(people) == TABLE_OF_PARTNERS else ()


@dataclass(frozen=True)
class PlannedRound:
    """A round by places: the tables, opposite partners one after the other, and the places that sit out."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True)
class PlannedRounds:
    """Rounds by places."""

    rounds: tuple[PlannedRound, ...]
    clashes: int = 0
    """0 where no two meet twice; else how bad it is."""


def most_rounds(places: int, sizes: Sequence[int]) -> int:
    """Returns the most rounds without repeated opponents, by the largest table."""
    return max((places - 1) // (max(sizes) - 1), 1)


Pair = tuple[int, int]
"""Two people, the smaller number first."""


@dataclass(frozen=True)
class Past:
    """How often each of these things has happened in the rounds so far; what never happened counts 0."""

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


def counted_rounds(past: Iterable[Seating]) -> Past:
    """Returns what has happened in these rounds; opposite seats count as partners also where the game has none."""
    counts = Past(Counter(), Counter(), Counter(), Counter(), Counter())
    for played in past:
        counts.byes.update(played.byes)
        largest = max((len(table) for table in played.tables), default=0)
        for table in played.tables:
            counts.met.update(pair(*two) for two in combinations(table, 2))
            counts.partnered.update(pair(*two) for two in opposite(table))
            counts.seats.update((one, seat) for seat, one in enumerate(table))
            counts.short.update(dict.fromkeys(table, largest - len(table)))
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
    """Returns the shape for `people`, of whom `couples` times two play as fixed partners at tables of four.

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
"""People who always sit together: one person, or two fixed partners."""


def units_of(request: SeatingRequest, people: Sequence[int]) -> list[Unit]:
    """Returns these people as couples and singles; who has no partner here is single."""
    here = set(people)
    units: list[Unit] = [two for two in request.partners if request.pairs and here.issuperset(two)]
    paired = {one for two in units for one in two}
    units.extend((one,) for one in sorted(here - paired))
    return units


def sit_out(request: SeatingRequest, shape: RoundShape, past: Past, chance: Random) -> set[Unit]:
    """Returns the people who sit out: those with the fewest byes, as far as couples stay together."""
    by_turn = request.kind is SeatingKind.SWISS
    units = units_of(request, request.people)
    chance.shuffle(units)
    units.sort(key=lambda unit: (max(past.byes[one] for one in unit), points(unit, request) if by_turn else 0.0))
    couples = [unit for unit in units if len(unit) > 1]
    singles = [unit for unit in units if len(unit) == 1]
    choices = [[*couples[:out], *singles[: shape.byes - 2 * out]] for out in shape.couples_out]
    return set(min(choices, key=lambda units: sorted((past.byes[one] for unit in units for one in unit), reverse=True)))


def points(unit: Unit, request: SeatingRequest) -> float:
    """Returns the points in the standing: of partners the mean."""
    return sum(request.ranks.get(one, 0.0) for one in unit) / len(unit)


@dataclass(frozen=True)
class LineUp:
    """The people who play and those who do not, before tables are assigned."""

    units: tuple[Unit, ...]
    sizes: tuple[int, ...]
    byes: tuple[int, ...]


@dataclass(frozen=True)
class Grouped:
    """The people of each table and those who sit out, before seats are assigned."""

    tables: Sequence[Sequence[Unit]]
    byes: tuple[int, ...]


def line_up(request: SeatingRequest, past: Past, chance: Random) -> LineUp:
    units = units_of(request, request.people)
    shape = round_shape(len(request.people), request.sizes, sum(len(unit) > 1 for unit in units))
    out = sit_out(request, shape, past, chance)
    playing = tuple(unit for unit in units if unit not in out)
    return LineUp(playing, shape.sizes, tuple(sorted(one for unit in out for one in unit)))


def by_turn(units: Iterable[Unit], sizes: Sequence[int], past: Past, chance: Random) -> list[list[Unit]]:
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


def _shared_out(singles: list[Unit], sizes: Sequence[int], seats: Sequence[int], past: Past) -> dict[int, deque[Unit]]:
    """Returns the people at tables of each size, in the order given; `seats` are those of each table for singles."""
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
