"""Changes of a seating by hand: two exchange places, somebody moves, a stand-in takes a seat."""

from collections.abc import Mapping
from dataclasses import replace

from webapp.evening.seating.request import SeatedTable, Seating


class NotInSeating(ValueError):
    """A person or a table that the seating does not have."""


def swapped(seating: Seating, one: int, other: int) -> Seating:
    """Returns the seating with two people in each other's places, of which one may be a bye.

    Raises `NotInSeating` where one of them has no place.
    """
    _require(seating, one)
    _require(seating, other)
    return _renamed(seating, {one: other, other: one})


def replaced(seating: Seating, one: int, stand_in: int) -> Seating:
    """Returns the seating with a stand-in in somebody's place, who has none then; one who sits out gives up that bye.

    Raises `NotInSeating` where that somebody has no place, or the stand-in sits at a table already.
    """
    _require(seating, one)
    if any(stand_in in table.people for table in seating.tables):
        raise NotInSeating(stand_in)
    byes = tuple(bye for bye in seating.byes if bye != stand_in)
    return _renamed(replace(seating, byes=byes), {one: stand_in})


def moved(seating: Seating, one: int, table: int | None) -> Seating:
    """Returns the seating with a person in the last seat of the table of this number, counted from 0, or with a bye.

    Those who sat behind move up a seat; a table that nobody is left at goes. Who is new to the seating comes in by it.
    Raises `NotInSeating` where there is no such table.
    """
    if table is not None and not 0 <= table < len(seating.tables):
        raise NotInSeating(table)
    tables = [tuple(person for person in here.people if person != one) for here in seating.tables]
    byes = tuple(person for person in seating.byes if person != one)
    if table is None:
        byes = (*byes, one)
    else:
        tables[table] = (*tables[table], one)
    return Seating(tuple(SeatedTable(people) for people in tables if people), byes)


def _require(seating: Seating, one: int) -> None:
    if one not in seating.people:
        raise NotInSeating(one)


def _renamed(seating: Seating, names: Mapping[int, int]) -> Seating:
    tables = [SeatedTable(tuple(names.get(one, one) for one in table.people)) for table in seating.tables]
    return Seating(tuple(tables), tuple(names.get(one, one) for one in seating.byes))
