"""Visit of an evening: how it stands and the viewer of the request, after a check of the right to see it."""

from typing import NamedTuple

from webapp.access.device import grant_here, require
from webapp.access.visit import grant_or_404, not_here
from webapp.evening.keeper import EveningKeeper, EveningNow, UnknownEvening
from webapp.evening.viewer import EveningViewer
from webapp.services import services
from webapp.store.roles import Scope


class EveningVisit(NamedTuple):
    """An evening, and the viewer of the request."""

    now: EveningNow
    viewer: EveningViewer


def evening_viewer(evening_id: int) -> EveningViewer:
    """Returns the viewer of this request at an evening, from the active grants."""
    held = grant_here(evening_id, Scope.EVENING)
    return EveningViewer() if held is None else EveningViewer.of(held)


def visit_by_invite(evening_id: int) -> EveningVisit:
    """Returns the evening for whoever asks, also for nobody there; else ends the request with 404."""
    return open_evening_page(evening_id, evening_viewer(evening_id))


def visit_evening(evening_id: int) -> EveningVisit:
    """Returns the evening for a viewer who may see it; else ends the request with 404."""
    return open_evening_page(evening_id, EveningViewer.of(grant_or_404(evening_id, Scope.EVENING)))


def visit_to_run(evening_id: int) -> EveningVisit:
    """Returns the evening for who runs it; else ends the request with 403, or 404 for who may not see it."""
    here = visit_evening(evening_id)
    require(here.viewer.runs)
    return here


def visit_to_help(evening_id: int) -> EveningVisit:
    """Returns the evening for who runs it or rules there; else ends the request as `visit_to_run`."""
    here = visit_evening(evening_id)
    require(here.viewer.helps)
    return here


def visit_as_evening_referee(evening_id: int) -> EveningVisit:
    """Returns the evening for one of its referees; else ends the request as `visit_to_run`."""
    here = visit_evening(evening_id)
    require(here.viewer.is_referee)
    return here


def open_evening_page(evening_id: int, viewer: EveningViewer) -> EveningVisit:
    """Returns the evening as it stands for a viewer whose right was checked; else ends the request with 404."""
    try:
        return EveningVisit(services().part(EveningKeeper).at(evening_id), viewer)
    except UnknownEvening:
        not_here(evening_id, Scope.EVENING)
