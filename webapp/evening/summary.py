"""Summaries of an evening's tables. Nothing in them is closed to players."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from rules_core.findings import Observer
from webapp.evening.plan import Plan
from webapp.evening.state import EveningState, Origin
from webapp.table.desk import Dispute
from webapp.table.penalties import Penalty
from webapp.table.snapshot import Snapshot


@dataclass(frozen=True)
class TableSummary:
    """A table as its evening shows it. `scores` a side after the hands played; `hands` counts these.

    `hand` is the number of the hand under way or to come of those `planned`, 0 where nobody knows; `winners` are
    sides, none while the match goes on. `requests` counts what waits for a referee's leave; `penalties` were given at
    this table, by its own desk; `devices` are who has a seat there, by the seat; `shared`: a phone without a seat
    enters there; `seq` is the length of the log, `lines` that of the desk.
    """

    table: int
    evening: int | None
    number: int | None
    game: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    low_wins: bool
    hands: int
    hand: int
    planned: int
    started: bool
    winners: tuple[int, ...]
    calls: tuple[Dispute, ...]
    requests: int
    penalties: tuple[Penalty, ...]
    paused: bool
    devices: Mapping[int, int]
    shared: bool
    seq: int
    lines: int

    @property
    def own_result(self) -> tuple[int, ...] | None:
        """The result of the table's entries, None without any."""
        return self.scores if self.started else None

    @property
    def has_begun(self) -> bool:
        """Tells whether anything was entered."""
        return self.started or self.hands > 0

    @property
    def is_over(self) -> bool:
        return bool(self.winners)


Tables = Mapping[int, TableSummary]
"""The tables that belong to an evening now, by the id of the table."""


def summary_of(now: Snapshot) -> TableSummary:
    state, table = now.fold.state, now.table
    view, played = now.fold.game.view(state, Observer()), len(state.finished)
    grants = now.people.party
    return TableSummary(
        table=table.id,
        evening=table.evening_id,
        number=table.evening_number,
        game=table.game,
        names=tuple(table.players),
        scores=tuple(view.totals),
        low_wins=view.low_wins,
        hands=played,
        hand=played + (0 if state.winners else 1),
        planned=view.hand.planned,
        started=now.fold.top is not None,
        winners=tuple(view.winners),
        calls=now.desk.open,
        requests=len(now.desk.waiting),
        penalties=tuple(one for one in now.desk.penalties if now.desk.source_of_line(one.line) is None),
        paused=now.desk.paused,
        devices={grant.seat: grant.device_id for grant in grants if grant.seat is not None},
        shared=any(grant.seat is None and (grant.is_host or grant.keeps_score) for grant in grants),
        seq=now.fold.seq,
        lines=len(now.desk.lines),
    )


def hands_of_round(plan: Plan, summary: TableSummary) -> int | None:
    """Returns how many hands a table plays in a round that counts them, extra hands of its match included."""
    return plan.hands_played(max(summary.planned, summary.hand) if summary.planned else 0)


def is_played(plan: Plan, summary: TableSummary) -> bool:
    """Tells whether a table has played all that a round asks of it: its match, or the hands that are counted."""
    planned = plan.planned_hands
    return summary.is_over or (planned is not None and summary.hands >= planned)


@dataclass(frozen=True)
class EveningHead:
    """Title and plan of an evening, when it was closed, and the archive from which it was read."""

    title: str
    plan: Plan
    closed_at: datetime | None
    origin: Origin | None

    @classmethod
    def of(cls, state: EveningState) -> Self:
        return cls(state.title, state.plan, state.closed_at, state.origin)
