"""Guards of an evening: who may add which line, and whether it fits. What is not listed is denied."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from webapp.evening import lines as kinds
from webapp.evening.line_fits import FITS, OwnResults, fits_table
from webapp.evening.line_values import fault_of_values
from webapp.evening.lines import Line
from webapp.evening.plan import Confirmer
from webapp.evening.state import EveningState, Sitting, sitting_of
from webapp.evening.viewer import EveningViewer
from webapp.store.evening_models import EveningRole

Asks = Callable[[EveningState, EveningViewer, Any], bool]


def _server(_state: EveningState, who: EveningViewer, _line: Line) -> bool:
    return who.device_id is None


def _runs(_state: EveningState, who: EveningViewer, _line: Line) -> bool:
    return who.runs


def _helps(_state: EveningState, who: EveningViewer, _line: Line) -> bool:
    return who.helps


def _self(_state: EveningState, who: EveningViewer, line: Any) -> bool:
    return who.runs or (who.person is not None and who.person == line.person)


def _leaves(state: EveningState, who: EveningViewer, line: kinds.Left) -> bool:
    """Whoever a referee has excluded leaves by the referee."""
    return _self(state, who, line) or (who.is_referee and state.is_excluded(line.person))


def _penalises(_state: EveningState, who: EveningViewer, line: kinds.Penalised) -> bool:
    """A referee does; what was given at the desk of a table the server notes."""
    return who.device_id is None if line.table_penalty else who.is_referee


def _lifts(state: EveningState, who: EveningViewer, line: kinds.Lifted) -> bool:
    """What was given at the desk of a table is lifted there, together with its points."""
    given = state.penalties.get(line.penalty)
    return who.device_id is None if given is not None and given.table_penalty else who.is_referee


def _comes(_state: EveningState, who: EveningViewer, line: kinds.Coming) -> bool:
    """A referee does; the server notes that a matter is settled."""
    return who.is_referee or (who.device_id is None and line.back)


def _lists(state: EveningState, who: EveningViewer, line: kinds.Listed) -> bool:
    """A phone that checks in lists its own player, where the list is open."""
    return who.runs or (state.plan.door and who.device_id is not None and who.person is None and not who.is_referee)


def _asks(_state: EveningState, who: EveningViewer, _line: Line) -> bool:
    return who.device_id is not None and who.person is None and not who.is_referee


def _lets_in(state: EveningState, who: EveningViewer, line: kinds.LetIn) -> bool:
    """A phone takes a name that has no phone, as the store checks; the organiser or that phone grants a request."""
    if not line.asked:
        return who.device_id is not None and who.person is None and not who.is_referee
    return who.runs or (who.person is not None and who.person == line.person)


def _turns_away(state: EveningState, who: EveningViewer, line: kinds.TurnedAway) -> bool:
    request = state.requests.get(line.asked)
    mine = request is not None and request.device_id == who.device_id
    about_me = request is not None and who.person is not None and request.person == who.person
    return who.runs or mine or about_me


def _at_table(state: EveningState, who: EveningViewer, line: Any) -> bool:
    if who.runs or who.at_table == line.number:
        return True
    sitting = sitting_of(state, line)
    return sitting is not None and who.person is not None and who.person in sitting.people


def _rejects(state: EveningState, who: EveningViewer, line: kinds.Rejected) -> bool:
    """That a table has come to another result the server notes."""
    return who.device_id is None if line.entered else _at_table(state, who, line)


def _reports(state: EveningState, who: EveningViewer, line: kinds.Reported) -> bool:
    own = line.person is None or line.person == who.person
    return own and _at_table(state, who, line)


def _confirms(state: EveningState, who: EveningViewer, line: kinds.Confirmed) -> bool:
    """The other side confirms what a side has reported: not the same player, nor who sits on the same side."""
    if who.runs:
        return True
    sitting = sitting_of(state, line)
    if state.plan.confirmer == Confirmer.ORGANISER or sitting is None or sitting.reported is None:
        return False
    if line.person is None or line.person != who.person or who.person not in sitting.people:
        return False
    return not _same_side(sitting, line.person)


def _same_side(sitting: Sitting, person: int) -> bool:
    report = sitting.reported
    if report is None or report.person is None or report.person not in sitting.people:
        return False
    sides = len(report.scores) or len(sitting.people)
    return sitting.people.index(person) % sides == sitting.people.index(report.person) % sides


def _helper(state: EveningState, who: EveningViewer, line: kinds.Helper) -> bool:
    """A phone that an invite lets in, as the view has found. The organiser lets out, a deputy referees; all may go."""
    if not line.gone:
        return _anybody(state, who, line)
    own = line.role == who.role and line.name == who.name
    return own or who.is_organiser or (who.runs and line.role == EveningRole.REFEREE)


def _anybody(_state: EveningState, who: EveningViewer, _line: Line) -> bool:
    """A phone that the view has found to have the right, by an invite or as the host of a table."""
    return who.device_id is not None


RIGHTS: Mapping[type[Line], Asks] = {
    kinds.Planned: _runs,
    kinds.Listed: _lists,
    kinds.Changed: _runs,
    kinds.Away: _self,
    kinds.Left: _leaves,
    kinds.Back: _self,
    kinds.Asked: _asks,
    kinds.LetIn: _lets_in,
    kinds.TurnedAway: _turns_away,
    kinds.Helper: _helper,
    kinds.Seated: _runs,
    kinds.Reseated: _runs,
    kinds.Started: _runs,
    kinds.Extra: _helps,
    kinds.Paused: _helps,
    kinds.Resumed: _helps,
    kinds.LastHand: _helps,
    kinds.Acknowledged: _at_table,
    kinds.StandIn: _runs,
    kinds.Reported: _reports,
    kinds.Confirmed: _confirms,
    kinds.Corrected: _server,
    kinds.Rejected: _rejects,
    kinds.Ended: _runs,
    kinds.Disclosed: _runs,
    kinds.Penalised: _penalises,
    kinds.Lifted: _lifts,
    kinds.Announced: _helps,
    kinds.Coming: _comes,
    kinds.Joined: _anybody,
    kinds.Parted: _anybody,
    kinds.Played: _server,
    kinds.Undone: _helps,
    kinds.Closed: _runs,
    kinds.Reopened: _runs,
}


@dataclass(frozen=True)
class EveningRefusal:
    """Why a line is not added: a code, and what it is about. `webapp/evening/refusal_words.py` says it."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


NOT_YOURS = EveningRefusal("not-yours")
AFTER_CLOSING = (
    kinds.Reopened,
    kinds.Corrected,
    kinds.Lifted,
    kinds.Disclosed,
    kinds.Penalised,
    kinds.Parted,
    kinds.Forgotten,
)
"""Lines that an evening takes when it is over."""
UNDOABLE = (
    kinds.Changed,
    kinds.Away,
    kinds.Left,
    kinds.Back,
    kinds.Started,
    kinds.Extra,
    kinds.Paused,
    kinds.Resumed,
    kinds.LastHand,
    kinds.StandIn,
    kinds.Confirmed,
    kinds.Rejected,
    kinds.Ended,
    kinds.Disclosed,
    kinds.Announced,
    kinds.Closed,
)
"""What whoever added it, or who runs the evening, may take back while nothing rests on it."""


def judged(
    state: EveningState, who: EveningViewer, line: Line, own: OwnResults = MappingProxyType({})
) -> EveningRefusal | None:
    """Returns why this device may not add this line now, None where it may.

    `own` are the results of the tables that the line is about, by their logs.
    """
    if state.is_closed and not isinstance(line, AFTER_CLOSING) and not isinstance(line, kinds.Undone):
        return EveningRefusal("closed")
    asks = RIGHTS.get(type(line))
    if asks is None or not asks(state, who, line):
        return NOT_YOURS
    fits = FITS.get(type(line))
    code = fault_of_values(line) or (None if fits is None else fits(state, who, line)) or fits_table(state, line, own)
    return None if code is None else EveningRefusal(code)
