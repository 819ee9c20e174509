"""Results of circles that come without entries: each is a table of its own, with a match that is kept at once."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlmodel import Session, col

from rules_core.record import Header
from webapp.http.limits import ROWS_A_TURN
from webapp.store.kept_rows import MatchRow, TableRow, rows_of
from webapp.store.match_keeping import EndedMatch, first_of, make_due, match_row
from webapp.store.models import DeskLine, Grant, Table, now
from webapp.store.roles import Role
from webapp.store.table_headers import TableHeaders, opened_line, table_of


class NewResult(NamedTuple):
    """A result that opens a table: `note` is the desk's line about it, `op` the key by which it is imported once."""

    header: Header
    note: Mapping[str, Any]
    op: str
    ended: EndedMatch


class CircleResults(TableHeaders):
    """Results without entries of all circles."""

    def open_results(self, circle_id: int, results: Sequence[NewResult], *, device_id: int) -> list[int]:
        """Opens a table of the circle for each of these results, with its match; ratings are due from the first on.

        The device is nothing at these tables any more. Returns those that were there, taken back from the circle.
        """
        there: list[int] = []
        for first in range(0, len(results), ROWS_A_TURN):
            with self._write() as session:
                rows_of(session).lock_circle(circle_id)
                found: list[MatchRow] = []
                for one in results[first : first + ROWS_A_TURN]:
                    table = session.scalars(select(Table).where(col(Table.op) == one.op)).one_or_none()
                    if table is None:
                        table = self._open_result(session, one, device_id)
                    else:
                        there.append(table.id)
                    table.circle_id = circle_id
                    rows = rows_of(session)
                    row = match_row(rows, table.id, TableRow(circle_id, one.header.game, one.header.players), one.ended)
                    if rows.match(row.table_id) is None and not rows.same_matches(row) and rows.counts(row):
                        rows.add_match(row)
                        found.append(row)
                rows = rows_of(session)
                rows.note_change(circle_id)
                make_due(rows, circle_id, first_of(found))
            self.pause()
        return there

    def _open_result(self, session: Session, one: NewResult, device_id: int) -> Table:
        table = table_of(one.header, op=one.op)
        self._add_tables(session, table)
        session.add(Grant(table_id=table.id, device_id=device_id, role=Role.HOST, until=now()))
        self._add_record(session, table, [], [], (opened_line(table.id, 0, one.note, device_id),))
        return table

    def results_of_circle(self, circle_id: int) -> dict[int, Mapping[str, Any]]:
        """Returns the results without entries on the desks of a circle's tables, by table."""
        wanted = (
            select(col(DeskLine.table_id), col(DeskLine.body))
            .join(Table, col(Table.id) == col(DeskLine.table_id))
            .where(col(Table.circle_id) == circle_id, col(DeskLine.kind) == "opened")
            .order_by(col(DeskLine.table_id))
        )
        with self._read() as session:
            return {table_id: body for table_id, body in session.execute(wanted) if "result" in body}
