"""Result of a table of a round: its points, who reported it, and the viewer's actions."""

from dataclasses import dataclass, replace

from webapp.evening import lines as kinds
from webapp.evening.clock import Phase, clock
from webapp.evening.keeper import EveningNow
from webapp.evening.lines import judged
from webapp.evening.state import EveningState, Round, Sitting
from webapp.evening.summary import TableSummary, is_played
from webapp.evening.viewer import EveningViewer
from webapp.store.models import utc_now
from webapp.words.turn import totals_said


@dataclass(frozen=True)
class ResultFacts:
    """A result: `sides` by name with their points; `by` is the reporter, empty for the phone of the table.

    `is_in`: it counts. `reported`: it waits to be confirmed. `due`: the table is at its end and nobody has said so.
    `is_played`: it has played all that the round asks of it. `refused`: these points were reported, and refused.
    `typed`: nothing was entered at the table, so that they cannot be reported from there again.
    """

    round: int
    number: int
    sides: tuple[tuple[str, int], ...]
    by: str = ""
    is_in: bool = False
    reported: bool = False
    due: bool = False
    is_played: bool = False
    refused: bool = False
    typed: bool = False
    may_report: bool = False
    may_confirm: bool = False
    may_reject: bool = False

    @property
    def told(self) -> str:
        """Returns the points by side: *Ann 12, Ben 8*."""
        return totals_said(*zip(*self.sides, strict=True))


def told_by_side(state: EveningState, sitting: Sitting, scores: tuple[int, ...]) -> str:
    """Returns points of a table by side: *Ann 12, Ben 8*."""
    return totals_said(*zip(*_sides(state, sitting, scores), strict=True))


def result_facts(
    now: EveningNow, viewer: EveningViewer, here: Round, sitting: Sitting, summary: TableSummary | None
) -> ResultFacts | None:
    """Returns the result of a table, None before anything was played there."""
    report = sitting.result or sitting.reported
    typed = summary is None or not summary.hands
    played = () if summary is None or typed else summary.scores
    scores = report.scores if report is not None else sitting.refused if typed else played
    if not scores:
        return None
    facts = ResultFacts(here.number, sitting.number, _sides(now.state, sitting, scores))
    if sitting.is_in:
        return replace(facts, is_in=True)
    if report is not None:
        return _reported(now.state, viewer, sitting, facts, summary)
    if typed:
        return replace(facts, due=True, refused=True, typed=True)
    line = reported_line(viewer, here, sitting, scores, summary)
    is_over = summary is not None and is_played(now.state.plan, summary)
    refused = sitting.refused == tuple(scores)
    is_called = here.last_hand_at is not None or clock(here, utc_now()).phase == Phase.OVERTIME
    due = refused or is_over or is_called
    may = judged(now.state, viewer, line) is None
    return replace(facts, due=due, is_played=is_over, refused=refused, may_report=may)


def reported_line(
    viewer: EveningViewer, here: Round, sitting: Sitting, scores: tuple[int, ...], summary: TableSummary | None
) -> kinds.Reported:
    """Returns the line by which this viewer says that the result is final."""
    person = viewer.person if viewer.person in sitting.people else None
    return kinds.Reported(here.number, sitting.number, scores, person, 0 if summary is None else summary.hands)


def confirmed_line(viewer: EveningViewer, here: Round, sitting: Sitting) -> kinds.Confirmed | None:
    """Returns the line by which this viewer confirms a report, None without one."""
    if sitting.reported is None:
        return None
    person = viewer.person if viewer.person in sitting.people else None
    return kinds.Confirmed(here.number, sitting.number, sitting.reported.scores, person, sitting.reported.hands)


def _reported(
    state: EveningState, viewer: EveningViewer, sitting: Sitting, facts: ResultFacts, summary: TableSummary | None
) -> ResultFacts:
    assert sitting.reported is not None
    by, own = sitting.reported.person, None if summary is None else summary.own_result
    person = viewer.person if viewer.person in sitting.people else None
    line = kinds.Confirmed(facts.round, facts.number, sitting.reported.scores, person)
    results = {} if own is None or sitting.table is None else {sitting.table: own}
    return replace(
        facts,
        reported=True,
        by="" if by is None else state.name(by),
        may_confirm=judged(state, viewer, line, results) is None,
        may_reject=judged(state, viewer, kinds.Rejected(facts.round, facts.number)) is None,
    )


def _sides(state: EveningState, sitting: Sitting, scores: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    names, each = state.names_at(sitting), len(scores) or 1
    return tuple(zip((" + ".join(names[side::each]) for side in range(each)), scores, strict=True))
