"""State of an evening: what its lines fold to. Frozen; a line makes the next one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from webapp.evening.plan import Kind, Plan
from webapp.evening.standing.scoring import AdjustedTo
from webapp.store.roles import Role
from webapp.table.penalties import EXCLUSION, WITH_POINTS, Given

MINUTE = 60
"""Seconds."""


class Presence(StrEnum):
    """Whether somebody on the list is seated in the next round."""

    HERE = "here"
    AWAY = "away"
    LEFT = "left"


@dataclass(frozen=True)
class Person:
    """Somebody on the list. `partner` is the number of a fixed partner, `line` the line that put them there.

    `former` are the names of before, casefolded.
    """

    number: int
    name: str
    team: str = ""
    partner: int | None = None
    presence: Presence = Presence.HERE
    line: int = 0
    former: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """A result that a table says is final, by whom if a player said so, and when.

    `own`: it is what the entries of the table came to; else it was typed.
    """

    scores: tuple[int, ...]
    hands: int
    person: int | None
    at: datetime
    own: bool = False


@dataclass(frozen=True)
class Sitting:
    """A table of a round. `people` by seat, `table` its id; `stand_ins` the names of those who play for somebody.

    `extra` are seconds more than the round has. `result` is in; `corrected`: it was another one before. `refused`: the
    points of the last report, which was refused, or counted and was taken out again.
    """

    number: int
    people: tuple[int, ...]
    table: int | None = None
    stand_ins: Mapping[int, str] = field(default_factory=dict)
    extra: int = 0
    acknowledged: bool = False
    reported: Report | None = None
    refused: tuple[int, ...] = ()
    result: Report | None = None
    corrected: tuple[int, ...] | None = None

    @property
    def is_in(self) -> bool:
        """Tells whether the result is in."""
        return self.result is not None

    @property
    def is_played(self) -> bool:
        """Tells whether a result was told, or is in."""
        return self.is_in or self.reported is not None


@dataclass(frozen=True)
class Round:
    """A round. Its clock counts to `starts_at`, then for `seconds`, without the time that it stood still.

    Without `starts_at` it has not been started; `paused_at` is when the clock was stopped, `stood` for how many
    seconds it had stood still before. Once it is closed a change takes two (webapp/evening/clock.py), until
    `reopened_until` where somebody has said so.
    """

    number: int
    sittings: Mapping[int, Sitting]
    byes: tuple[int, ...] = ()
    starts_at: datetime | None = None
    seconds: int = 0
    extra: int = 0
    paused_at: datetime | None = None
    stood: float = 0.0
    last_hand_at: datetime | None = None
    ended: bool = False
    ended_at: datetime | None = None
    closed_at: datetime | None = None
    reopened_until: datetime | None = None

    def sitting_of(self, person: int | None) -> Sitting | None:
        """Returns the table at which somebody sits in this round."""
        return next((one for one in self.sittings.values() if person in one.people), None)

    @property
    def is_closed(self) -> bool:
        """Tells whether the organiser has closed it."""
        return self.closed_at is not None

    @property
    def missing(self) -> tuple[Sitting, ...]:
        """The tables whose result is not in."""
        return tuple(one for one in self.sittings.values() if not one.is_in)


@dataclass(frozen=True)
class IdentityRequest:
    """A phone that asks to be somebody, by the line with which it asked."""

    line: int
    device_id: int
    name: str
    word: str
    person: int | None
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Penalty(Given):
    """A penalty by its line; `points` are taken off in the standing.

    One that was given at a table's own desk has the id of that `table`, and its number there.
    """

    line: int
    person: int
    points: int
    round: int | None
    number: int | None
    table: int = 0
    table_penalty: int = 0

    @property
    def counts_at_table(self) -> bool:
        """Tells whether its points were adjusted at its table, not in the standing."""
        return bool(self.table_penalty) and self.step in WITH_POINTS


@dataclass(frozen=True)
class AdjustedResult:
    """A ruling on what the table `number` of a round is worth to these people, by its line."""

    line: int
    round: int
    number: int
    people: tuple[int, ...]
    to: AdjustedTo
    value: int
    reason: str
    rule: str
    by: str
    made_at: datetime


@dataclass(frozen=True)
class Announcement:
    """A text for some tables, or for all, by its line."""

    line: int
    text: str
    by: str
    tables: tuple[int, ...]
    at: datetime


@dataclass(frozen=True)
class Arrival:
    """A referee who is on the way to a table."""

    by: str
    device_id: int | None
    at: datetime


@dataclass(frozen=True)
class Handing:
    """A call that a referee has handed over to another one, by name."""

    to: str
    by: str
    device_id: int | None
    at: datetime


@dataclass(frozen=True)
class Zones:
    """Zones of tables, by the names of referees; after this many minutes a call goes to all of them.

    `head` is the head referee, empty: the first that was let in.
    """

    tables: tuple[tuple[int, int, str], ...] = ()
    minutes: int = 3
    head: str = ""

    def of(self, number: int) -> str:
        """Returns the referee of a table's zone, "" for nobody."""
        return next((by for first, last, by in self.tables if first <= number <= last), "")


@dataclass(frozen=True)
class Guest:
    """A table that plays at this evening without being seated by it."""

    number: int
    table: int
    game: str
    names: tuple[str, ...]
    at: datetime


@dataclass(frozen=True)
class Match:
    """A match that ended at a table which the evening did not seat, newest result.

    `low_wins`: few points were good there; None: as is usual in the game.
    """

    line: int
    table: int
    number: int
    game: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    at: datetime
    low_wins: bool | None = None


@dataclass(frozen=True)
class Proposal:
    """Lines that would change a closed round, by the line that asks for them: who asks, and who else has signed.

    `table` is the number of the table where they are about one. Without `ended_at` it waits; `made`: it was signed.
    `plan` and `title` are what the evening had when it was asked for.
    """

    line: int
    round: int
    table: int | None
    lines: tuple[tuple[str, Mapping[str, Any]], ...]
    by: str
    role: Role
    device_id: int | None
    at: datetime
    plan: Plan
    title: str
    signed_by: str = ""
    ended_at: datetime | None = None
    made: bool = False

    @property
    def is_open(self) -> bool:
        return self.ended_at is None


@dataclass(frozen=True)
class Origin:
    """The archive from which an evening was read: its fingerprint, who wrote it, what its signature claims."""

    fingerprint: str
    written: str
    house: str
    claimed: str


@dataclass(frozen=True)
class EveningState:
    """An evening as it stands after `seq` lines.

    `coming` by table id and dispute; `guests` by the number of the table; `matches` by the id of the table; `played_on`
    the tables whose match counted when the evening was closed, and was played on since; `called` has the people of
    joined tables whose name on the list was changed since, by the id of the table and the name there, casefolded;
    `undone` the lines that were taken back; `unseated` a round whose seating was taken back, until it is seated anew.
    """

    title: str = ""
    plan: Plan = field(default_factory=lambda: Plan(Kind.OPEN))
    people: Mapping[int, Person] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    unseated: Round | None = None
    requests: Mapping[int, IdentityRequest] = field(default_factory=dict)
    guests: Mapping[int, Guest] = field(default_factory=dict)
    matches: Mapping[int, Match] = field(default_factory=dict)
    played_on: frozenset[int] = frozenset()
    called: Mapping[tuple[int, str], int] = field(default_factory=dict)
    penalties: Mapping[int, Penalty] = field(default_factory=dict)
    adjusted: tuple[AdjustedResult, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    coming: Mapping[tuple[int, int], Arrival] = field(default_factory=dict)
    handed: Mapping[tuple[int, int], Handing] = field(default_factory=dict)
    zones: Zones = Zones()
    proposals: Mapping[int, Proposal] = field(default_factory=dict)
    referees: tuple[str, ...] = ()
    undone: frozenset[int] = frozenset()
    disclosed: bool = False
    closed_at: datetime | None = None
    origin: Origin | None = None
    seq: int = 0

    @property
    def round(self) -> Round | None:
        """The newest round that was seated."""
        return self.rounds[-1] if self.rounds else None

    @property
    def running(self) -> Round | None:
        """The round that is seated or under way."""
        return None if self.round is None or self.round.ended else self.round

    def sitting_now(self, person: int | None) -> Sitting | None:
        """Returns the person's table in the round that is seated or under way."""
        return None if self.running is None else self.running.sitting_of(person)

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    @property
    def waiting(self) -> tuple[Proposal, ...]:
        return tuple(one for one in self.proposals.values() if one.is_open)

    @property
    def table_numbers(self) -> list[int]:
        seated = () if self.round is None else self.round.sittings
        return sorted({*seated, *self.guests})

    @property
    def present(self) -> tuple[Person, ...]:
        """The people who play in the next round, in the order of the list."""
        return tuple(one for one in self.people.values() if one.presence == Presence.HERE)

    @property
    def is_hidden(self) -> bool:
        """Tells whether the newest round is left out of what players and the hall see of the standing."""
        last = self.round is not None and self.round.number >= self.plan.rounds
        return self.plan.hidden_last and last and not self.disclosed

    def round_of(self, number: int) -> Round | None:
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def name(self, person: int) -> str:
        return self.people[person].name

    def name_at(self, sitting: Sitting, person: int) -> str:
        """Returns the name of a person at a table, or of the stand-in there."""
        return sitting.stand_ins.get(person) or self.name(person)

    def names_at(self, sitting: Sitting) -> list[str]:
        """Returns the names of the people at a table by seat, of a stand-in the own name."""
        return [self.name_at(sitting, person) for person in sitting.people]

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers of the people by their names, casefolded."""
        return {one.name.casefold(): one.number for one in self.people.values()}

    def named(self, name: str) -> Person | None:
        """Returns the person on the list with this name, in any case."""
        return self.people.get(self.numbers.get(name.casefold(), 0))

    def named_at_table(self, name: str, table: int) -> Person | None:
        """Returns the person whom a table calls so: tables keep the names that were typed there.

        Who has another name on the list since stays that one at these tables, also where somebody else has the name by
        now.
        """
        if (number := self.called.get((table, name.casefold()))) is not None:
            return self.people[number]
        former = (one for one in self.people.values() if name.casefold() in one.former)
        return self.named(name) or next(former, None)

    @property
    def head_referee(self) -> str:
        """The name of the head referee; "" without a referee."""
        return self.zones.head if self.zones.head in self.referees else next(iter(self.referees), "")

    def penalties_of(self, person: int) -> list[Penalty]:
        """Returns the penalties of somebody that hold, the oldest first."""
        return [one for one in self.penalties.values() if one.person == person and one.holds]

    @property
    def adjusted_now(self) -> Mapping[tuple[int, int, int], AdjustedResult]:
        """The rulings on results that hold, by round, table and person: the newest of each, unless the play counts."""
        newest = {(one.round, one.number, person): one for one in self.adjusted for person in one.people}
        return {key: one for key, one in newest.items() if one.to != AdjustedTo.PLAYED}

    def is_excluded(self, person: int) -> bool:
        return any(one.step == EXCLUSION for one in self.penalties_of(person))


Place = tuple[Round, Sitting]


def table_in_round(state: EveningState, table_id: int) -> Place | None:
    for here in reversed(state.rounds):
        for sitting in here.sittings.values():
            if sitting.table == table_id:
                return here, sitting
    return None


def tables_of(state: EveningState, people: Collection[int]) -> tuple[int, ...]:
    """Returns the ids of the tables at which these people sat in any round, or played for somebody."""
    if not people:
        return ()
    names = {state.name(person) for person in people}
    found = {
        one.table
        for here in state.rounds
        for one in here.sittings.values()
        if one.table is not None and (not names.isdisjoint(one.stand_ins.values()) or set(people) & set(one.people))
    }
    return tuple(sorted(found))
