"""Phones that stand for nobody any more at an evening hold no seat at its tables, whichever way they went."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.viewer import EveningViewer
from webapp.services import services_in
from webapp.store.evening_models import Admission, EveningChange
from webapp.store.roles import Role, Scope


class Leaver:
    """The organiser plays as Ann, who is the host of table 1; `other` is a phone that is nobody yet."""

    def __init__(self, site: Site) -> None:
        self.site, self.phone, self.other = site, site.phone(), site.phone()
        self.device = site.device(self.phone)
        self.hall = Hall(services_in(site.app), organiser=self.device)
        self.hall.admit(self.device, Role.ORGANISER, 1)
        self.hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
        self.path = f"/evenings/{self.hall.id}"

    @property
    def table(self) -> str:
        return f"/tables/{self.hall.table(1)}"

    def held(self) -> list[tuple[int, Role, int | None]]:
        grants = self.site.store.grants(self.hall.table(1))
        return [(grant.device_id, grant.role, grant.seat) for grant in grants]

    def accept(self, phone: FlaskClient, role: Role, **sent: str) -> None:
        token = self.hall.services.store.invites(self.hall.id, Scope.EVENING)[role].token
        phone.get(f"/join/{token}")
        assert phone.post("/accept", data={"way": token, **sent}).status_code == 303


@pytest.fixture
def leaver(site: Site) -> Leaver:
    return Leaver(site)


def _lets_the_name_go(at: Leaver) -> None:
    assert at.phone.post(f"{at.path}/me/free").status_code == 303


def _is_freed_on_the_list(at: Leaver) -> None:
    assert at.phone.post(f"{at.path}/people/1", data={"does": "free"}).status_code == 303


def _is_replaced_as_the_organiser(at: Leaver) -> None:
    at.accept(at.other, Role.ORGANISER)


@pytest.mark.both_databases
@pytest.mark.parametrize("goes", [_lets_the_name_go, _is_freed_on_the_list, _is_replaced_as_the_organiser])
def test_a_phone_that_is_let_go_holds_no_seat(leaver: Leaver, goes: Callable[[Leaver], None]) -> None:
    assert leaver.phone.get(leaver.table).status_code == 200
    with leaver.site.hub.watch(leaver.hall.table(1), None) as watch:
        goes(leaver)
        assert watch.wait(0), "who has the table open hears it"
    assert leaver.hall.now.device_of(1) is None
    assert leaver.held() == []


def test_a_phone_that_gives_its_name_to_another_one_hands_over_seat_and_table(leaver: Leaver) -> None:
    asked = leaver.hall.add(kinds.Asked("Ann", "owl", 1), who=EveningViewer(leaver.site.device(leaver.other)))
    line = asked.state.seq
    assert leaver.phone.post(f"{leaver.path}/request/{line}", data={"answer": "let-in"}).status_code == 303
    assert leaver.held() == [(leaver.site.device(leaver.other), Role.HOST, 0)]


def test_seats_of_earlier_rounds_go_and_a_table_of_its_own_stays(leaver: Leaver) -> None:
    hall, first = leaver.hall, leaver.hall.table(1)
    own = leaver.site.open_table(leaver.phone)
    joins = EveningChange(joins={own.id: 9})
    hall.add(kinds.Joined(9, own.id, own.game, tuple(own.players)), change=joins)
    hall.add(kinds.Ended(1))
    hall.seat((5, 6, 7, 8), (1, 2, 3, 4))
    _lets_the_name_go(leaver)
    assert [leaver.site.store.grants(table) for table in (first, hall.table(2))] == [[], []]
    assert leaver.phone.get(f"/tables/{own.id}").status_code == 200, "it was there before the evening"


def test_a_stand_in_who_is_let_go_leaves_the_seat_of_whom_it_played_for(leaver: Leaver) -> None:
    hall, other = leaver.hall, leaver.site.device(leaver.other)
    hall.add(kinds.Listed(9, "Zoe"), change=EveningChange(admit=[Admission(other, Role.PLAYER, 9)]))
    stand_in = {"does": "stand-in", "by": "Zoe"}
    assert leaver.phone.post(f"{leaver.path}/people/1", data=stand_in).status_code == 303
    assert leaver.held() == [(other, Role.HOST, 0)]
    assert leaver.phone.post(f"{leaver.path}/people/9", data={"does": "free"}).status_code == 303
    assert leaver.held() == []
