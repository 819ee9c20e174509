"""A table with some entries, and lines of its desk."""

from dataclasses import replace
from typing import Any

from tests.web.support.site import Site
from webapp.store.models import Grant, Table
from webapp.table.desk import Desk
from webapp.table.keeper import Made, Outcome, Refused
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer

OPS = (f"desk-entry-{number:04}" for number in range(10_000))


class At:
    """A table with some entries, its host, and a referee."""

    def __init__(self, site: Site) -> None:
        self.site, self.tables = site, site.tables
        host = site.phone()
        self.table: Table = site.open_table(host)
        self.host = site.store.grants(self.table.id)[0]
        self.enter({"type": "deal", "dealer": 0}, {"type": "play", "seat": 1, "card": "9C"})

    def enter(self, *events: dict[str, Any], who: Grant | Viewer | None = None, **more: Any) -> Outcome:
        return self.site.make(self.table.id, who or self.host, *events, op=next(OPS), **more)

    def note(self, kind: str, who: Grant | Viewer | None = None, **body: Any) -> Made | Refused:
        viewer = who if isinstance(who, Viewer) else Viewer.of(who or self.host)
        return self.tables.add(self.table.id, viewer, line_of(kind, body))

    def referee(self) -> Grant:
        invite = self.site.store.renew_invite(self.table.id, "referee")
        device = self.site.device(self.site.phone())
        grant = self.site.store.appoint(invite, device, "Eva")
        self.tables.refresh(self.table.id)
        return grant

    @property
    def all_sides(self) -> Viewer:
        """The host's phone, once all sides have agreed."""
        return replace(Viewer.of(self.host), for_all=True)

    @property
    def desk(self) -> Desk:
        return self.tables.at(self.table.id).desk


def ruling(**more: Any) -> dict[str, Any]:
    return {"type": "ruling", "event": 1, "text": "", "remedy": "stands", **more}


def code(outcome: object) -> str:
    assert isinstance(outcome, Refused), outcome
    return outcome.refusal.code
