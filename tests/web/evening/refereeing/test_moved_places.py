"""A place at an evening moves to another phone: what was done at the tables from the first one stays its own."""

from flask.testing import FlaskClient

from tests.web.support.hall import GAME, Hall
from tests.web.support.phone import OP
from tests.web.support.ruling import OPS, REVOKED, rule
from tests.web.support.site import Site
from webapp.evening.plan import Kind, Plan
from webapp.services import services_in
from webapp.store.models import Table
from webapp.store.roles import Role, Scope
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

WHY = "The club was mine."


def _moves(site: Site, hall: Hall, phone: FlaskClient) -> FlaskClient:
    """Returns the phone to which the place of this one at the evening has moved."""
    other = site.phone()
    invite = site.store.offer_move(hall.id, site.device(phone), Scope.EVENING)
    assert other.post("/accept", data={"way": invite.token}).status_code == 303
    return other


def test_nobody_decides_on_an_appeal_against_the_own_ruling_from_another_phone(site: Site) -> None:
    hall = Hall(services_in(site.app), Plan(Kind.TOURNAMENT, game=GAME, sizes=(3,), rounds=1), ("Ann", "Ben", "Cat"))
    eva, ben = site.phone(), site.phone()
    hall.admit(site.device(eva), Role.REFEREE, name="Eva")
    hall.admit(site.device(ben), Role.PLAYER, 2)
    hall.seat((1, 2, 3))
    hall.start()
    table = site.tables.at(hall.table(1)).table
    for raw in REVOKED:
        assert isinstance(
            site.make(table.id, Viewer(site.device(ben), Role.HOST, 1), raw, op=next(OPS), seen=None), Made
        )
    assert rule(eva, table, f"/tables/{table.id}/revokes/2", "stands", rule="ODD-7").status_code == 303
    case = _appeals(site, ben, table)

    there, again = _moves(site, hall, eva), _moves(site, hall, ben)
    assert [line.kind for line in site.tables.at(table.id).desk.lines].count("moved") == 2
    assert rule(there, table, case, "upheld").status_code == 403, "she has ruled"
    assert again.post(f"{case}/withdraw").status_code == 303, "his appeal"


def _appeals(site: Site, phone: FlaskClient, table: Table) -> str:
    url = f"/tables/{table.id}/rulings/{site.tables.at(table.id).fold.seq - 1}/appeal"
    op = OP.search(phone.get(url).text)
    assert op is not None
    answer = phone.post(url, data={"op": op[1], "seen": "0", "reason": WHY})
    assert answer.status_code == 303
    return answer.location
