"""Lines that change the list of an evening."""

from collections.abc import Sequence

from webapp.club.evening import lines as kinds
from webapp.club.evening.joining.check_in_lines import as_player
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.lines import Line
from webapp.club.evening.state import EveningState, Person, Request
from webapp.club.people.typed_people import TypedPerson, couples_of
from webapp.store.evening_changes import EveningChange


def listing(state: EveningState, people: Sequence[TypedPerson]) -> list[Line]:
    """Returns the lines that put these people on the list, with those who are partners from now on."""
    first = len(state.people) + 1
    listed = [kinds.Listed(number, one.name, one.team) for number, one in enumerate(people, first)]
    numbers = {one.name.casefold(): one.number for one in state.people.values()}
    numbers |= {one.name.casefold(): one.person for one in listed}
    couples = couples_of(people, numbers)
    return [*listed, *(kinds.Changed(one, partner=partner) for one, partner in couples.items())]


def changed(person: Person, name: str, team: str, partner: int | None) -> kinds.Changed | None:
    """Returns the line by which somebody is called so, of that team and with that partner; None where that is so."""
    line = kinds.Changed(
        person.number,
        name=None if name == person.name else name,
        team=None if team == person.team else team,
        partner=None if (partner or 0) == (person.partner or 0) else partner or 0,
    )
    return None if line == kinds.Changed(person.number) else line


def let_in(now: EveningNow, asked: Request, person: int) -> tuple[kinds.LetIn, EveningChange]:
    """Returns the line by which a phone that asked stands for somebody, whose phone so far is let go."""
    change = EveningChange(freed=[person], admit=[as_player(now, asked.device_id, person)])
    return kinds.LetIn(person, asked.line), change


def let_in_as_new(now: EveningNow, asked: Request, name: str) -> tuple[kinds.Listed, EveningChange]:
    """Returns the line by which a phone that asked stands for somebody who is new on the list."""
    person = len(now.state.people) + 1
    return kinds.Listed(person, name, asked=asked.line), EveningChange(admit=[as_player(now, asked.device_id, person)])
