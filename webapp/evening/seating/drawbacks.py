"""Changes of a seating by hand, and the drawbacks of a seating: shown before a change, and after."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from webapp.evening.seating.shape import (
    Past,
    Seating,
    SeatingKind,
    SeatingRequest,
    counted_rounds,
    everybody_at,
    opposite,
    pair,
)
from webapp.evening.seating.solver import places

UNEQUAL_FROM = 2
"""First and last of a table are unequal if more than this many times its size apart in the standing."""


class DrawbackKind(StrEnum):
    """Drawbacks of a seating, the gravest first."""

    NOT_SEATED = "not seated"
    """A person who plays has neither a seat nor a bye."""
    SEATED_TWICE = "seated twice"
    NOT_PLAYING = "not playing"
    """A person has a seat or a bye but does not play this round."""
    SIZE = "size"
    """A table has a size that is not allowed."""
    PARTNERS_APART = "partners apart"
    """Fixed partners do not sit opposite each other."""
    BYE_AGAIN = "bye again"
    """A person sits out again while another who plays has sat out less often."""
    SMALL_AGAIN = "small again"
    """A person sits at a smaller table again while another at a larger one has done so less often."""
    MEET_AGAIN = "meet again"
    PARTNERS_AGAIN = "partners again"
    """Two people are partners again, and no fixed partners."""
    UNEQUAL = "unequal"
    """Two at one table are far apart in the standing, in a round of equals."""
    SAME_SEAT = "same seat"
    """A person has the same seat again, and has had another one of this table less often."""


@dataclass(frozen=True)
class Drawback:
    kind: DrawbackKind
    people: tuple[int, ...]
    """The people concerned; of a table all."""
    number: int = 0
    """The number of times, from 2; of a table its size; of two unequal people the places between them."""


def drawbacks(request: SeatingRequest, seating: Seating) -> tuple[Drawback, ...]:
    """Returns all drawbacks of a seating for this request, the gravest first."""
    past = counted_rounds(request.past)
    found = [*_of_people(request, seating), *_of_couples(request, seating), *_of_byes(request, seating, past)]
    found += _of_sizes(seating, past)
    for table in seating.tables:
        if len(table) not in request.sizes:
            found.append(Drawback(DrawbackKind.SIZE, table, len(table)))
        found += [*_of_meetings(request, table, past), *_of_seats(table, past)]
    if request.kind is SeatingKind.SWISS:
        found += _of_standing(request, seating)
    gravity = list(DrawbackKind)
    return tuple(sorted(found, key=lambda one: gravity.index(one.kind)))


def _of_people(request: SeatingRequest, seating: Seating) -> Iterator[Drawback]:
    seen = Counter(seating.people)
    for one in request.people:
        if one not in seen:
            yield Drawback(DrawbackKind.NOT_SEATED, (one,))
    for one, times in seen.items():
        if times > 1:
            yield Drawback(DrawbackKind.SEATED_TWICE, (one,), times)
        if one not in request.people:
            yield Drawback(DrawbackKind.NOT_PLAYING, (one,))


def _of_couples(request: SeatingRequest, seating: Seating) -> Iterator[Drawback]:
    seated, here = set(everybody_at(seating.tables)), set(request.people)
    together = {pair(*two) for table in seating.tables for two in opposite(table)}
    for couple in request.partners if request.pairs else ():
        if pair(*couple) not in together and seated.intersection(couple) and here.issuperset(couple):
            yield Drawback(DrawbackKind.PARTNERS_APART, couple)


def _of_byes(request: SeatingRequest, seating: Seating, past: Past) -> Iterator[Drawback]:
    fewest = min((past.byes[one] for one in request.people if one not in seating.byes), default=0)
    for one in seating.byes:
        if past.byes[one] > fewest:
            yield Drawback(DrawbackKind.BYE_AGAIN, (one,), past.byes[one] + 1)


def _of_sizes(seating: Seating, past: Past) -> Iterator[Drawback]:
    largest = max((len(table) for table in seating.tables), default=0)
    at_large = [one for table in seating.tables if len(table) == largest for one in table]
    fewest = min((past.short[one] for one in at_large), default=0)
    for table in seating.tables:
        missing = largest - len(table)
        for one in table if missing else ():
            if past.short[one] > fewest:
                yield Drawback(DrawbackKind.SMALL_AGAIN, (one,), past.short[one] + missing)


def _of_meetings(request: SeatingRequest, table: tuple[int, ...], past: Past) -> Iterator[Drawback]:
    couples = {pair(*two) for two in request.partners} if request.pairs else set()
    for two in combinations(table, 2):
        if past.met[pair(*two)] and pair(*two) not in couples:
            yield Drawback(DrawbackKind.MEET_AGAIN, pair(*two), past.met[pair(*two)] + 1)
    if request.pairs:
        for two in opposite(table):
            if past.partnered[pair(*two)] and pair(*two) not in couples:
                yield Drawback(DrawbackKind.PARTNERS_AGAIN, pair(*two), past.partnered[pair(*two)] + 1)


def _of_seats(table: tuple[int, ...], past: Past) -> Iterator[Drawback]:
    for seat, one in enumerate(table):
        times = past.seats[one, seat]
        if times > min(past.seats[one, other] for other in range(len(table))):
            yield Drawback(DrawbackKind.SAME_SEAT, (one,), times + 1)


def _of_standing(request: SeatingRequest, seating: Seating) -> Iterator[Drawback]:
    ordered = sorted(request.people, key=lambda one: -request.ranks.get(one, 0.0))
    half_places = dict(zip(ordered, places([request.ranks.get(one, 0.0) for one in ordered]), strict=True))
    for table in seating.tables:
        known = sorted((one for one in table if one in half_places), key=lambda one: half_places[one])
        apart = (half_places[known[-1]] - half_places[known[0]]) // 2 if known else 0
        if apart > UNEQUAL_FROM * len(table):
            yield Drawback(DrawbackKind.UNEQUAL, (known[0], known[-1]), apart)


class NotInSeating(ValueError):
    """A person or a table that the seating does not have."""


def swapped(seating: Seating, one: int, other: int) -> Seating:
    """Returns the seating with two people in each other's places, of which one may be a bye.

    Raises `NotInSeating` where one of them has no place.
    """
    for person in (one, other):
        if person not in seating.people:
            raise NotInSeating(person)
    places = {one: other, other: one}
    tables = [tuple(places.get(person, person) for person in table) for table in seating.tables]
    return Seating(tuple(tables), tuple(places.get(person, person) for person in seating.byes))


def moved(seating: Seating, one: int, table: int | None) -> Seating:
    """Returns the seating with a person in the last seat of a table, by its index from 0, or with a bye for None.

    Those who sat behind move up a seat; a table that nobody is left at goes. Who is new to the seating comes in by it.
    Raises `NotInSeating` where there is no such table.
    """
    if table is not None and not 0 <= table < len(seating.tables):
        raise NotInSeating(table)
    tables = [tuple(person for person in here if person != one) for here in seating.tables]
    byes = tuple(person for person in seating.byes if person != one)
    if table is None:
        byes = (*byes, one)
    else:
        tables[table] = (*tables[table], one)
    return Seating(tuple(filter(None, tables)), byes)
