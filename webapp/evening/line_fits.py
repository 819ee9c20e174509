"""Fit of a line: whether it makes sense as the evening stands; a code where it does not."""

from collections.abc import Callable, Mapping
from typing import Any

from webapp.evening import lines as kinds
from webapp.evening.line_values import rules_of_penalties
from webapp.evening.lines import Line
from webapp.evening.plan import Ladder
from webapp.evening.state import (
    EveningState,
    Presence,
    Round,
    sitting_of,
)
from webapp.evening.viewer import EveningViewer
from webapp.http.limits import (
    FIRST_GUEST_TABLE,
    LONGEST_NAME,
    MOST_ANNOUNCED,
    MOST_EVENING_REQUESTS,
    MOST_PEOPLE,
)
from webapp.table.player_names import fault_of, tidy

Fits = Callable[[EveningState, EveningViewer, Any], str | None]
OwnResults = Mapping[int, tuple[int, ...]]
"""What tables in whose log something stands have come to, by their id."""


def _running(state: EveningState, number: int) -> Round | None:
    here = state.round_of(number)
    return None if here is None or here.ended else here


def _name_fits(state: EveningState, name: str, but: int = 0) -> str | None:
    if name != tidy(name) or fault_of(name) is not None:
        return "bad-name"
    alike = any(one.name.casefold() == name.casefold() and one.number != but for one in state.people.values())
    return "name-taken" if alike else None


FIXED_BY_A_ROUND = (
    "kind",
    "game",
    "options",
    "edition",
    "choices",
    "pairs",
    "counting",
    "place_points",
    "bye",
    "absence",
    "tie_breaks",
)
"""Settings that stay once a round was seated: what was played then goes by them."""


def _planned(state: EveningState, _who: EveningViewer, line: kinds.Planned) -> str | None:
    if not state.rounds:
        played = state.guests or state.matches
        return "bad-plan" if played and line.plan.kind != state.plan.kind else None
    same = all(getattr(line.plan, name) == getattr(state.plan, name) for name in FIXED_BY_A_ROUND)
    return None if same and line.plan.rounds >= len(state.rounds) else "bad-plan"


def _listed(state: EveningState, _who: EveningViewer, line: kinds.Listed) -> str | None:
    if line.person != len(state.people) + 1:
        return "moved-on"
    return "list-full" if line.person > MOST_PEOPLE else _name_fits(state, line.name)


def _changed(state: EveningState, _who: EveningViewer, line: kinds.Changed) -> str | None:
    if line.person not in state.people or (line.partner or line.person) not in state.people:
        return "nobody"
    if line.partner == line.person:
        return "own-partner"
    return None if line.name is None else _name_fits(state, line.name, but=line.person)


def _presence(wanted: Presence) -> Fits:
    def fits(state: EveningState, _who: EveningViewer, line: Any) -> str | None:
        if line.person not in state.people:
            return "nobody"
        return "is-so" if state.people[line.person].presence == wanted else None

    return fits


def _back(state: EveningState, who: EveningViewer, line: kinds.Back) -> str | None:
    return "excluded" if state.is_excluded(line.person) else _presence(Presence.HERE)(state, who, line)


def _asked(state: EveningState, who: EveningViewer, line: kinds.Asked) -> str | None:
    if len(state.requests) >= MOST_EVENING_REQUESTS:
        return "many-requests"
    if any(one.device_id == who.device_id for one in state.requests.values()):
        return "asked-already"
    if line.person is not None:
        return None if line.person in state.people else "nobody"
    return "bad-name" if not line.name.strip() or len(line.name) > LONGEST_NAME else None


def _let_in(state: EveningState, _who: EveningViewer, line: kinds.LetIn) -> str | None:
    if line.person not in state.people:
        return "nobody"
    request = state.requests.get(line.asked) if line.asked else None
    return "no-request" if line.asked and (request is None or request.person not in (None, line.person)) else None


def _turned_away(state: EveningState, _who: EveningViewer, line: kinds.TurnedAway) -> str | None:
    return None if line.asked in state.requests else "no-request"


def _seated(state: EveningState, _who: EveningViewer, line: kinds.Seated) -> str | None:
    if not state.plan.is_tournament:
        return "no-rounds"
    if line.round != len(state.rounds) + 1:
        return "moved-on"
    if state.round is not None and not state.round.ended:
        return "round-runs"
    people = [one for table in line.tables for one in table.people] + list(line.byes)
    if len(set(people)) < len(people) or not set(people) <= set(state.people):
        return "bad-seating"
    return None if line.tables and not _is_of_guests(state, line) else "bad-seating"


def _reseated(state: EveningState, _who: EveningViewer, line: kinds.Reseated) -> str | None:
    here = _running(state, line.round)
    if here is None:
        return "no-round"
    changed = {table.number for table in line.tables} | set(line.emptied)
    if any(number in changed and (one.is_in or one.reported is not None) for number, one in here.sittings.items()):
        return "is-in"
    kept = [one for number, it in here.sittings.items() if number not in changed for one in it.people]
    people = [*kept, *line.byes, *(one for table in line.tables for one in table.people)]
    good = len(set(people)) == len(people) and set(people) <= set(state.people)
    return None if good and not _is_of_guests(state, line) else "bad-seating"


def _is_of_guests(state: EveningState, line: kinds.Seated | kinds.Reseated) -> bool:
    """Tells whether a table has the number of one that has joined; older tournaments gave both from 1 on."""
    return any(table.number >= FIRST_GUEST_TABLE and table.number in state.guests for table in line.tables)


def _in_round(state: EveningState, _who: EveningViewer, line: Any) -> str | None:
    return None if _running(state, line.round) is not None else "no-round"


def _extra(state: EveningState, _who: EveningViewer, line: kinds.Extra) -> str | None:
    here = _running(state, line.round)
    if here is None:
        return "no-round"
    if not here.seconds:
        return "no-clock"
    return None if line.number is None or line.number in here.sittings else "no-table"


def _paused(state: EveningState, _who: EveningViewer, line: kinds.Paused) -> str | None:
    here = _running(state, line.round)
    if here is None or here.starts_at is None:
        return "no-round"
    return "is-so" if here.paused_at is not None else None


def _resumed(state: EveningState, _who: EveningViewer, line: kinds.Resumed) -> str | None:
    here = _running(state, line.round)
    return "is-so" if here is None or here.paused_at is None else None


def _last_hand(state: EveningState, _who: EveningViewer, line: kinds.LastHand) -> str | None:
    here = _running(state, line.round)
    if here is None or here.starts_at is None:
        return "no-round"
    return "is-so" if here.last_hand_at is not None else None


def _acknowledged(state: EveningState, _who: EveningViewer, line: kinds.Acknowledged) -> str | None:
    here = _running(state, line.round)
    if here is None or line.number not in here.sittings:
        return "no-table"
    if here.last_hand_at is None:
        return "no-last-hand"
    return "is-so" if here.sittings[line.number].acknowledged else None


def _stand_in(state: EveningState, _who: EveningViewer, line: kinds.StandIn) -> str | None:
    sitting = sitting_of(state, line)
    if sitting is None or line.person not in sitting.people:
        return "no-table"
    if not line.by and line.person in sitting.stand_ins:
        return None
    return "bad-name" if not line.by.strip() or len(line.by) > LONGEST_NAME else None


def _result(state: EveningState, who: EveningViewer, line: Any) -> str | None:
    here, sitting = state.round_of(line.round), sitting_of(state, line)
    if here is None or sitting is None:
        return "no-table"
    if here.ended and not who.runs:
        return "no-round"
    if sitting.is_in:
        return "is-in"
    return None if 1 <= len(line.scores) <= len(sitting.people) else "bad-scores"


def _confirmed(state: EveningState, who: EveningViewer, line: kinds.Confirmed) -> str | None:
    sitting = sitting_of(state, line)
    if not who.runs and sitting is not None and sitting.reported and sitting.reported.scores != line.scores:
        return "moved-on"
    return _result(state, who, line)


def fits_table(state: EveningState, line: Line, own: OwnResults) -> str | None:
    """Returns a code where a result is not what its table has come to: one that was played has no other result."""
    if not isinstance(line, kinds.Reported | kinds.Confirmed):
        return None
    sitting = sitting_of(state, line)
    scores = None if sitting is None else own.get(sitting.table or 0)
    return None if scores in (None, line.scores) else "table-counts"


def _corrected(state: EveningState, _who: EveningViewer, line: kinds.Corrected) -> str | None:
    sitting = sitting_of(state, line)
    if sitting is None or sitting.result is None:
        return "no-table"
    return "moved-on" if sitting.result.scores != line.was else None


def _rejected(state: EveningState, who: EveningViewer, line: kinds.Rejected) -> str | None:
    sitting = sitting_of(state, line)
    if sitting is None:
        return "no-table"
    if sitting.is_in:
        return None if who.runs or line.entered else "is-in"
    return None if sitting.reported is not None else "is-so"


def _penalised(state: EveningState, _who: EveningViewer, line: kinds.Penalised) -> str | None:
    if line.person not in state.people:
        return "nobody"
    if not line.reason.strip():
        return "no-reason"
    if line.table_penalty:
        known = ((one.table, one.table_penalty) for one in state.penalties.values())
        return "is-so" if (line.table, line.table_penalty) in known else None
    if line.step not in Ladder.__struct_fields__:
        return "no-step"
    if line.rule not in rules_of_penalties(state.plan.game):
        return "no-rule"
    return None if line.points == getattr(state.plan.ladder, line.step) else "not-the-ladder"


def _lifted(state: EveningState, _who: EveningViewer, line: kinds.Lifted) -> str | None:
    given = state.penalties.get(line.penalty)
    if given is None or not given.holds:
        return "is-so"
    return None if line.why.strip() else "no-reason"


def _announced(state: EveningState, _who: EveningViewer, line: kinds.Announced) -> str | None:
    return None if 0 < len(line.text.strip()) <= MOST_ANNOUNCED else "bad-text"


def _coming(state: EveningState, who: EveningViewer, line: kinds.Coming) -> str | None:
    there = state.coming.get((line.table, line.dispute))
    if line.back:
        return None if there is not None and who.device_id in (None, there.device_id) else "is-so"
    return "another-comes" if there is not None else None


def _joined(state: EveningState, _who: EveningViewer, line: kinds.Joined) -> str | None:
    if any(one.table == line.table for one in state.guests.values()):
        return "is-so"
    there = state.guests.get(line.number)
    if line.after:
        return None if there is not None and there.table == line.after else "no-table"
    return None if there is None else "number-taken"


def _parted(state: EveningState, _who: EveningViewer, line: kinds.Parted) -> str | None:
    return None if any(one.table == line.table for one in state.guests.values()) else "no-table"


def _closed(state: EveningState, _who: EveningViewer, _line: Line) -> str | None:
    here = state.round
    return "round-runs" if here is not None and not here.ended else None


def _reopened(state: EveningState, _who: EveningViewer, _line: Line) -> str | None:
    return None if state.is_closed else "is-so"


FITS: Mapping[type[Line], Fits] = {
    kinds.Planned: _planned,
    kinds.Listed: _listed,
    kinds.Changed: _changed,
    kinds.Away: _presence(Presence.AWAY),
    kinds.Left: _presence(Presence.LEFT),
    kinds.Back: _back,
    kinds.Asked: _asked,
    kinds.LetIn: _let_in,
    kinds.TurnedAway: _turned_away,
    kinds.Seated: _seated,
    kinds.Reseated: _reseated,
    kinds.Started: _in_round,
    kinds.Extra: _extra,
    kinds.Paused: _paused,
    kinds.Resumed: _resumed,
    kinds.LastHand: _last_hand,
    kinds.Acknowledged: _acknowledged,
    kinds.StandIn: _stand_in,
    kinds.Reported: _result,
    kinds.Confirmed: _confirmed,
    kinds.Corrected: _corrected,
    kinds.Rejected: _rejected,
    kinds.Ended: _in_round,
    kinds.Penalised: _penalised,
    kinds.Lifted: _lifted,
    kinds.Announced: _announced,
    kinds.Coming: _coming,
    kinds.Joined: _joined,
    kinds.Parted: _parted,
    kinds.Closed: _closed,
    kinds.Reopened: _reopened,
}
