"""Validates, appends and publishes the lines of an evening."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from threading import Lock
from types import MappingProxyType

from msgspec import structs

from webapp.evening import lines as kinds
from webapp.evening.clock import period_of, results_of, seals
from webapp.evening.lines import NOT_YOURS, EveningRefusal, Line, OwnResults, after, folded, judged, line_of
from webapp.evening.lines.closing import lines_of
from webapp.evening.lines.conduct import takes_both
from webapp.evening.state import EveningState, tables_of
from webapp.evening.viewer import EveningViewer
from webapp.http.limits import EVENINGS_KEPT, TABLE_LOCKS
from webapp.http.newest import keep_newest
from webapp.journal.hub import Hub
from webapp.journal.lines import USED, Key, body_of, record
from webapp.store import Store
from webapp.store.engines import FairRLock
from webapp.store.evening_models import NOTHING_ELSE, Evening, EveningChange, EveningLine, NewLine
from webapp.store.models import Grant, utc_now
from webapp.store.roles import Scope
from webapp.store.used_keys import KeyedQuestion, question

TAKES_TWO = "takes-two"
KEY_USED = EveningRefusal(USED.code)

OF_RESULTS = (kinds.ResultLine, kinds.Rejected, kinds.Undone)
"""Lines that say a result of a table, or may take one back."""


SEALING = (
    kinds.RoundClosed,
    kinds.PeriodReopened,
    kinds.Ended,
    kinds.Closed,
    kinds.Reopened,
    kinds.Planned,
    kinds.Undone,
)
"""Lines after which a round may be closed, or final at another time."""


class UnknownEvening(LookupError):
    """No evening has this number."""


class EveningHub(Hub):
    """Watchers of evenings at this process."""


@dataclass(frozen=True, eq=False)
class EveningNow:
    """An evening at one moment: its row, its lines and their folded state, and its grants.

    As long as nothing of it changes the keeper returns the same one, which equals itself alone.
    """

    row: Evening
    state: EveningState
    lines: tuple[EveningLine, ...]
    grants: tuple[Grant, ...]

    def grant_of(self, device_id: int | None) -> Grant | None:
        return next((grant for grant in self.grants if grant.device_id == device_id), None)

    def device_of(self, person: int) -> int | None:
        return next((grant.device_id for grant in self.grants if grant.person == person), None)

    @property
    def devices(self) -> Mapping[int, int]:
        """The devices by person."""
        return {grant.person: grant.device_id for grant in self.grants if grant.person is not None}


Outcome = EveningNow | EveningRefusal
"""The evening with the lines, also where this device had added them before; or why it is as it was."""


class EveningKeeper:
    """Adds lines to evenings, and answers how each stands. The newest evenings are kept folded."""

    def __init__(
        self,
        store: Store,
        hub: EveningHub,
        refresh_table: Callable[[int], None] = lambda table: None,
        own_result: Callable[[int], tuple[int, ...] | None] = lambda table: None,
    ) -> None:
        """Makes a keeper with an empty cache.

        `refresh_table` tells a table that somebody sits there no longer, or that its result was said. `own_result` is
        what a table has come to, None where nothing stands in its log.
        """
        self._store, self._hub, self._refresh_table, self._own_result = store, hub, refresh_table, own_result
        self._kept: OrderedDict[int, EveningNow] = OrderedDict()
        self._guard = Lock()
        self._locks = tuple(FairRLock() for _ in range(TABLE_LOCKS))

    def at(self, evening_id: int) -> EveningNow:
        """Returns the evening as of now. Raises UnknownEvening."""
        with self._locked(evening_id):
            with self._guard:
                kept = self._kept.get(evening_id)
            # Read before the rest: a later change has a later version, and is read the next time.
            version = self._store.evening_version(evening_id)
            if kept is not None and kept.row.version == version:
                return kept
            return self._keep(self._read(evening_id, kept))

    def find(self, evening_id: int | None) -> EveningNow | None:
        """Returns the same, None where there is no such evening."""
        try:
            return None if evening_id is None else self.at(evening_id)
        except UnknownEvening:
            return None

    def add(
        self,
        evening_id: int,
        who: EveningViewer,
        *new: Line,
        op: str | None = None,
        change: EveningChange = NOTHING_ELSE,
    ) -> Outcome:
        """Adds lines that belong together: all of them with the `change`, or none.

        `op` is the key of the form: the same question of the same device again changes nothing and is answered alike,
        another one is refused where the key says what was asked (`Key`). A phone that the change lets go holds no seat
        any more at the tables of the evening, nor looks on there. Raises UnknownEvening, PersonTaken where another
        device stands for somebody already, InviteSpent.
        """
        own = self._own_results(evening_id, new)
        with self._locked(evening_id):
            people = _people_let_go(self.at(evening_id), change) if change.freed or change.expelled else frozenset()
            outcome = self._try(evening_id, who, new, op, change, people, own)
        if isinstance(outcome, EveningNow):
            self._hub.publish(evening_id)
            there = self._store.tables_of_evening(evening_id) if change.freed or change.expelled else ()
            # A table whose result was said is looked at again: somebody may have entered something there meanwhile.
            sealed = seals(outcome.state) if any(isinstance(line, SEALING) for line in new) else ()
            gone = _tables_taken_back(outcome.state, new)
            for table_id in {*(one.id for one in there), *tables_of(outcome.state, people), *own, *sealed, *gone}:
                self._refresh_table(table_id)
        return outcome

    def answered(self, now: EveningNow, who: EveningViewer, op: str | None) -> Outcome | None:
        """Returns the earlier answer to this key, None for a new one.

        Asked first where typed names are judged before they become lines: the list has the same names by now.
        """
        return self._known_answer(self.at(now.row.id), who, op)

    def _own_results(self, evening_id: int, new: Sequence[Line]) -> OwnResults:
        if not any(isinstance(line, OF_RESULTS) for line in new):
            return {}
        tables = set(_tables_of_results(self.at(evening_id), new))
        return {table: scores for table in tables if (scores := self._own_result(table)) is not None}

    def refresh(self, evening_id: int) -> None:
        """Tells every phone that something else than the lines has changed."""
        self._hub.publish(evening_id)

    def _try(
        self,
        evening_id: int,
        who: EveningViewer,
        new: Sequence[Line],
        op: str | None,
        change: EveningChange,
        people: Collection[int],
        own: OwnResults,
    ) -> Outcome:
        """Adds lines as the evening stands; `people` are those whose phones go with the change."""

        def once(now: EveningNow) -> Outcome:
            question = _question(now, who, op)
            if any(now.grant_of(device) is None for device in change.expelled):  # let out meanwhile
                return EveningRefusal("moved-on")
            if (refusal := refusal_of(now, who, new, own)) is not None:
                if question is not None:
                    self._store.keep_answer(question, refusal.code)
                return refusal
            self._store.add_to_evening(
                evening_id,
                [NewLine(*body_of(_marked(now.state, line, own))) for line in new],
                after=now.state.seq,
                device_id=who.device_id,
                op=op,
                change=replace(
                    change,
                    unseated_at=tables_of(now.state, people),
                    seals=_seals(now, new),
                    takes_back=(*change.takes_back, *_tables_taken_back(now.state, new)),
                    counts=now.state.matches.keys(),
                ),
                question=question,
            )
            return self.at(evening_id)

        def answered(now: EveningNow) -> Outcome | None:
            return self._known_answer(now, who, op)

        now = self.at(evening_id)
        return answered(now) or record(
            now,
            once,
            again=lambda now: self.at(evening_id),
            answered=answered,
            moved=lambda now: EveningRefusal("moved-on"),
        )

    def _known_answer(self, now: EveningNow, who: EveningViewer, op: str | None) -> Outcome | None:
        """Returns how the question of this key was answered, None for a new one."""
        if (question := _question(now, who, op)) is not None:
            kept = self._store.kept_answer(question)
            if kept is not None and kept.asked != question.asked:
                return KEY_USED
            if kept is not None and kept.answer:
                return EveningRefusal(kept.answer)
            if kept is not None:  # read anew: another process may have added its lines since `now`
                return self.at(now.row.id)
        stands = op is not None and any(line.op == f"{who.device_id}:{op}" for line in now.lines)
        return now if stands else None

    def _read(self, evening_id: int, kept: EveningNow | None) -> EveningNow:
        row = self._store.evening(evening_id)
        if row is None:
            raise UnknownEvening(evening_id)
        lines = () if kept is None else kept.lines
        newer = self._store.evening_lines(evening_id, len(lines))
        if kept is not None and any(line.kind == "forgotten" for line in newer):  # those before it are other ones since
            return self._read(evening_id, None)
        lines = (*lines, *newer)
        if kept is None or any(line.kind == "undone" for line in newer):
            state = folded(lines)
        else:
            state = kept.state
            for line in newer:
                state = after(state, line)
        return EveningNow(row, state, lines, tuple(self._store.grants(evening_id, Scope.EVENING)))

    def _keep(self, now: EveningNow) -> EveningNow:
        with self._guard:
            keep_newest(self._kept, now.row.id, now, EVENINGS_KEPT)
        return now

    def _locked(self, evening_id: int) -> FairRLock:
        return self._locks[evening_id % TABLE_LOCKS]


def _question(now: EveningNow, who: EveningViewer, op: str | None) -> KeyedQuestion | None:
    """Returns the question of a form or a program as the store keeps it; None where its key says all that is asked."""
    if not isinstance(op, Key) or who.device_id is None:
        return None
    return question(f"evening {now.row.id}", who.device_id, op, op.asked)


def _people_let_go(now: EveningNow, change: EveningChange) -> frozenset[int]:
    expelled = {one.person for one in now.grants if one.device_id in change.expelled and one.person is not None}
    return frozenset(change.freed) | expelled


@lru_cache(EVENINGS_KEPT)
def undoable(now: EveningNow, who: EveningViewer) -> EveningLine | None:
    """Returns the newest line that this device may take back, None where the newest one is none of these.

    Kept, since the evening is folded for it and live pages ask again and again.
    """
    for row in reversed(now.lines):
        line = line_of(row.kind, row.body)
        if row.seq in now.state.undone or isinstance(line, kinds.Undone):
            continue
        return row if _undo_refusal(now, who, kinds.Undone(row.seq)) is None else None
    return None


def _tables_of_results(now: EveningNow, new: Sequence[Line]) -> Iterator[int]:
    for line in new:
        said = line
        if isinstance(line, kinds.Undone) and 1 <= line.line <= len(now.lines):
            said = line_of(now.lines[line.line - 1].kind, now.lines[line.line - 1].body)
        if isinstance(said, kinds.ResultLine | kinds.Rejected):
            sitting = said.sitting(now.state)
            if sitting is not None and sitting.table is not None:
                yield sitting.table


def _tables_taken_back(state: EveningState, new: Sequence[Line]) -> tuple[int, ...]:
    # Before the line the round is the newest one, after it the one that was taken back.
    here = (state.unseated or state.round) if any(isinstance(line, kinds.Unseated) for line in new) else None
    return () if here is None else tuple(one.table for one in here.sittings.values() if one.table is not None)


def _marked(state: EveningState, line: Line, own: OwnResults) -> Line:
    if not isinstance(line, kinds.Reported | kinds.Confirmed):
        return line
    sitting = line.sitting(state)
    return structs.replace(line, own=sitting is not None and sitting.table in own)


def _seals(now: EveningNow, new: Sequence[Line]) -> Mapping[int, tuple[datetime | None, datetime | None]]:
    """Returns the tables whose round these lines close, or give another time to be final."""
    if not any(isinstance(line, SEALING) for line in new):
        return {}
    rows = [
        EveningLine(evening_id=now.row.id, seq=seq, kind=kind, body=body)
        for seq, (kind, body) in enumerate(map(body_of, new), now.state.seq + 1)
    ]
    before, after = seals(now.state), seals(folded([*now.lines, *rows]))
    nothing: tuple[None, None] = (None, None)
    changed = {table for table in {*before, *after} if before.get(table, nothing) != after.get(table, nothing)}
    return {table: after.get(table, nothing) for table in changed}


def refusal_of(
    now: EveningNow, who: EveningViewer, new: Sequence[Line], own: OwnResults = MappingProxyType({})
) -> EveningRefusal | None:
    """Returns why these lines are not added, the first reason."""
    state = now.state
    signed: list[Line] = []
    asker = who
    for line in new:
        is_signed = line in signed
        if (refusal := judged(state, asker if is_signed else who, line, own)) is not None:
            return refusal
        if isinstance(line, kinds.Signed):
            proposal = state.proposals[line.proposal]
            signed = lines_of(proposal, state)
            asker = EveningViewer(proposal.device_id, proposal.role, name=proposal.by)
        if isinstance(line, kinds.Undone):
            if (refusal := _undo_refusal(now, who, line, own)) is not None:
                return refusal
            continue
        if takes_both(state, line) and not is_signed:
            return EveningRefusal(TAKES_TWO, {"round": 0 if state.round is None else state.round.number})
        kind, body = body_of(line)
        before, row = state, EveningLine(evening_id=now.row.id, seq=state.seq + 1, kind=kind, body=body)
        state = after(state, row)
        if not who.is_server and (refusal := _closed_to(before, state, signed=is_signed)) is not None:
            return refusal
    return None


def _closed_to(before: EveningState, after: EveningState, *, signed: bool) -> EveningRefusal | None:
    """Returns why a closed round may not change from one state to the other without a second signature."""
    for here in before.rounds:
        if here.is_closed and results_of(before, here.number) != results_of(after, here.number):
            period = period_of(before, here.number, utc_now())
            if period.is_over:
                return EveningRefusal("round-final", {"round": here.number, "until": period.until})
            if not signed:
                return EveningRefusal(TAKES_TWO, {"round": here.number})
    return None


def _undo_refusal(
    now: EveningNow, who: EveningViewer, line: kinds.Undone, own: OwnResults = MappingProxyType({})
) -> EveningRefusal | None:
    row = now.lines[line.line - 1] if 1 <= line.line <= len(now.lines) else None
    if row is None or line.line in now.state.undone or not line_of(row.kind, row.body).undoable:
        return EveningRefusal("not-undoable")
    if not (who.runs or row.device_id == who.device_id):
        return NOT_YOURS
    taken_back = EveningLine(evening_id=now.row.id, seq=len(now.lines) + 1, kind="undone", body={"line": line.line})
    try:
        state = folded([*now.lines, taken_back])
    except (KeyError, IndexError):  # a later line rests on it
        return EveningRefusal("not-undoable")
    if (refusal := _closed_to(now.state, state, signed=False)) is not None:
        return refusal if refusal.code != TAKES_TWO else EveningRefusal("not-undoable")
    sittings = (one for here in state.rounds for one in here.sittings.values() if one.table in own)
    is_other = any(one.result is not None and one.result.scores != own[one.table or 0] for one in sittings)
    return EveningRefusal("table-counts") if is_other else None
