"""What the desks of an evening's tables are told: penalties that their players have from elsewhere at the evening."""

from webapp.evening.follower import person_at
from webapp.evening.keeper import EveningKeeper, UnknownEvening
from webapp.evening.penalty_steps import evening_step_said
from webapp.evening.state import EXCLUSION, Penalty
from webapp.evening.summary import summary_of
from webapp.http.language import gettext as _
from webapp.referee.penalties.penalty_list import PenaltiesElsewhere, PenaltyElsewhere
from webapp.services import Services, services
from webapp.table.penalties import Step
from webapp.table.snapshot import Snapshot


def register(services: Services) -> None:
    """Lets tables ask."""
    services.part(PenaltiesElsewhere).tell = penalties_at_evening


def penalties_at_evening(now: Snapshot, seat: int) -> list[PenaltyElsewhere]:
    """Returns the penalties that the player on a seat has from other tables."""
    if now.table.evening_id is None:
        return []
    try:
        state = services().part(EveningKeeper).at(now.table.evening_id).state
    except UnknownEvening:
        return []
    found = person_at(state, summary_of(now), seat)
    held = [] if found is None else state.penalties_of(found[0])
    return [_told(one, state.plan.game) for one in held if one.table != now.table.id]


def _told(one: Penalty, game: str | None) -> PenaltyElsewhere:
    step = evening_step_said(one.step, game)
    said = _(
        "%(step)s, round %(round)s, table %(table)s: %(why)s",
        step=step,
        round=one.round,
        table=one.number,
        why=one.reason,
    )
    if one.round is None:
        said = _("%(step)s: %(why)s", step=step, why=one.reason)
    return PenaltyElsewhere(Step.HAND if one.step == EXCLUSION else Step(one.step), said)
