"""The desk of an evening, for tests: two tables that play, and two referees."""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.evening.viewer import EveningViewer
from webapp.services import services_in
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer


class Desks:
    """An evening with two tables that play, and two referees with their phones."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.hall = Hall(services_in(site.app))
        self.phones: dict[str, FlaskClient] = {name: site.phone() for name in ("Karin", "Otto")}
        self.viewers: dict[str, EveningViewer] = {
            name: self.hall.admit(site.device(phone), Role.REFEREE, name=name) for name, phone in self.phones.items()
        }
        self.host = site.device(site.phone())
        self.hall.admit(self.host, Role.PLAYER, 1)
        self.hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
        self.hall.start()

    def note(self, number: int, kind: str, body: dict[str, Any], who: str = "Karin") -> None:
        table = self.hall.table(number)
        viewer = Viewer(self.viewers[who].device_id, Role.REFEREE)
        assert isinstance(self.site.tables.add(table, viewer, line_of(kind, body)), Made)

    def call(self, number: int, text: str, by: str = "Ann") -> None:
        self.note(number, "dispute", {"about": None, "why": "other", "text": text, "pause": False, "by": by})

    def page(self, who: str = "Karin") -> str:
        answer = self.phones[who].get(f"/evenings/{self.hall.id}/desk")
        assert answer.status_code == 200
        return answer.text

    def coming(self, who: str, table: int, dispute: int, **more: str) -> TestResponse:
        sent = {"table": str(self.hall.table(table)), "dispute": str(dispute), **more}
        return self.phones[who].post(f"/evenings/{self.hall.id}/desk/coming", data=sent)
