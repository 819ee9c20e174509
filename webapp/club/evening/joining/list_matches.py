"""Who on the list may be meant by a typed name."""

from dataclasses import dataclass

from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.state import Person
from webapp.http.limits import MOST_LIST_MATCHES


@dataclass(frozen=True)
class Listing:
    """Somebody on the list: at which table in this round, and whether a phone stands for that person already."""

    number: int
    name: str
    table: int | None
    has_phone: bool


def matches(now: EveningNow, typed: str) -> list[Listing]:
    """Returns the people whose name, or a word of it, begins with what was typed; the same name first."""
    begun = typed.casefold()
    if not begun:
        return []
    found = [person for person in now.state.people.values() if _begins(person, begun)]
    found.sort(key=lambda person: (person.name.casefold() != begun, person.name.casefold()))
    return listings(now, [person.number for person in found[:MOST_LIST_MATCHES]])


def listings(now: EveningNow, people: list[int]) -> list[Listing]:
    """Returns these people of the list."""
    here, phones = now.state.round, now.seats
    made = []
    for number in people:
        sitting = None if here is None or here.ended else here.sitting_of(number)
        made.append(
            Listing(number, now.state.name(number), None if sitting is None else sitting.number, number in phones)
        )
    return made


def _begins(person: Person, begun: str) -> bool:
    name = person.name.casefold()
    return name.startswith(begun) or any(word.startswith(begun) for word in name.split())
