"""Appeals at tables of an evening: until when there is time, and who of the organisers may decide."""

from collections.abc import Mapping

from webapp.evening.periods import period_of_table
from webapp.evening.state import table_in_round
from webapp.evening.table_notes import evening_at_table
from webapp.http.language import gettext as _
from webapp.referee.cases.appeals import Period
from webapp.store.models import now as moment
from webapp.store.roles import RUNNING
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.phrases import moment as said


def appeal_period(now: Snapshot) -> Period | None:
    """Returns until when somebody appeals at a table of an evening: as long as its round may be corrected."""
    found = evening_at_table(now, Viewer())
    if found is None:
        return None
    state = found[0].state
    here = period_of_table(state, now.table.id, moment())
    if here is None:
        return Period(not state.is_closed, _("until the evening is over"))
    if here.until is not None:
        return Period(not here.is_over, _("until %(time)s", time=said(here.until)))
    if here.until_round is not None:
        return Period(not here.is_over, _("until round %(round)s has ended", round=here.until_round))
    return Period(not here.is_over, _("until the correction period of round %(round)s is over", round=here.round))


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
