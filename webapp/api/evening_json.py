"""An evening as JSON, as the viewer may see it: only the fields listed here."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field
from msgspec.structs import replace

from webapp.api.endpoints import EveningRole, Id, Line, Moment, Seq
from webapp.evening import clock, state, summary
from webapp.evening.keeper import EveningNow
from webapp.evening.plan import Kind, Plan
from webapp.evening.standing import rows
from webapp.evening.standing.scoring import AdjustedTo, Points
from webapp.evening.standing_page import sees_hidden
from webapp.evening.standing_words import part_said, tie_said
from webapp.evening.standings import rewards_absence, standing_of
from webapp.evening.summary import Tables
from webapp.evening.viewer import EveningViewer
from webapp.store.models import utc_now
from webapp.table.desk import Dispute

T = TypeVar("T")
Number = Annotated[int, Meta(ge=0)]
Amount = Annotated[str, Meta(description="Points exactly: a whole number, or a fraction such as “5/2”.")]


class Person(Struct, frozen=True):
    """A person on the list."""

    number: Number
    name: str
    team: str
    presence: state.Presence


class Sitting(Struct, frozen=True):
    """A table of a round: people by seat. `table` is its id for viewers who may look at it, `in`: its result is in.

    `reported` waits to be confirmed; `refused` was reported last, and refused; for who sits there, and helpers.
    """

    number: Number
    people: tuple[int, ...]
    table: Id | None
    is_in: bool = field(name="in")
    scores: tuple[int, ...] | None
    reported: tuple[int, ...] | None
    refused: tuple[int, ...] | None
    acknowledged: bool


class Round(Struct, frozen=True):
    """A round with its clock: `seconds` to the start, left, played or over, as `phase` says; `byes` sit out."""

    number: Number
    phase: clock.Phase
    seconds: int
    ends_at: datetime | None
    last_hand: bool
    byes: tuple[int, ...]
    tables: list[Sitting]


class Guest(Struct, frozen=True):
    """A table that plays at the evening without being seated by it."""

    number: Number
    game: str
    names: tuple[str, ...]
    table: Id | None


class Announcement(Struct, frozen=True):
    """A text for some tables, or for all, by its line."""

    line: Number
    text: str
    by: str
    tables: tuple[int, ...]
    at: datetime


class EveningRequest(Struct, frozen=True):
    """A phone's request to stand for a person, by its line."""

    line: Number
    name: str
    word: str
    person: int | None


class EveningPenalty(Struct, frozen=True):
    """A penalty by its line; `lifted` is the reason for lifting it, empty while it stands.

    `ready` is the code of what was the matter, as in a dispute, such as “slow”, else it is empty; `reason` adds to it.
    """

    line: Number
    person: int
    step: str
    points: int
    reason: str
    rule: str
    by: str
    lifted: str
    ready: str


class AdjustedResult(Struct, frozen=True):
    """A ruling on the worth of a table's round for these people, by its line; the newest counts."""

    line: Number
    round: Number
    number: Number
    people: tuple[int, ...]
    to: AdjustedTo
    value: int
    reason: str
    rule: str
    by: str


class EveningCall(Struct, frozen=True):
    """An open dispute at a table; `coming` is the referee on the way."""

    dispute: Number
    why: str
    by: str
    at: datetime
    coming: str | None


class TableSummary(Struct, frozen=True):
    """A table of the evening: its scores after `hands` hands, and its open matters."""

    table: Id
    number: int | None
    game: str
    hands: Number
    scores: tuple[int, ...]
    over: bool
    paused: bool
    calls: list[EveningCall]
    requests: Number


class Evening(Struct, frozen=True):
    """An evening as this viewer may see it; from `plan` on only to those who help to run it."""

    id: Id
    seq: Seq
    title: str
    kind: Kind
    game: str | None
    closed: bool
    role: EveningRole | None
    person: int | None
    people: list[Person]
    rounds: list[Round]
    guests: list[Guest]
    announcements: list[Announcement]
    plan: Plan | UnsetType = UNSET
    rewards_absence: bool | UnsetType = UNSET
    requests: list[EveningRequest] | UnsetType = UNSET
    penalties: list[EveningPenalty] | UnsetType = UNSET
    adjusted: list[AdjustedResult] | UnsetType = UNSET
    tables: list[TableSummary] | UnsetType = UNSET


class EveningLine(Struct, frozen=True):
    """A line of an evening, with the fields of its type; `undone`: it was taken back."""

    line: Number
    type: str
    at: Moment
    undone: bool


class Lines(Struct, frozen=True):
    """Lines of an evening, in order."""

    lines: list[Line]


class StandingRow(Struct, frozen=True):
    """A person's row: points of each round, and the parts of the total. No place before anything counts.

    `left`: that one has left the evening; `stand_ins` names who played for them, by round; `adjusted` are the rounds
    whose worth a ruling has set.
    """

    place: int | None
    person: int
    name: str
    total: Amount
    rounds: list[Amount | None]
    waits: bool
    parts: list[str]
    left: bool
    stand_ins: dict[int, str]
    adjusted: list[int]


class PairRow(Struct, frozen=True):
    """The row of a fixed pair, by the numbers of its people."""

    place: int
    people: list[int]
    total: Amount


class TeamRow(Struct, frozen=True):
    """A team's row."""

    place: int
    team: str
    total: Amount


class Standing(Struct, frozen=True):
    """The standing, those of an open evening by game. `hidden`: the newest round is left out."""

    seq: Seq
    hidden: bool
    rows: list[StandingRow]
    pairs: list[PairRow]
    teams: list[TeamRow]
    games: dict[str, list[StandingRow]]


def evening(now: EveningNow, tables: Tables, viewer: EveningViewer) -> Evening:
    here = now.state
    told = Evening(
        now.row.id,
        here.seq,
        here.title,
        here.plan.kind,
        here.plan.game,
        here.is_closed,
        viewer.role,
        viewer.person,
        _all(here.people.values(), Person),
        [_round(now, viewer, one) for one in here.rounds],
        [Guest(one.number, one.game, one.names, _table_id(now, viewer, one.table)) for one in here.guests.values()],
        _all(here.announcements, Announcement),
    )
    return _with_more(told, now, tables) if viewer.helps else told


def _all(found: Iterable[object], kind: type[T]) -> list[T]:
    return [convert(one, kind, from_attributes=True) for one in found]


def lines(now: EveningNow, after: int) -> list[dict[str, object]]:
    """Returns the lines after this one, for helpers."""
    return [
        {"line": row.seq, "type": row.kind, **row.body, "at": row.made_at, "undone": row.seq in now.state.undone}
        for row in now.lines
        if row.seq > after
    ]


def standing(now: EveningNow, viewer: EveningViewer) -> Standing:
    """Returns the standing, those of an open evening by game; `hidden`: the newest round is left out."""
    found = standing_of(now, sees_all=sees_hidden(viewer))
    by_game = {game: _rows(one, found.names) for game, one in found.by_game.items()}
    if found.whole is None:
        return Standing(now.state.seq, found.hidden, [], [], [], by_game)
    whole, scoring = found.whole, found.whole.scoring
    pairs = [PairRow(one.place, list(one.people), written(scoring.shown_total(one.total))) for one in whole.pairs]
    teams = [
        TeamRow(one.place, scoring.teams[one.group], written(scoring.shown_total(one.total))) for one in whole.teams
    ]
    return Standing(now.state.seq, found.hidden, _rows(whole, found.names), pairs, teams, by_game)


def written(points: Points) -> str:
    """Returns points exactly: a whole number, or a fraction such as "5/2"."""
    return str(points)


def _rows(one: rows.Standing, names: Mapping[int, str]) -> list[StandingRow]:
    return [_row(one, row, names) for row in one.rows]


def _row(one: rows.Standing, row: rows.StandingRow, names: Mapping[int, str]) -> StandingRow:
    scoring = one.scoring
    parts = [part_said(part, scoring, names) for part in row.parts]
    ties = [tie_said(step, row.person, scoring, names) for step in row.ties]
    return StandingRow(
        row.place if one.has_begun else None,
        row.person,
        names[row.person],
        written(scoring.shown_total(row.total)),
        [None if it.points is None else written(scoring.shown_total(it.points)) for it in row.by_round],
        any(it.waits for it in row.by_round),
        [*parts, *ties] if one.has_begun else [],
        row.person in scoring.left,
        row.stand_ins,
        list(row.adjusted),
    )


def _round(now: EveningNow, viewer: EveningViewer, here: state.Round) -> Round:
    face = clock.clock(here, utc_now())
    hidden = now.state.is_hidden and here is now.state.round and not sees_hidden(viewer)
    return Round(
        here.number,
        face.phase,
        face.seconds,
        face.ends_at,
        here.last_hand_at is not None,
        here.byes,
        [_sitting(now, viewer, one, hidden=hidden) for one in here.sittings.values()],
    )


def _sitting(now: EveningNow, viewer: EveningViewer, one: state.Sitting, *, hidden: bool) -> Sitting:
    scores = None if one.result is None or hidden else one.result.scores
    is_told = not one.is_in and (viewer.helps or viewer.person in one.people)
    return Sitting(
        one.number,
        one.people,
        _table_id(now, viewer, one.table, one),
        is_in=one.is_in,
        scores=scores,
        reported=one.reported.scores if is_told and one.reported is not None else None,
        refused=one.refused if is_told and one.refused else None,
        acknowledged=one.acknowledged,
    )


def _table_id(
    now: EveningNow, viewer: EveningViewer, table: int | None, sitting: state.Sitting | None = None
) -> int | None:
    """Returns the id of a table to viewers who may look at it by their role here; others have it from the table."""
    sits = sitting is not None and viewer.person is not None and viewer.person in sitting.people
    return table if viewer.helps or sits or now.state.plan.may_look else None


def _with_more(told: Evening, now: EveningNow, tables: Tables) -> Evening:
    here = now.state
    return replace(
        told,
        plan=here.plan,
        rewards_absence=rewards_absence(here.plan),
        requests=_all(here.requests.values(), EveningRequest),
        penalties=[_penalty(one) for one in here.penalties.values()],
        adjusted=_all(here.adjusted, AdjustedResult),
        tables=[_summary(now, one) for one in tables.values()],
    )


def _penalty(one: state.Penalty) -> EveningPenalty:
    lifted = "" if one.lifted is None else one.lifted.why
    return EveningPenalty(one.line, one.person, one.step, one.points, one.reason, one.rule, one.by, lifted, one.ready)


def _summary(now: EveningNow, one: summary.TableSummary) -> TableSummary:
    calls = [_call(now, one, call) for call in one.calls]
    return TableSummary(
        one.table, one.number, one.game, one.hands, one.scores, one.is_over, one.paused, calls, one.requests
    )


def _call(now: EveningNow, table: summary.TableSummary, call: Dispute) -> EveningCall:
    coming = now.state.coming.get((table.table, call.number))
    return EveningCall(call.number, call.why, call.by, call.opened_at, None if coming is None else coming.by)
