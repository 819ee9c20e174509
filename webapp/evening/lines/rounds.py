"""Lines about rounds: seating, clock, last hand, end."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from msgspec import Struct, structs

from rules_core.games import GAMES
from webapp.evening.lines.base import EveningRefusal, FindTable, Line, is_name, name_fault
from webapp.evening.state import MINUTE, EveningState, Round, Sitting
from webapp.evening.viewer import EveningViewer
from webapp.http.limits import FIRST_GUEST_TABLE, MOST_EXTRA_MINUTES
from webapp.journal.lines import At
from webapp.store.models import utc_now
from webapp.table.player_names import tidy


class RoundLine(Line, frozen=True):
    round: int

    def running(self, state: EveningState) -> Round | None:
        """Returns its round, None where that is over or not seated."""
        here = state.round_of(self.round)
        return None if here is None or here.ended else here

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        return "no-round" if self.running(state) is None else None

    def with_round(self, state: EveningState, change: Callable[[Round], Round]) -> EveningState:
        at = self.round - 1
        return replace(state, rounds=(*state.rounds[:at], change(state.rounds[at]), *state.rounds[self.round :]))

    def with_sitting(self, state: EveningState, number: int, change: Callable[[Sitting], Sitting]) -> EveningState:
        return self.with_round(
            state, lambda here: replace(here, sittings={**here.sittings, number: change(here.sittings[number])})
        )


class TableLine(RoundLine, frozen=True):
    number: int

    def sitting(self, state: EveningState) -> Sitting | None:
        here = state.round_of(self.round)
        return None if here is None else here.sittings.get(self.number)

    def is_from_there(self, who: EveningViewer, state: EveningState) -> bool:
        """Tells whether a viewer sits at its table, or runs the evening."""
        if who.runs or who.at_table == self.number:
            return True
        sitting = self.sitting(state)
        return sitting is not None and who.person in sitting.people

    def with_table(self, state: EveningState, change: Callable[[Sitting], Sitting]) -> EveningState:
        return self.with_sitting(state, self.number, change)


class TableSeats(Struct, frozen=True, omit_defaults=True):
    """The people of a table, by seat; `table` is its id in the database once it is open.

    Until then `opens` is its place among the tables that open with the line.
    """

    number: int
    people: tuple[int, ...]
    table: int | None = None
    opens: int | None = None

    def sitting(self) -> Sitting:
        """Returns the table as it is before anything was played there."""
        return Sitting(self.number, self.people, self.table)

    def is_of_guests(self, state: EveningState) -> bool:
        """Tells whether it has the number of one that has joined; older tournaments gave both from 1 on."""
        return self.number >= FIRST_GUEST_TABLE and self.number in state.guests


class Seated(RoundLine, frozen=True, tag="seated"):
    """A round is seated; it starts at `starts_at`. `minutes` 0: without a clock. `draw`: number of draws."""

    right = "runs"
    alone = False
    tables: tuple[TableSeats, ...]
    byes: tuple[int, ...] = ()
    starts_at: datetime | None = None
    minutes: int = 0
    draw: int = 0

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        if not state.plan.is_tournament:
            return "no-rounds"
        if self.round != len(state.rounds) + 1:
            return "moved-on"
        if state.round is not None and not state.round.ended:
            return "round-runs"
        return _fault_of_seats(state, self.tables, self.byes) if self.tables else "bad-seating"

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        if not state.plan.is_tournament:
            return EveningRefusal("no-rounds")
        holds = {*self.byes, *_people_at(self.tables)}
        if holds != {one.number for one in state.present}:
            return EveningRefusal("bad-seating")
        return _typed_fault_of_seats(state, self.tables, self.byes)

    def apply(self, state: EveningState, at: At) -> EveningState:
        sittings = {one.number: one.sitting() for one in self.tables}
        made = Round(self.round, sittings, self.byes, self.starts_at, self.minutes * MINUTE)
        return replace(state, rounds=(*state.rounds[: self.round - 1], made), unseated=None)


class Reseated(RoundLine, frozen=True, tag="reseated"):
    """Some tables of a round are seated otherwise before anybody has played there."""

    right = "runs"
    alone = False
    tables: tuple[TableSeats, ...]
    byes: tuple[int, ...] = ()
    emptied: tuple[int, ...] = ()

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        here = self.running(state)
        if here is None:
            return "no-round"
        changed = {table.number for table in self.tables} | set(self.emptied)
        if any(number in changed and one.is_played for number, one in here.sittings.items()):
            return "is-in"
        return _fault_of_seats(state, self.tables, self._others(here))

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        here = self.running(state)
        if here is None:
            return EveningRefusal("no-round")
        begun = _begun(here, {table.number for table in self.tables} | set(self.emptied), tables)
        return begun or _typed_fault_of_seats(state, self.tables, self._others(here))

    def with_more(self, state: EveningState) -> Sequence[Line]:
        here = self.running(state)
        is_so = here is not None and not self.tables and not self.emptied and self.byes == here.byes
        return () if is_so else (self,)

    def _others(self, here: Round) -> tuple[int, ...]:
        changed = {table.number for table in self.tables} | set(self.emptied)
        kept = (one for number, it in here.sittings.items() if number not in changed for one in it.people)
        return (*kept, *self.byes)

    def apply(self, state: EveningState, at: At) -> EveningState:
        def change(here: Round) -> Round:
            kept = {number: one for number, one in here.sittings.items() if number not in self.emptied}
            new = {one.number: one.sitting() for one in self.tables}
            return replace(here, sittings=dict(sorted({**kept, **new}.items())), byes=self.byes)

        return self.with_round(state, change)


class Unseated(RoundLine, frozen=True, tag="unseated"):
    """The seating of the newest round is undone before an entry is made in it."""

    right = "runs"

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        here = self.running(state)
        if here is None or here is not state.round:
            return "no-round"
        return "is-in" if any(one.is_played for one in here.sittings.values()) else None

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        here = self.running(state)
        return None if here is None else _begun(here, here.sittings, tables)

    def apply(self, state: EveningState, at: At) -> EveningState:
        return replace(state, rounds=state.rounds[:-1], unseated=state.round)


class Started(RoundLine, frozen=True, tag="started"):
    """The round starts now, before its clock would have it."""

    right = "runs"
    undoable = True

    def fits_now(self, state: EveningState) -> str | None:
        """A round that has begun does not begin anew: its clock would."""
        here = self.running(state)
        begun = here is not None and here.starts_at is not None and here.starts_at <= (here.paused_at or utc_now())
        return "is-so" if begun else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        return self.with_round(state, lambda here: replace(here, starts_at=at.made_at))


class Extra(RoundLine, frozen=True, tag="extra"):
    """More time, in seconds: for one table, or for all; less than nothing takes some away."""

    right = "helps"
    undoable = True
    seconds: int
    number: int | None = None

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        here = self.running(state)
        if here is None:
            return "no-round"
        if not here.seconds:
            return "no-clock"
        return None if self.number is None or self.number in here.sittings else "no-table"

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        if not self.seconds:
            return EveningRefusal("bad-minutes")
        return None if abs(self.seconds) <= MOST_EXTRA_MINUTES * MINUTE else EveningRefusal("bad-number")

    def apply(self, state: EveningState, at: At) -> EveningState:
        if self.number is None:
            return self.with_round(state, lambda here: replace(here, extra=here.extra + self.seconds))
        return self.with_sitting(state, self.number, lambda one: replace(one, extra=one.extra + self.seconds))


class Paused(RoundLine, frozen=True, tag="paused"):
    """The clock of a round stands."""

    right = "helps"
    undoable = True

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        here = self.running(state)
        if here is None or here.starts_at is None:
            return "no-round"
        return "is-so" if here.paused_at is not None else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        return self.with_round(state, lambda here: replace(here, paused_at=at.made_at))


class Resumed(RoundLine, frozen=True, tag="resumed"):
    """The clock of a round resumes."""

    right = "helps"
    undoable = True

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        here = self.running(state)
        return "is-so" if here is None or here.paused_at is None else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        def change(here: Round) -> Round:
            if here.paused_at is None:
                return here
            stood = max(timedelta(), at.made_at - here.paused_at)
            if here.starts_at is not None and here.paused_at < here.starts_at:  # the start moves by this time
                return replace(here, paused_at=None, starts_at=here.starts_at + stood)
            return replace(here, paused_at=None, stood=here.stood + stood.total_seconds())

        return self.with_round(state, change)


class LastHand(RoundLine, frozen=True, tag="last-hand"):
    """The hand that lies on the tables is the last one of this round."""

    right = "helps"
    undoable = True

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        here = self.running(state)
        if here is None or here.starts_at is None:
            return "no-round"
        return "is-so" if here.last_hand_at is not None else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        return self.with_round(state, lambda here: replace(here, last_hand_at=at.made_at))


class Acknowledged(TableLine, frozen=True, tag="acknowledged"):
    """A table has read the call of the last hand."""

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        return self.is_from_there(who, state)

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        here = self.running(state)
        if here is None or self.number not in here.sittings:
            return "no-table"
        if here.last_hand_at is None:
            return "no-last-hand"
        return "is-so" if here.sittings[self.number].acknowledged else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        return self.with_table(state, lambda one: replace(one, acknowledged=True))


class StandIn(TableLine, frozen=True, tag="stand-in"):
    """A stand-in plays for a person at a table: `by` is the name, empty for none any more.

    The result stays that person's.
    """

    right = "runs"
    undoable = True
    person: int
    by: str

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        sitting = self.sitting(state)
        if sitting is None or self.person not in sitting.people:
            return "no-table"
        return "bad-name" if self.by and not is_name(self.by) else None

    def fits_now(self, state: EveningState) -> str | None:
        """Sent from two pages it is noted once; an evening of before may have it twice."""
        sitting = self.sitting(state)
        return "is-so" if sitting is not None and sitting.stand_ins.get(self.person, "") == self.by else None

    def meant(self, who: EveningViewer, state: EveningState, tables: FindTable) -> "StandIn":
        return structs.replace(self, by=tidy(self.by))

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        named = state.named(self.by)
        if named is not None and named.number == self.person:
            return EveningRefusal("sits-twice", {"name": self.by})
        return name_fault(self.by or None)

    def apply(self, state: EveningState, at: At) -> EveningState:
        def change(one: Sitting) -> Sitting:
            others = {person: by for person, by in one.stand_ins.items() if person != self.person}
            return replace(one, stand_ins={**others, self.person: self.by} if self.by else others)

        return self.with_table(state, change)


class Ended(RoundLine, frozen=True, tag="ended"):
    """A round is over; tables whose result is not in count nothing."""

    right = "runs"
    undoable = True

    def apply(self, state: EveningState, at: At) -> EveningState:
        return self.with_round(state, lambda here: replace(here, ended=True, ended_at=at.made_at))


def _begun(here: Round, numbers: Iterable[int], tables: FindTable) -> EveningRefusal | None:
    """Returns the refusal that play has begun at one of these tables of a round, naming the first of them."""
    for number in sorted(numbers):
        sitting = here.sittings.get(number)
        played = tables(sitting.table) if sitting is not None and sitting.table is not None else None
        if sitting is not None and (sitting.is_played or (played is not None and played.started)):
            return EveningRefusal("has-begun", {"number": number})
    return None


def _fault_of_seats(state: EveningState, tables: tuple[TableSeats, ...], others: tuple[int, ...]) -> str | None:
    people = [*others, *_people_at(tables)]
    fit = len(set(people)) == len(people) and set(people) <= set(state.people)
    return None if fit and not any(table.is_of_guests(state) for table in tables) else "bad-seating"


def _typed_fault_of_seats(
    state: EveningState, tables: tuple[TableSeats, ...], others: tuple[int, ...]
) -> EveningRefusal | None:
    times = Counter([*_people_at(tables), *others])
    if not set(times) <= set(state.people):
        return EveningRefusal("bad-seating")
    for person in sorted(times):
        if times[person] > 1:
            return EveningRefusal("sits-twice", {"name": state.name(person)})
    players = GAMES[state.plan.game].players if state.plan.game in GAMES else ()
    for table in tables:
        if len(table.people) not in players:
            return EveningRefusal("table-size", {"number": table.number, "num": len(table.people)})
    return None


def _people_at(tables: Iterable[TableSeats]) -> list[int]:
    return [one for table in tables for one in table.people]
