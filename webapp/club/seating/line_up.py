"""What a round begins with: the tables and their sizes, who plays there as couple or single, and who sits out."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from webapp.club.seating.byes import Unit, sit_out, units_of
from webapp.club.seating.meetings import Meetings
from webapp.club.seating.request import TABLE_OF_PARTNERS, SeatingRefused, SeatingRequest, Unseatable
from webapp.club.seating.round_shape import round_shape


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
    """Returns the line-up of a round; raises `SeatingRefused` where somebody had to sit out who may not."""
    units = units_of(request, request.people)
    shape = round_shape(len(request.people), request.sizes, sum(len(unit) > 1 for unit in units))
    if shape.byes and not request.byes_allowed:
        raise SeatingRefused(Unseatable.BYES_NEEDED, shape.byes)
    out = sit_out(request, shape, past, chance)
    playing = tuple(unit for unit in units if unit not in out)
    return LineUp(playing, shape.sizes, tuple(sorted(one for unit in out for one in unit)))


def by_turn(units: Iterable[Unit], sizes: Sequence[int], chance: Random) -> list[list[Unit]]:
    """Returns tables filled with these units in turn; chance decides which couples sit with singles."""
    units = list(units)
    couples = deque(unit for unit in units if len(unit) > 1)
    singles = deque(unit for unit in units if len(unit) == 1)
    at_table = _couples_at(sizes, len(couples), chance)
    return [
        [couples.popleft() for _ in range(count)] + [singles.popleft() for _ in range(size - 2 * count)]
        for size, count in zip(sizes, at_table, strict=True)
    ]


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
