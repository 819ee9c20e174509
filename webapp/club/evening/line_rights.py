"""Rights at an evening: which device may add which kind of line. What is not listed here nobody adds."""

from collections.abc import Callable, Mapping
from typing import Any

from webapp.club.evening import lines as kinds
from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.lines import Line
from webapp.club.evening.plan import Confirmer
from webapp.club.evening.state import EveningState, Sitting, sitting_of
from webapp.store.evening_roles import EveningRole

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
