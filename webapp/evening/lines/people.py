"""Lines about people: on the list, away and back, and the phones that stand for them or help."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from msgspec import structs

from webapp.evening.lines.base import EveningRefusal, FindTable, Line, ServerLine, is_name, name_fault
from webapp.evening.state import EveningState, IdentityRequest, Person, Presence
from webapp.evening.viewer import EveningViewer
from webapp.http.limits import MOST_EVENING_REQUESTS, MOST_PEOPLE
from webapp.journal.lines import At
from webapp.store.roles import Role
from webapp.table.player_names import fault_of, tidy


class Listed(Line, frozen=True, tag="listed"):
    """A person is put on the list; `asked` is the line of that phone's request."""

    person: int
    name: str
    team: str = ""
    asked: int = 0

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """A phone that checks in lists its own player, where the list is open."""
        return who.runs or (state.plan.door and who.may_check_in)

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        if self.person != len(state.people) + 1:
            return "moved-on"
        return "list-full" if self.person > MOST_PEOPLE else _fault_of_name(state, self.name)

    def meant(self, who: EveningViewer, state: EveningState, tables: FindTable) -> "Listed":
        return structs.replace(self, name=tidy(self.name), team=tidy(self.team))

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        return name_fault(self.name) or name_fault(self.team or None)

    def apply(self, state: EveningState, at: At) -> EveningState:
        person = Person(self.person, self.name, self.team, line=at.seq)
        return replace(_answered(state, self.asked), people={**state.people, self.person: person})


class Changed(Line, frozen=True, tag="changed"):
    """Sets a person's name, team or mutual partner; partner 0 for none."""

    right = "runs"
    undoable = True
    person: int
    name: str | None = None
    team: str | None = None
    partner: int | None = None

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        if self.person not in state.people or (self.partner or self.person) not in state.people:
            return "nobody"
        if self.partner == self.person:
            return "own-partner"
        return None if self.name is None else _fault_of_name(state, self.name, but=self.person)

    def meant(self, who: EveningViewer, state: EveningState, tables: FindTable) -> "Changed":
        """Returns only the fields that differ."""
        person = state.people.get(self.person)
        if person is None:
            return self
        name, team = (None if text is None else tidy(text) for text in (self.name, self.team))
        return Changed(
            self.person,
            None if name == person.name else name,
            None if team == person.team else team,
            None if self.partner == (person.partner or 0) else self.partner,
        )

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        return name_fault(self.name) or name_fault(self.team or None)

    def with_more(self, state: EveningState) -> Sequence[Line]:
        return () if self.person in state.people and self == Changed(self.person) else (self,)

    def apply(self, state: EveningState, at: At) -> EveningState:
        person, new = state.people[self.person], {"name": self.name, "team": self.team}
        if self.name is not None:
            state = replace(state, called={**_called(state, person), **state.called})
        former = person.former if self.name is None else (*person.former, person.name.casefold())
        new = {name: it for name, it in new.items() if it is not None}
        state = _with_person(state, self.person, former=former, **new)
        return state if self.partner is None else _with_couple(state, self.person, self.partner or None)


class PresenceLine(Line, frozen=True):
    """A person plays, or does not play, from the next round on."""

    undoable = True
    becomes: ClassVar[Presence]
    person: int

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        return who.runs or who.is_person(self.person)

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        if self.person not in state.people:
            return "nobody"
        return "is-so" if state.people[self.person].presence == self.becomes else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        return _with_person(state, self.person, presence=self.becomes)


class Away(PresenceLine, frozen=True, tag="away"):
    """A person sits out until coming back."""

    becomes = Presence.AWAY


class Left(PresenceLine, frozen=True, tag="left"):
    """A person has left the evening; the results stay."""

    becomes = Presence.LEFT

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """A referee, too, may add it for a player whom a referee has excluded."""
        return super().allowed(who, state) or (who.is_referee and state.is_excluded(self.person))


class Back(PresenceLine, frozen=True, tag="back"):
    """A person who was away or had left plays again."""

    becomes = Presence.HERE

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        return "excluded" if state.is_excluded(self.person) else super().fits(who, state)


class Asked(Line, frozen=True, tag="asked"):
    """A request of a phone to stand for somebody: new on the list under `name`, or `person`; it shows `word`."""

    right = "may_check_in"
    alone = False
    name: str
    word: str
    person: int | None = None

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        if len(state.requests) >= MOST_EVENING_REQUESTS:
            return "many-requests"
        if any(one.device_id == who.device_id for one in state.requests.values()):
            return "asked-already"
        if self.person is not None:
            return None if self.person in state.people else "nobody"
        return None if is_name(self.name) else "bad-name"

    def apply(self, state: EveningState, at: At) -> EveningState:
        request = IdentityRequest(at.seq, at.device_id or 0, self.name, self.word, self.person, at.made_at)
        return replace(state, requests={**state.requests, at.seq: request})


class LetIn(Line, frozen=True, tag="let-in"):
    """A phone stands for a person from now on; `asked` is the line of its request."""

    alone = False
    person: int
    asked: int = 0

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """A phone takes a name that has no phone, as the store checks; the organiser or that phone grants a request."""
        return who.runs or who.is_person(self.person) if self.asked else who.may_check_in

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        if self.person not in state.people:
            return "nobody"
        request = state.requests.get(self.asked) if self.asked else None
        return "no-request" if self.asked and (request is None or request.person not in (None, self.person)) else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        return _answered(state, self.asked)


class TurnedAway(Line, frozen=True, tag="turned-away"):
    """A phone's request is refused."""

    asked: int

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """The phone that asked may take its request back."""
        request = state.requests.get(self.asked)
        concerned = request is not None and (request.device_id == who.device_id or who.is_person(request.person))
        return who.runs or concerned

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        return None if self.asked in state.requests else "no-request"

    def apply(self, state: EveningState, at: At) -> EveningState:
        return _answered(state, self.asked)


class Helper(Line, frozen=True, tag="helper"):
    """A deputy or referee is admitted or dismissed."""

    alone = False
    role: str
    name: str
    gone: bool = False

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """An invite admits a phone, as checked by the view. Organisers dismiss all, deputies referees; all may go."""
        if not self.gone:
            return not who.is_server
        own = self.role == who.role and self.name == who.name
        return own or who.is_organiser or (who.runs and self.role == Role.REFEREE)

    def apply(self, state: EveningState, at: At) -> EveningState:
        """A dismissed referee is no longer on the way to a table."""
        if self.role != Role.REFEREE:
            return state
        if not self.gone:
            return replace(state, referees=(*state.referees, self.name))
        first = state.referees.index(self.name) if self.name in state.referees else len(state.referees)
        others = (*state.referees[:first], *state.referees[first + 1 :])
        coming = {there: one for there, one in state.coming.items() if one.by != self.name}
        return replace(state, referees=others, coming=coming)


class Forgotten(ServerLine, frozen=True, tag="forgotten"):
    """A name was removed from the lines before this one, and replaced by a number."""

    after_closing = True


def _fault_of_name(state: EveningState, name: str, but: int = 0) -> str | None:
    if name != tidy(name) or fault_of(name) is not None:
        return "bad-name"
    alike = state.named(name)
    return "name-taken" if alike is not None and alike.number != but else None


def _answered(state: EveningState, asked: int) -> EveningState:
    left = {line: request for line, request in state.requests.items() if line != asked}
    return replace(state, requests=left) if asked else state


def _called(state: EveningState, person: Person) -> dict[tuple[int, str], int]:
    """Returns the tables that have joined and call a person by the name on the list, in the form of `called`."""
    name = person.name.casefold()
    joined = {match.table: match.names for match in state.matches.values()}
    joined |= {guest.table: guest.names for guest in state.guests.values()}
    return {(table, name): person.number for table, names in joined.items() if name in map(str.casefold, names)}


def _with_person(state: EveningState, number: int, **new: Any) -> EveningState:
    return replace(state, people={**state.people, number: replace(state.people[number], **new)})


def _with_couple(state: EveningState, person: int, partner: int | None) -> EveningState:
    """Makes the two partners of each other; their former partners have none any more."""
    two = (person, partner)
    left = [one.number for one in state.people.values() if one.partner and one.partner in two and one.number not in two]
    people = {number: replace(state.people[number], partner=None) for number in left}
    people[person] = replace(state.people[person], partner=partner)
    if partner is not None:
        people[partner] = replace(state.people[partner], partner=person)
    return replace(state, people={**state.people, **people})
