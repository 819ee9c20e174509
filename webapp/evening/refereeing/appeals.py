"""Appeals at tables of an evening: the period, the organisers who may decide, the open ones."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from webapp.evening.clock import period_of
from webapp.evening.keeper import EveningNow
from webapp.evening.state import table_in_round
from webapp.evening.summary import Tables
from webapp.evening.table_notes import evening_at_table
from webapp.http.language import gettext as _
from webapp.referee.cases.appeals import AppealPeriod, deciders, may_decide
from webapp.services import services
from webapp.store.models import now as moment
from webapp.store.roles import RUNNING
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.disputes import by_name
from webapp.words.phrases import joined
from webapp.words.phrases import moment as said


def appeal_period(now: Snapshot) -> AppealPeriod | None:
    """Returns the period for appeals at a table of an evening: as long as its round may be corrected."""
    found = evening_at_table(now, Viewer())
    if found is None:
        return None
    state = found[0].state
    seated = table_in_round(state, now.table.id)
    if seated is None:
        return AppealPeriod(not state.is_closed, _("until the evening is over"))
    here = period_of(state, seated[0].number, moment())
    if here.until is not None:
        return AppealPeriod(not here.is_over, _("until %(time)s", time=said(here.until)))
    if here.until_round is not None:
        return AppealPeriod(not here.is_over, _("until round %(round)s has ended", round=here.until_round))
    return AppealPeriod(not here.is_over, _("until the correction period of round %(round)s is over", round=here.round))


def organisers_apart(now: Snapshot) -> Mapping[int, str]:
    """Returns the devices that run the evening of a table and do not play there, by the names with which they sign."""
    found = evening_at_table(now, Viewer())
    if found is None:
        return {}
    seated = table_in_round(found[0].state, now.table.id)
    people = () if seated is None else seated[1].people
    playing = {grant.device_id for grant in now.people.party if grant.seat is not None}
    grants = (one for one in found[0].grants if one.device_id not in playing and one.person not in people)
    return {one.device_id: one.name or _("The organiser") for one in grants if one.role in RUNNING}


@dataclass(frozen=True)
class OpenAppeal:
    """An open appeal, at a table of this number; `mine`: this device decides."""

    number: int
    round: int | None
    dispute: int
    by: str
    text: str
    decides: str
    mine: bool


def open_appeals(now: EveningNow, tables: Tables, device_id: int | None) -> Iterator[OpenAppeal]:
    """Yields the open appeals at tables of an evening, with who decides each."""
    for table_id, summary in tables.items():
        waiting = [call.number for call in summary.calls if call.appeals is not None]
        if not waiting or summary.number is None:
            continue
        there, seated = services().play.at(table_id), table_in_round(now.state, table_id)
        for one in there.desk.open:
            if one.number in waiting:
                yield OpenAppeal(
                    summary.number,
                    None if seated is None else seated[0].number,
                    one.number,
                    by_name(one.by),
                    one.text,
                    joined(deciders(there, one)),
                    may_decide(there, Viewer(device_id), one),
                )
