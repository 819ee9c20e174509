"""Who runs an evening and rules there, and who of them may be let out by whom."""

from dataclasses import dataclass

from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.keeper import EveningNow
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.store.evening_models import EveningGrant
from webapp.store.evening_roles import EveningRole

INVITED = (EveningRole.DEPUTY, EveningRole.REFEREE)
"""Who is let in by an invite that serves one phone."""
ROLES = {
    EveningRole.ORGANISER: _l("Runs the evening"),
    EveningRole.DEPUTY: _l("Deputy"),
    EveningRole.REFEREE: _l("Referee"),
}


@dataclass(frozen=True)
class HelperRow:
    """Somebody who helps: by the number of the grant, with the name and the role in words."""

    grant: int
    name: str
    role: str
    mine: bool
    may_let_out: bool


def helper_rows(now: EveningNow, viewer: EveningViewer) -> list[HelperRow]:
    """Returns who runs the evening and who rules, in that order."""
    order = list(ROLES)
    helping = sorted((one for one in now.grants if one.role in ROLES), key=lambda one: order.index(one.role))
    return [_row(now, viewer, one) for one in helping]


def helper_of(now: EveningNow, grant: int) -> EveningGrant | None:
    """Returns the grant of a deputy or referee by its number."""
    return next((one for one in now.grants if one.id == grant and one.role in INVITED), None)


def may_invite(viewer: EveningViewer, role: EveningRole) -> bool:
    """Tells whether this viewer may let somebody in: deputies let no deputies in."""
    return viewer.is_organiser or (viewer.runs and role == EveningRole.REFEREE)


def may_let_out(viewer: EveningViewer, helper: EveningGrant) -> bool:
    """Tells whether this viewer may let somebody out; whoever helps may always go."""
    return helper.device_id == viewer.device_id or may_invite(viewer, helper.role)


def role_said(role: EveningRole) -> str:
    """Returns a role in words."""
    return _(ROLES[role])


def name_of(now: EveningNow, helper: EveningGrant) -> str:
    """Returns how somebody signs, else who it is on the list, else the role."""
    if helper.name:
        return helper.name
    if helper.person is not None and helper.person in now.state.people:
        return now.state.name(helper.person)
    return _("The organiser") if helper.is_organiser else role_said(helper.role)


def _row(now: EveningNow, viewer: EveningViewer, helper: EveningGrant) -> HelperRow:
    mine = helper.device_id == viewer.device_id
    leaves = helper.role in INVITED and may_let_out(viewer, helper)
    return HelperRow(helper.id, name_of(now, helper), role_said(helper.role), mine, leaves)
