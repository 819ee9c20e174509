"""Turn line of an evening: which table needs somebody first, and how many call, play and are done."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webapp.club.evening.keeper import EveningNow
from webapp.club.organising.table_rows import TableRow
from webapp.http.language import gettext as _
from webapp.http.language import ngettext


@dataclass(frozen=True)
class EveningTurn:
    """`what` needs somebody now, such as a table; `line` goes on from there; `help` counts the tables."""

    what: str
    line: str
    help: str


def evening_turn(now: EveningNow, rows: Sequence[TableRow]) -> EveningTurn:
    """Returns the turn line: the call that waits longest, then what else keeps a round from its end."""
    if now.state.is_closed:
        return EveningTurn("", _("The evening is over"), "")
    if not rows:
        return EveningTurn("", *_before_tables(now))
    what, line = _most_urgent(now, rows)
    return EveningTurn(what, line, ", ".join(_counted(rows)))


def _before_tables(now: EveningNow) -> tuple[str, str]:
    count = len(now.state.present)
    if not now.state.plan.is_tournament:
        return _("No table yet"), _("Print the cards or show the code.")
    if not count:
        return _("Nobody is on the list yet"), _("Show the code, or type the names.")
    return ngettext("%(num)s is on the list", "%(num)s are on the list", count), _("No round is seated yet.")


def _most_urgent(now: EveningNow, rows: Sequence[TableRow]) -> tuple[str, str]:
    calling = [row for row in rows if row.waits is not None and not row.coming]
    if calling:
        first = max(calling, key=lambda row: row.waits or 0)
        return _table(first), _waits(first.waits or 0)
    for row in rows:
        if row.reported:
            return _table(row), _("has a result to confirm")
    late = next((row for row in rows if row.late), None)
    if late is not None:
        return _table(late), _("is late")
    here = now.state.round
    if here is not None and now.state.plan.is_tournament:
        if here.ended:
            return "", _("Round %(round)s is over", round=here.number)
        if not here.missing:
            return "", _("All tables are in")
    return "", _("All is calm")


def _waits(minutes: int) -> str:
    return ngettext("waits %(num)s minute", "waits %(num)s minutes", minutes) if minutes else _("calls")


def _table(row: TableRow) -> str:
    return _("Table %(table)s", table=row.number)


def _counted(rows: Sequence[TableRow]) -> Iterator[str]:
    calls = sum(row.waits is not None for row in rows)
    done = sum(row.done for row in rows)
    idle = sum(row.idle for row in rows)
    if calls:
        yield ngettext("%(num)s table calls", "%(num)s tables call", calls)
    if idle:
        yield ngettext("%(num)s has not started", "%(num)s have not started", idle)
    yield ngettext("%(num)s is done", "%(num)s are done", done)
