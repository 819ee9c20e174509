"""Opening an evening, for forms and programs: its plan and the people on its list become its first lines."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from webapp.access.device import network_here
from webapp.access.new_tables import Opener
from webapp.evening.lines import EveningRefusal, Line, Listed, Planned, judged
from webapp.evening.organising.settings import title_or_day
from webapp.evening.plan import Plan
from webapp.evening.state import EveningState
from webapp.evening.viewer import EveningViewer
from webapp.journal.lines import At, body_of
from webapp.services import services
from webapp.store.evening_models import Evening, NewLine
from webapp.store.models import now as moment
from webapp.store.roles import Role
from webapp.table.player_names import tidy


def first_lines(plan: Plan, title: str, names: Sequence[str] = ()) -> list[Line] | EveningRefusal:
    """Returns the lines with which an evening begins, or why it cannot; without a title it is called by its day."""
    organiser, state, lines = EveningViewer(0, Role.ORGANISER), EveningState(), list[Line]()
    listed = (Listed(number, name) for number, name in enumerate(names, 1))
    for asked in (Planned(plan, title_or_day(tidy(title))), *listed):
        line = asked.meant(organiser, state, _no_table)
        if (refusal := line.typed_fault(state, _no_table) or judged(state, organiser, line)) is not None:
            return refusal
        after = line.apply(state, At(state.seq + 1, moment(), None))
        state = replace(after, seq=state.seq + 1)
        lines.append(line)
    return lines


def _no_table(_table: int | None) -> None:
    """Knows no table: none plays yet."""


def open_evening(plan: Plan, title: str, names: Sequence[str], by: Callable[[], Opener]) -> Evening | EveningRefusal:
    """Opens an evening; the same key opens the same one. Who opens it is asked for only where nothing is wrong.

    Raises TooManyOpened.
    """
    lines = first_lines(plan, title, names)
    if isinstance(lines, EveningRefusal):
        return lines
    opener, (planned, *_people) = by(), lines
    assert isinstance(planned, Planned)
    added = [NewLine(*body_of(line)) for line in lines]
    return services().store.open_evening(
        planned.title, added, device_id=opener.device_id, network=network_here(), op=opener.op
    )
