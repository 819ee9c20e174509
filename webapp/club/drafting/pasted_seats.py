"""Seats as they are pasted or read from a file: a table a line, its number first if it has one, then names by seat."""

from collections.abc import Iterable
from dataclasses import dataclass

from webapp.club.evening.state import EveningState
from webapp.club.people.line_reader import SentLine
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import FIRST_GUEST_TABLE


@dataclass(frozen=True)
class PastedSeats:
    """Tables as they were pasted; `numbers` where every line has one. `problems` say what is wrong."""

    tables: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]
    problems: tuple[str, ...]


def pasted_seats(lines: Iterable[SentLine], state: EveningState) -> PastedSeats:
    """Returns the tables of these lines, people by their names on the list of the evening."""
    known = {one.name.casefold(): one.number for one in state.people.values()}
    tables, numbers, problems, seen = [], [], [], set[int]()
    for row, cells in ((line.row, line.cells) for line in lines):
        number = parse_integer(cells[0], FIRST_GUEST_TABLE - 1) if cells else None
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


def _twice(row: int, name: str) -> str:
    return _("Line %(line)s: %(name)s has a seat already.", line=row, name=name)


def _unknown(row: int, name: str) -> str:
    return _("Line %(line)s: nobody on the list is called %(name)s.", line=row, name=name)
