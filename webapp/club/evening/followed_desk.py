"""What the desk of a table tells its evening: penalties given and lifted there, matters that are settled.

Every line fits once: a second look, also by another process, adds nothing.
"""

from collections.abc import Iterator

from webapp.club.evening import lines as kinds
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.lines import Line
from webapp.club.evening.state import EveningState
from webapp.club.evening.summary import TableSummary
from webapp.table.penalties import Penalty


def desk_lines(evening: EveningNow, summary: TableSummary) -> Iterator[Line]:
    """Yields the lines by which the evening follows what the desk of this table says."""
    known = {one.table_penalty: one for one in evening.state.penalties.values() if one.table == summary.table}
    for given in summary.penalties:
        noted = known.get(given.number)
        if noted is None and given.holds:
            yield from _given(evening.state, summary, given)
        elif noted is not None and noted.holds and given.lifted is not None:
            yield kinds.Lifted(noted.line, given.lifted.why, given.lifted.by)
    waiting = {call.number for call in summary.calls}
    for (table, dispute), coming in evening.state.coming.items():
        if table == summary.table and dispute not in waiting:
            yield kinds.Coming(table, dispute, coming.by, back=True)


def _given(state: EveningState, summary: TableSummary, given: Penalty) -> Iterator[Line]:
    where = person_at(state, summary, given.seat)
    if where is None:  # nobody on the list: it stays a matter of that table
        return
    person, round_number = where
    yield kinds.Penalised(
        person,
        str(given.step),
        given.reason,
        given.rule,
        given.by,
        round=round_number,
        number=summary.number,
        table=summary.table,
        table_penalty=given.number,
    )


def person_at(state: EveningState, summary: TableSummary, seat: int) -> tuple[int, int | None] | None:
    """Returns who on the list sits on a seat of a table, and in which round; None for nobody on the list.

    At a table that the evening did not seat whoever is called as somebody on the list is that one.
    """
    for here in state.rounds:
        for sitting in here.sittings.values():
            if sitting.table == summary.table and seat < len(sitting.people):
                return sitting.people[seat], here.number
    name = summary.names[seat].casefold()
    return next(((one.number, None) for one in state.people.values() if one.name.casefold() == name), None)
