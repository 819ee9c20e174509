"""Every address of an evening with every method, and what it answers to each role there: a new one needs a row here.

The evening is a tournament whose first round is seated and runs: Ann plays, Ben has no phone. The answers are those to
an empty form: 400 and 422 say that whoever asks may do it, 403 that not, and 404 that there is no such evening for
somebody who has not joined it. Refusals of rights come before all others.
"""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.support.hall import Hall
from tests.web.support.routes import Row
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.evening.plan import Kind, Plan
from webapp.http.security import API
from webapp.services import services_in
from webapp.store.roles import Role

ROLES = ("organiser", "deputy", "referee", "player", "watcher", "stranger", "elsewhere")
TABLE = """
                             organiser, deputy, referee, player, watcher, stranger, elsewhere
GET  /evenings/<evening_id>                                    200 200 303 303 303 404 404
GET  /evenings/<evening_id>/stream/<page>                      200 200 403 403 403 404 404
GET  /evenings/<evening_id>/settings                           200 200 403 403 403 404 404
POST /evenings/<evening_id>/settings                           400 400 403 403 403 404 404
POST /evenings/<evening_id>/rounds/start                       409 409 403 403 403 404 404
POST /evenings/<evening_id>/rounds/unseat                      303 422 403 403 403 404 404
POST /evenings/<evening_id>/rounds/extra                       303 303 303 403 403 404 404
POST /evenings/<evening_id>/rounds/clock                       409 409 409 403 403 404 404
POST /evenings/<evening_id>/rounds/last-hand                   303 409 409 403 403 404 404
POST /evenings/<evening_id>/rounds/end                         303 422 403 403 403 404 404
POST /evenings/<evening_id>/rounds/finish                      409 409 403 403 403 404 404
POST /evenings/<evening_id>/rounds/period                      409 409 403 403 403 404 404
POST /evenings/<evening_id>/changes/<line>                     400 400 400 400 403 404 404
POST /evenings/<evening_id>/changes/<table_id>/<number>        400 400 403 403 403 404 404
POST /api/v1/evenings/<evening_id>/changes/<table_id>/<number> 400 400 403 403 403 404 404
POST /evenings/<evening_id>/rounds/disclose                    303 303 403 403 403 404 404
POST /evenings/<evening_id>/undo                               400 400 400 403 403 404 404
POST /evenings/<evening_id>/close                              409 409 403 403 403 404 404
GET  /evenings/<evening_id>/share                              200 200 200 403 403 404 404
POST /evenings/<evening_id>/codes                              303 303 403 403 403 404 404
POST /evenings/<evening_id>/codes/fresh                        303 303 303 403 403 404 404
GET  /evenings/<evening_id>/helpers                            200 200 403 403 403 404 404
GET  /evenings/<evening_id>/helpers/<number>/out               404 404 403 403 403 404 404
POST /evenings/<evening_id>/helpers/<number>/out               404 404 403 403 403 404 404
GET  /evenings/<evening_id>/move                               200 200 200 200 200 404 404
POST /evenings/<evening_id>/move                               303 303 303 303 303 404 404
POST /evenings/<evening_id>/move/stop                          303 303 303 303 303 404 404
GET  /evenings/<evening_id>/recovery                           200 403 403 403 403 404 404
GET  /evenings/<evening_id>/tables/<number>                    200 200 403 403 403 404 404
POST /evenings/<evening_id>/tables/<number>/watch              303 303 403 403 403 404 404
POST /evenings/<evening_id>/tables/<number>/result             422 422 403 403 403 404 404
POST /evenings/<evening_id>/tables/<number>/reject             409 409 403 403 403 404 404
POST /evenings/<evening_id>/tables/<number>/stand-in           400 400 403 403 403 404 404
GET  /api/v1/evenings/<evening_id>                             200 200 200 200 200 404 404
GET  /api/v1/evenings/<evening_id>/lines                       200 200 200 403 403 404 404
POST /api/v1/evenings/<evening_id>/lines                       400 400 400 400 400 404 404
POST /api/v1/evenings/<evening_id>/codes                              400 400 400 400 400 404 404
POST /api/v1/evenings/<evening_id>/codes/fresh                        400 400 400 400 400 404 404
GET  /api/v1/evenings/<evening_id>/helpers                            200 200 200 403 403 404 404
POST /api/v1/evenings/<evening_id>/helpers/<number>/out               404 404 404 403 403 404 404
POST /api/v1/evenings/<evening_id>/free                                  400 400 403 400 403 404 404
POST /api/v1/evenings/<evening_id>/requests/<line>                    400 400 403 403 403 404 404
POST /api/v1/evenings/<evening_id>/rounds                      400 400 403 403 403 404 404
GET  /api/v1/evenings/<evening_id>/standing                    200 200 200 200 200 404 404
GET  /api/v1/evenings/<evening_id>/stream                      200 200 200 200 200 404 404
GET  /evenings/<evening_id>/standing                           200 200 200 200 200 404 404
GET  /evenings/<evening_id>/archive                            200 200 403 403 403 404 404
GET  /evenings/<evening_id>/archive.zip                        200 200 403 403 403 404 404
GET  /evenings/<evening_id>/hall                               200 200 200 403 200 404 404
GET  /evenings/<evening_id>/hall/stream                        200 200 200 403 200 404 404
GET  /evenings/<evening_id>/standing.csv                       200 200 200 200 200 404 404
GET  /evenings/<evening_id>/standing/stream                    200 200 200 200 200 404 404
GET  /evenings/<evening_id>/seatings                           200 200 200 200 200 404 404
GET  /evenings/<evening_id>/rulings.csv                        301 301 301 403 403 404 404
GET  /evenings/<evening_id>/incidents.csv                      200 200 200 403 403 404 404
GET  /evenings/<evening_id>/incidents.xlsx                     200 200 200 403 403 404 404
GET  /evenings/<evening_id>/slips                              200 200 200 403 403 404 404
GET  /evenings/<evening_id>/seatings.csv                       200 200 200 200 200 404 404
GET  /evenings/<evening_id>/penalties.csv                      200 200 200 403 403 404 404
GET  /evenings/<evening_id>/people                             200 200 403 403 403 404 404
POST /evenings/<evening_id>/people                             422 422 403 403 403 404 404
POST /evenings/<evening_id>/people/<person>                    400 400 403 403 403 404 404
GET  /evenings/<evening_id>/people/requests                    200 200 403 403 403 404 404
POST /evenings/<evening_id>/people/requests/<line>             400 400 403 403 403 404 404
POST /evenings/<evening_id>/people/undo                        400 400 403 403 403 404 404
GET  /evenings/<evening_id>/cards                              200 200 403 403 403 404 404
POST /evenings/<evening_id>/cards                              400 400 403 403 403 404 404
GET  /evenings/<evening_id>/me                                 403 403 403 200 403 404 404
GET  /evenings/<evening_id>/me/more                            403 403 403 200 403 404 404
GET  /evenings/<evening_id>/me/stream                          403 403 403 200 403 404 404
POST /evenings/<evening_id>/me/free                            403 403 403 303 403 404 404
POST /evenings/<evening_id>/me/presence                        403 403 403 400 403 404 404
POST /evenings/<evening_id>/me/read                            403 403 403 400 403 404 404
POST /evenings/<evening_id>/me/seat                            403 403 403 303 403 404 404
GET  /evenings/<evening_id>/request                            303 303 303 303 303 404 404
POST /evenings/<evening_id>/request/withdraw                   303 303 303 303 303 404 404
POST /evenings/<evening_id>/request/<line>                     403 403 403 400 403 404 404
GET  /evenings/<evening_id>/desk                               403 403 200 403 403 404 404
GET  /evenings/<evening_id>/desk/stream                        403 403 200 403 403 404 404
POST /evenings/<evening_id>/desk/hand-over                     403 403 400 403 403 404 404
GET  /evenings/<evening_id>/desk/zones                         200 200 200 403 403 404 404
POST /evenings/<evening_id>/desk/zones                         303 303 303 403 403 404 404
POST /evenings/<evening_id>/desk/coming                        403 403 400 403 403 404 404
GET  /evenings/<evening_id>/seating                            200 200 403 403 403 404 404
POST /evenings/<evening_id>/seating                            400 400 403 403 403 404 404
GET  /evenings/<evening_id>/rulings                            301 301 301 403 403 404 404
GET  /evenings/<evening_id>/incidents                          200 200 200 403 403 404 404
GET  /evenings/<evening_id>/announcements                      200 200 200 403 403 404 404
POST /evenings/<evening_id>/announcements                      422 422 422 403 403 404 404
GET  /evenings/<evening_id>/penalties                          200 200 200 200 403 404 404
POST /evenings/<evening_id>/penalties                          403 403 422 403 403 404 404
GET  /evenings/<evening_id>/penalties/new                      403 403 200 403 403 404 404
GET  /evenings/<evening_id>/penalties/<line>/lift              403 403 404 403 403 404 404
POST /evenings/<evening_id>/penalties/<line>/lift              403 403 404 403 403 404 404
GET  /evenings/<evening_id>/adjusted                           200 200 200 200 403 404 404
POST /evenings/<evening_id>/adjusted                           422 422 422 403 403 404 404
GET  /evenings/<evening_id>/adjusted/new                       200 200 200 403 403 404 404
"""
SENT: dict[str, dict[str, Any]] = {
    "POST /evenings/<evening_id>/codes": {"role": "player"},
    "POST /evenings/<evening_id>/codes/fresh": {"role": "player"},
}
"""What is sent to some of them instead of an empty form."""
VALUES = {"number": 1, "person": 1, "round": 1, "line": 1, "page": "organiser", "role": "deputy", "table_id": 1}
"""What stands in the other parts of an address."""


def is_of_evenings(rule: str) -> bool:
    """Tells whether an address is that of one evening."""
    return "<evening_id>" in rule


def _row(line: str) -> Row:
    method, rule, *answers = line.split()
    return Row(method, rule, tuple(map(int, answers)))


ROWS = [_row(line) for line in TABLE.strip().splitlines()[1:]]


class EveningPhones:
    """An evening with a phone of each role; `elsewhere` plays at another evening."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.phones: dict[str, FlaskClient] = {role: site.phone() for role in ROLES}
        devices = {role: site.device(phone) for role, phone in self.phones.items()}
        services = services_in(site.app)
        plan = Plan(Kind.TOURNAMENT, game="sixes-and-sevens", sizes=(4,), rounds=2, minutes=20)
        self.hall = Hall(services, plan, organiser=devices["organiser"])
        for role in ("deputy", "referee", "watcher"):
            self.hall.admit(devices[role], Role(role), name="Karin")
        self.hall.admit(devices["player"], Role.PLAYER, 1)
        Hall(services, plan).admit(devices["elsewhere"], Role.PLAYER, 1)
        self.hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
        self.hall.start()

    def ask(self, row: Row, role: str, evening_id: int | None = None, **more: Any) -> TestResponse:
        """Returns what a phone is answered; a stream is left unread."""
        path = row.rule.replace("<evening_id>", str(evening_id or self.hall.id))
        for name, value in VALUES.items():
            path = path.replace(f"<{name}>", str(value))
        phone, sent = self.phones[role], {"data": SENT.get(row.name, {})} if row.method == "POST" else {}
        if row.rule.startswith(API):
            cookie = phone.get_cookie(COOKIE)
            assert cookie is not None  # every phone here is known
            more["headers"] = {"Authorization": f"Bearer {cookie.value}"}
            phone, sent = self.site.app.test_client(use_cookies=False), {"json": {}} if row.method == "POST" else {}
        answer = phone.open(path, method=row.method, buffered=False, **sent, **more)
        if answer.mimetype != "text/event-stream":
            answer.get_data()
        answer.close()
        return answer
