"""People as they are typed, pasted or read from a file: one a line, the name and then perhaps team and partner."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from webapp.club.people.line_reader import SentLine
from webapp.table.player_names import Fault, fault_of

HEADINGS = frozenset({"name", "player", "spieler", "spielerin"})


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


def typed_people(lines: Iterable[SentLine]) -> list[TypedPerson]:
    """Returns the people of these lines; a line of headings is left out."""
    found = [TypedPerson(line.row, *line.cells[:3]) for line in lines if any(line.cells[:3])]
    return found[1:] if found and found[0].name.casefold() in HEADINGS else found


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
