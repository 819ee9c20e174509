"""People as typed or pasted for the list of an evening, also from a file that was sent."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import request
from msgspec import Struct

from webapp.evening import lines as kinds
from webapp.evening.lines import EveningRefusal, Line
from webapp.evening.refusal_words import said
from webapp.evening.state import EveningState
from webapp.files.kinds import FileKind, NotRead
from webapp.files.upload_reader import read_body
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NAME_INPUT, MOST_LIST_CELLS, MOST_LIST_LINES
from webapp.services import services
from webapp.store.name_keys import name_key
from webapp.table.player_names import Fault, fault_of, tidy
from webapp.words.invite_words import fault_said

HEADINGS = frozenset({"name", "player", "spieler", "spielerin"})
SEPARATORS = "\t;,"
"""Possible separators of cells; the first one found in a line is used."""
ENCODINGS = ("utf-8-sig", "cp1252")
LIST_MARK = re.compile(r"^\s*(?:\d{1,3}[.)]|[-*•])\s+(?=\S)")
"""The number or bullet before a name in a list that was copied from a chat or a document."""


class SentLine(Struct, frozen=True):
    """A line with content: `row` counts from 1 as sent. Cells longer than a name are cut."""

    row: int
    cells: tuple[str, ...]


class SentLines(Struct, frozen=True):
    """The input: its lines, and its text to show again. `has_more`: it has more lines than are read."""

    lines: tuple[SentLine, ...] = ()
    text: str = ""
    has_more: bool = False


def read_lines(sent: bytes, *, is_known: bool, opens: bool) -> Iterator[SentLines]:
    """Yields the lines of a file or a pasted text, all at once."""
    text = _text(sent)
    rows = text.splitlines()
    lines = ((row, _cells(line)) for row, line in enumerate(rows[:MOST_LIST_LINES], 1))
    found = tuple(SentLine(row, cells) for row, cells in lines if any(cells))
    yield SentLines(found, text, len(rows) > MOST_LIST_LINES)


def _text(data: bytes) -> str:
    try:
        return data.decode(ENCODINGS[0])
    except UnicodeDecodeError:
        return data.decode(ENCODINGS[1], errors="replace")


def _cells(line: str) -> tuple[str, ...]:
    between = next((one for one in SEPARATORS if one in line), ",")
    found = next(csv.reader([LIST_MARK.sub("", line)], delimiter=between), [])
    return tuple(tidy(cell)[: LONGEST_NAME_INPUT + 1] for cell in found[:MOST_LIST_CELLS])


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
    """Returns the faults of new people, among them names that stand twice."""
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


def listing(state: EveningState, people: Sequence[TypedPerson]) -> list[Line]:
    """Returns the lines that put these people on the list, with their partners."""
    first = len(state.people) + 1
    listed = [kinds.Listed(number, one.name, one.team) for number, one in enumerate(people, first)]
    numbers = state.numbers | {one.name.casefold(): one.person for one in listed}
    couples = couples_of(people, numbers)
    return [*listed, *(kinds.Changed(one, partner=partner) for one, partner in couples.items())]


def typed_fault_said(fault: TypedFault, *, alone: bool) -> str:
    """Returns why a line is not taken, with its number unless it was typed alone."""
    said = _said(fault)
    return said if alone else _("Line %(line)s: %(problem)s", line=fault.row, problem=said)


def taken_said(name: str) -> str:
    return _("There is a %(name)s on the list. Add a letter, such as %(name)s K.", name=name)


def not_listed_said(refusal: EveningRefusal, name: str) -> str:
    """Returns why somebody of this name does not come onto the list."""
    return taken_said(name) if refusal.code == "name-taken" else said(refusal)


def _said(fault: TypedFault) -> str:
    if fault.what is Fault.TAKEN:
        return taken_said(fault.name)
    if isinstance(fault.what, Fault):
        return fault_said(fault.what, fault.name)
    if fault.what == "team":
        return _("The name of the team of %(name)s cannot be read, or is too long.", name=fault.name)
    return _("The partner %(name)s is on no line and not on the list.", name=fault.name)


def names_of_circles(device_id: int, without: Iterable[str]) -> list[str]:
    """Returns the names of the players of all circles of a phone, without those that are there already."""
    store, there = services().store, {name_key(name) for name in without}
    circles = store.circles_of(device_id)
    known = {player.name for one in circles for player in store.circle_players(one.id).values() if player.is_standing}
    return sorted((name for name in known if name_key(name) not in there), key=name_key)


class TooManyLines(NotRead):
    code = "too-many-lines"

    @property
    def said(self) -> str:
        return _("It has more than %(most)s lines.", most=MOST_LIST_LINES)


def sent_lines() -> SentLines:
    """Returns the lines of the file or the text that this form sends, none where it sends neither. Raises NotRead."""
    file = request.files.get("file")
    data = file.read() if file else request.form.get("text", "").encode("utf-8", "replace")
    return lines_of(data)


def lines_of(data: bytes) -> SentLines:
    """Returns the lines of a file or a text, none of an empty one. Raises NotRead."""
    if not data.strip():
        return SentLines()
    found: SentLines
    (found,) = read_body(FileKind.LINES, lambda _who: data).each(SentLines)
    if found.has_more:
        raise TooManyLines
    return found
