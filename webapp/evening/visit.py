"""Visit of an evening: how it stands and the viewer of the request, after a check of the right to see it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from flask import Response, render_template

from webapp.access.device import grant_here, new_form_key, require
from webapp.access.visit import grant_or_404, not_here
from webapp.evening.keeper import EveningKeeper, EveningNow
from webapp.evening.viewer import EveningViewer
from webapp.services import services
from webapp.store.roles import Scope
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


class EveningVisit(NamedTuple):
    now: EveningNow
    viewer: EveningViewer

    def anew(self) -> "EveningVisit":
        """Returns the visit of the evening as it stands by now."""
        return self._replace(now=services().part(EveningKeeper).at(self.now.row.id))

    def page(self, template: str, **shown: Any) -> str:
        """Returns a page with what all pages of an evening show, a fresh key for its form among it."""
        here = {"evening": self.now.state, "evening_id": self.now.row.id, "viewer": self.viewer, "op": new_form_key()}
        return render_template(template, **(here | shown))

    def file(self, ending: str, data: bytes | Iterable[bytes], kind: str) -> Response:
        """Returns a file that is named by the day of the evening, such as *evening-2026-11-26-standing.csv*."""
        name = f"evening-{self.now.row.created_at.astimezone().date().isoformat()}{ending}"
        return Response(data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def evening_viewer(evening_id: int) -> EveningViewer:
    """Returns the viewer of this request at an evening, from the active grants."""
    held = grant_here(evening_id, Scope.EVENING)
    return EveningViewer() if held is None else EveningViewer.of(held)


def visit_by_invite(evening_id: int) -> EveningVisit:
    """Returns the evening for the asking device, with or without a role there. Aborts with 404."""
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
    now = services().part(EveningKeeper).find(evening_id)
    if now is None:
        not_here(evening_id, Scope.EVENING)
    return EveningVisit(now, viewer)


def evening_at_table(now: Snapshot, viewer: Viewer) -> tuple[EveningNow, EveningViewer] | None:
    """Returns the evening of a table, and what somebody at the table is there; None for a table without one."""
    evening = services().part(EveningKeeper).find(now.table.evening_id)
    if evening is None:
        return None
    grant = evening.grant_of(viewer.device_id)
    who = EveningViewer(viewer.device_id) if grant is None else EveningViewer.of(grant)
    return evening, replace(who, at_table=now.table.evening_number) if viewer.may_enter else who
