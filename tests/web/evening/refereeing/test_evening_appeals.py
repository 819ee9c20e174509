"""An appeal at a table of an evening: the organiser is told, and decides where no other referee rules."""

import csv
import io
import re
from html import unescape
from typing import Any

from flask.testing import FlaskClient

from tests.web.support.hall import Hall
from tests.web.support.phone import OP
from tests.web.support.ruling import rule
from tests.web.support.site import Site
from webapp.services import services_in
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

ADJUSTED = {"remedy": "adjusted", "rule": "GEN-1", "by": "Karin", "text": "One for Ann."}
WHY = "It was my card."


class Night:
    """A table of an evening where Karin has ruled and Ben has appealed; the organiser does not play."""

    def __init__(self, site: Site) -> None:
        self.site, self.organiser = site, site.phone()
        self.hall = Hall(services_in(site.app), organiser=site.device(self.organiser))
        karin, ben = site.phone(), site.phone()
        self.hall.admit(site.device(karin), Role.REFEREE, name="Karin")
        self.hall.admit(site.device(ben), Role.PLAYER, 2)
        self.hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
        self.hall.start()
        self.karin, self.ben, self.table = karin, ben, self.hall.table(1)
        self.enter(ben, Role.HOST, {"type": "deal", "dealer": 0}, {"type": "tally", "tricks": [5, 4, 2, 2]})
        self.enter(
            karin,
            Role.REFEREE,
            {"type": "adjust", "points": [1, 0, 0, 0], "reason": "One for Ann."},
            {"type": "ruling", "event": 1, **ADJUSTED},
        )
        url = f"/tables/{self.table}/rulings/{site.tables.at(self.table).fold.seq - 1}/appeal"
        op = OP.search(ben.get(url).text)
        assert op is not None
        assert ben.post(url, data={"op": op[1], "seen": "0", "reason": WHY}).status_code == 303

    def enter(self, phone: FlaskClient, role: Role, *raws: Any) -> None:
        viewer = Viewer(self.site.device(phone), role, 1 if role is Role.HOST else None)
        assert isinstance(self.site.make(self.table, viewer, *raws, op=OP_OF[role]), Made)

    def page(self, phone: FlaskClient, path: str = "") -> str:
        return re.sub(r"\s+", " ", unescape(phone.get(f"/evenings/{self.hall.id}{path}").text))


OP_OF = {Role.HOST: "1" * 16, Role.REFEREE: "2" * 16}


def test_the_organiser_is_told_decides_and_the_report_has_both(site: Site) -> None:
    night = Night(site)
    page = night.page(night.organiser)
    assert "Table 1: Ben appeals against a ruling." in page
    assert "It is yours to decide." in page
    assert WHY in night.page(night.karin, "/desk")
    opened = night.organiser.post(f"/evenings/{night.hall.id}/tables/1/watch", data={"dispute": "1"})
    case = opened.location.partition("?")[0]
    table = site.tables.at(night.table).table
    assert rule(night.organiser, table, case, "upheld", text="It was seen.").status_code == 303
    assert "appeals against a ruling" not in night.page(night.organiser)
    sent = night.organiser.get(f"/evenings/{night.hall.id}/incidents.csv").data.decode("utf-8-sig")
    lines = [line for line in csv.DictReader(io.StringIO(sent)) if line["What"] == "Ruling"]
    assert [(line["Table"], line["Decision"]) for line in lines] == [
        ("1", "The score was adjusted. One for Ann."),
        ("1", "The appeal changes nothing: the ruling stands. It was seen."),
    ]
    assert WHY in lines[1]["What happened"]
    assert "\r\nThe organiser,1," in sent, "who settled the call"
    assert "the host" not in sent


def test_who_has_ruled_is_not_asked_to_come_for_the_appeal(site: Site) -> None:
    night, rita = Night(site), site.phone()
    night.hall.admit(site.device(rita), Role.REFEREE, name="Rita")
    site.tables.refresh(night.table)
    night.hall.tables.follow()
    for phone, comes in ((night.karin, False), (rita, True)):
        page = night.page(phone, "/desk")
        assert "Ben appeals against Karin’s ruling" in page
        assert ("I’m coming" in page, "Hand it over" in page) == (comes, comes)
