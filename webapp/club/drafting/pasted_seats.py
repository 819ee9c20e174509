"""Seats as they are pasted or read from a file: a table a line, its number first if it has one, then names by seat."""

import csv
from dataclasses import dataclass

from webapp.club.evening.state import EveningState
from webapp.club.people.typed_people import SEPARATORS
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.table.player_names import tidy

HIGHEST_NUMBER = 999


@dataclass(frozen=True)
class PastedSeats:
    """Tables as they were pasted; `numbers` where every line has one. `problems` say what is wrong."""

    tables: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]
    problems: tuple[str, ...]


def pasted_seats(text: str, state: EveningState) -> PastedSeats:
    """Returns the tables of a text, people by their names on the list of the evening."""
    known = {one.name.casefold(): one.number for one in state.people.values()}
    tables, numbers, problems, seen = [], [], [], set[int]()
    for row, line in enumerate(text.splitlines(), 1):
        cells = [tidy(cell) for cell in next(csv.reader([line], delimiter=_between(line)), [])]
        number = parse_integer(cells[0], HIGHEST_NUMBER) if cells else None
        names = [cell for cell in (cells[1:] if number and cells[0].casefold() not in known else cells) if cell]
        if not names:
            continue
        people = [known.get(name.casefold(), 0) for name in names]
        for name, person in zip(names, people, strict=True):
            if not person or person in seen:
                problems.append(_twice(row, name) if person else _unknown(row, name))
            seen.add(person)
        tables.append(tuple(people))
        numbers += [number] if number else []
    has_numbers = len(numbers) == len(tables) == len(set(numbers))
    return PastedSeats(tuple(tables), tuple(numbers) if has_numbers else (), tuple(problems))


def _between(line: str) -> str:
    return next((one for one in SEPARATORS if one in line), ",")


def _twice(row: int, name: str) -> str:
    return _("Line %(line)s: %(name)s has a seat already.", line=row, name=name)


def _unknown(row: int, name: str) -> str:
    return _("Line %(line)s: nobody on the list is called %(name)s.", line=row, name=name)
