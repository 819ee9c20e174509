"""People as they are typed, pasted or read from a file: one a line, the name and then perhaps team and partner."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from webapp.table.player_names import Fault, fault_of, tidy

SEPARATORS = "\t;,"
"""What may stand between the columns; the first of them that a line has is taken."""
HEADINGS = frozenset({"name", "player", "spieler", "spielerin"})
ENCODINGS = ("utf-8-sig", "cp1252")


@dataclass(frozen=True)
class TypedPerson:
    """A line of the list: `row` counts from 1 as it was typed."""

    row: int
    name: str
    team: str = ""
    partner: str = ""


@dataclass(frozen=True)
class TypedFault:
    """Why a line is not taken: the fault of its `name`, or of its team or partner."""

    row: int
    what: Fault | str
    name: str


def typed_people(text: str) -> list[TypedPerson]:
    """Returns the people of a text; empty lines and a line of headings are left out."""
    found = [TypedPerson(row, *cells) for row, cells in _lines(text)]
    return found[1:] if found and found[0].name.casefold() in HEADINGS else found


def text_of_file(data: bytes) -> str:
    """Returns the text of a file, as spreadsheets write it."""
    try:
        return data.decode(ENCODINGS[0])
    except UnicodeDecodeError:
        return data.decode(ENCODINGS[1], errors="replace")


def faults_among(people: Iterable[TypedPerson], listed: Iterable[str]) -> list[TypedFault]:
    """Returns what is wrong with these people, whose names stand on no list yet: nobody is on it twice."""
    people, known = list(people), {name.casefold() for name in listed}
    everybody = known | {one.name.casefold() for one in people}
    found = []
    for one in people:
        fault: Fault | str | None = fault_of(one.name)
        if fault is None and one.name.casefold() in known:
            fault = Fault.TAKEN
        if fault is None and one.team:
            fault = "team" if fault_of(one.team) else None
        if fault is None and one.partner and not _is_partner(one, everybody):
            fault = "partner"
        if fault is not None:
            found.append(TypedFault(one.row, fault, one.partner if fault == "partner" else one.name))
        known.add(one.name.casefold())
    return found


def couples_of(people: Iterable[TypedPerson], numbers: Mapping[str, int]) -> dict[int, int]:
    """Returns the partners that were typed, each couple once; `numbers` are those of all names, casefolded."""
    couples: dict[int, int] = {}
    for one in people:
        if one.partner:
            number, partner = numbers[one.name.casefold()], numbers[one.partner.casefold()]
            if couples.get(partner) != number:
                couples[number] = partner
    return couples


def _is_partner(one: TypedPerson, everybody: set[str]) -> bool:
    return one.partner.casefold() in everybody and one.partner.casefold() != one.name.casefold()


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    for row, line in enumerate(text.splitlines(), 1):
        between = next((one for one in SEPARATORS if one in line), ",")
        cells = [tidy(cell) for cell in next(csv.reader([line], delimiter=between), [])][:3]
        if any(cells):
            yield row, cells
