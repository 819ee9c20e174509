"""Acts of an evening: what a form or a program asks for becomes lines, which are judged and added; one way for both.

The caller reads what was sent and says what came of it. What a text, a number or a name may be, who signs, and what
comes along with a line is known here alone.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from webapp.evening import lines as kinds
from webapp.evening.follower import EveningTables
from webapp.evening.guards import EveningRefusal, judged
from webapp.evening.joining.running_table import sit_down, sitting_now
from webapp.evening.keeper import EveningKeeper, EveningNow, LineAdded, LineRefused
from webapp.evening.lines import Line
from webapp.evening.penalty_steps import penalty_lines
from webapp.evening.people.people_page import seat_stand_in
from webapp.evening.plan import Length, Plan
from webapp.evening.result_facts import with_hands
from webapp.evening.state import EveningState
from webapp.evening.viewer import EveningViewer
from webapp.http.limits import LONGEST_REASON, MOST_EXTRA_MINUTES, MOST_PLAN_POINTS, MOST_ROUND_HANDS
from webapp.services import services
from webapp.store.evening_changes import NOTHING_ELSE, EveningChange
from webapp.table.player_names import fault_of, tidy
from webapp.table.table_view import is_title

MINUTE = 60
Outcome = LineAdded | LineRefused


def act(
    now: EveningNow, who: EveningViewer, *asked: Line, op: str | None = None, change: EveningChange = NOTHING_ELSE
) -> Outcome:
    """Adds what is asked for, as it is meant and with what comes along, or says why not.

    Rights come before what is wrong with a text. A question whose key was answered is answered alike. Raises
    PersonTaken, InviteSpent.
    """
    keeper = services().part(EveningKeeper)
    if (known := keeper.answered(now, who, op)) is not None:
        return known
    meant = [_meant(now, who, line) for line in asked]
    if (refusal := _fault(now, who, meant)) is not None:
        return LineRefused(now, refusal)
    lines = [line for one in meant for line in _with_more(now.state, one)]
    if asked and not lines:
        return LineAdded(now)
    outcome = keeper.add(now.row.id, who, *lines, op=op, change=change)
    if isinstance(outcome, LineAdded):
        for line in lines:
            _follow(outcome.now, line)
    return outcome


def _fault(now: EveningNow, who: EveningViewer, lines: Sequence[Line]) -> EveningRefusal | None:
    for line in lines:
        fault = FAULTS.get(type(line))
        found = None if fault is None else fault(now, line)
        if found is not None:
            refused = judged(now.state, who, line)
            return refused if refused is not None and refused.code in ("not-yours", "closed") else found
    return None


def _meant(now: EveningNow, who: EveningViewer, line: Line) -> Line:
    """Returns a line as it is kept: its texts without what nobody sees, and signed by who adds it."""
    meant = MEANT.get(type(line))
    return line if meant is None else meant(now, who, line)


def _planned(now: EveningNow, _who: EveningViewer, line: kinds.Planned) -> Line:
    return replace(line, title=tidy(line.title) or now.state.title)


def _listed(_now: EveningNow, _who: EveningViewer, line: kinds.Listed) -> Line:
    return replace(line, name=tidy(line.name), team=tidy(line.team))


def _changed(now: EveningNow, _who: EveningViewer, line: kinds.Changed) -> Line:
    person = now.state.people.get(line.person)
    if person is None:
        return line
    name, team = (None if text is None else tidy(text) for text in (line.name, line.team))
    same = line.partner is not None and line.partner == (person.partner or 0)
    return replace(
        line,
        name=None if name == person.name else name,
        team=None if team == person.team else team,
        partner=None if same else line.partner,
    )


def _stand_in(_now: EveningNow, _who: EveningViewer, line: kinds.StandIn) -> Line:
    return replace(line, by=tidy(line.by))


def _said(now: EveningNow, who: EveningViewer, line: kinds.Reported | kinds.Confirmed) -> Line:
    """Returns a result with the hands that are over at its table; a player says it for the own side, nobody else."""
    sitting = line.sitting(now.state)
    table = None if sitting is None else sitting.table
    if line.person is None and sitting is not None and who.person in sitting.people and not who.runs:
        line = replace(line, person=who.person)
    said = None if sitting is None else sitting.reported
    if isinstance(line, kinds.Confirmed) and said is not None and said.scores == line.scores:
        return replace(line, hands=said.hands, shown=())
    return with_hands(line, None if table is None else services().part(EveningTables).at(now.row.id).get(table))


def _penalised(now: EveningNow, who: EveningViewer, line: kinds.Penalised) -> Line:
    given = replace(line, by=who.name or "", reason=line.reason.strip()[:LONGEST_REASON])
    return given if given.table_penalty else replace(given, table=0)


def _lifted(_now: EveningNow, who: EveningViewer, line: kinds.Lifted) -> Line:
    return replace(line, by=who.name or "", why=line.why.strip()[:LONGEST_REASON])


def _announced(_now: EveningNow, who: EveningViewer, line: kinds.Announced) -> Line:
    return replace(line, by=who.name or "", text=line.text.strip(), tables=tuple(sorted({*line.tables})))


def _coming(_now: EveningNow, who: EveningViewer, line: kinds.Coming) -> Line:
    return replace(line, by=who.name or "")


MEANT: Mapping[type[Line], Callable[[EveningNow, EveningViewer, Any], Line]] = {
    kinds.Planned: _planned,
    kinds.Listed: _listed,
    kinds.Changed: _changed,
    kinds.StandIn: _stand_in,
    kinds.Reported: _said,
    kinds.Confirmed: _said,
    kinds.Penalised: _penalised,
    kinds.Lifted: _lifted,
    kinds.Announced: _announced,
    kinds.Coming: _coming,
}


def _name_fault(name: str) -> EveningRefusal | None:
    fault = fault_of(name)
    return None if fault is None else EveningRefusal("bad-name", {"fault": fault, "name": name})


def _name_and_team_fault(name: str | None, team: str | None) -> EveningRefusal | None:
    return (None if name is None else _name_fault(name)) or (_name_fault(team) if team else None)


def _plan_fault(_now: EveningNow, line: kinds.Planned) -> EveningRefusal | None:
    if not is_title(line.title):
        return EveningRefusal("bad-title")
    return None if is_offered(line.plan) else EveningRefusal("bad-plan")


def is_offered(plan: Plan) -> bool:
    """Tells whether the numbers of a plan are such as an evening is opened with."""
    points = (plan.bye, *plan.place_points)
    within = plan.hands <= MOST_ROUND_HANDS and all(-MOST_PLAN_POINTS <= one <= MOST_PLAN_POINTS for one in points)
    return within and not (plan.length == Length.TIME and not plan.minutes)


def _stand_in_fault(_now: EveningNow, line: kinds.StandIn) -> EveningRefusal | None:
    return _name_fault(line.by) if line.by else None


def _extra_fault(_now: EveningNow, line: kinds.Extra) -> EveningRefusal | None:
    return None if 0 < abs(line.seconds) <= MOST_EXTRA_MINUTES * MINUTE else EveningRefusal("bad-number")


def _announced_fault(now: EveningNow, line: kinds.Announced) -> EveningRefusal | None:
    return None if {*line.tables} <= {*table_numbers(now.state)} else EveningRefusal("no-table")


def table_numbers(state: EveningState) -> list[int]:
    """Returns the numbers of the tables that play now."""
    seated = () if state.round is None else state.round.sittings
    return sorted({*seated, *state.guests})


def _coming_fault(now: EveningNow, line: kinds.Coming) -> EveningRefusal | None:
    waits = services().part(EveningTables).at(now.row.id).get(line.table)
    is_open = waits is not None and any(call.number == line.dispute for call in waits.calls)
    return None if is_open else EveningRefusal("no-call")


FAULTS: Mapping[type[Line], Callable[[EveningNow, Any], EveningRefusal | None]] = {
    kinds.Planned: _plan_fault,
    kinds.Listed: lambda now, line: _name_and_team_fault(line.name, line.team),
    kinds.Changed: lambda now, line: _name_and_team_fault(line.name, line.team),
    kinds.StandIn: _stand_in_fault,
    kinds.Extra: _extra_fault,
    kinds.Announced: _announced_fault,
    kinds.Coming: _coming_fault,
}


def _with_more(state: EveningState, line: Line) -> Sequence[Line]:
    """Returns a line with those that come with it: who is excluded leaves; none for a change that changes nothing."""
    if isinstance(line, kinds.Penalised) and not line.table_penalty:
        return penalty_lines(state, line)
    if line == kinds.Changed(getattr(line, "person", 0)) and line.person in state.people:
        return ()
    return [line]


def _follow(now: EveningNow, line: Line) -> None:
    if not isinstance(line, kinds.StandIn):
        return
    sitting = sitting_now(now, line.person)
    if sitting is None or sitting.number != line.number or sitting.stand_ins.get(line.person, "") != line.by:
        return
    if line.by:
        seat_stand_in(now, line.person, line.by)
    elif (device_id := now.phone_of(line.person)) is not None:
        sit_down(now, line.person, device_id)
