"""Every address with every method, and what it answers to everybody: a new one needs a row here.

The answers are those to an empty form, or to the one in `SENT`: 400 and 422 say that whoever asks may do it, 403 that
not, and 404 that there is no such table for somebody who is not let in. Refusals of rights come before all others.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from werkzeug.test import TestResponse

from tests.web.support.all_roles import AllRoles
from webapp.access.device import COOKIE
from webapp.http.security import API

HTTP = "http://localhost"
OF_THE_TOKEN = "GET /api/v1/circles"
"""What everybody gets of the own."""
TABLE = """
                    stranger, watcher, unseated, player, scorekeeper, host, referee, elsewhere
GET  /                                                         200 200 200 200 200 200 200 200
POST /accept                                                   404 404 404 404 404 404 404 404
GET  /api/v1/circles                                           200 200 200 200 200 200 200 200
POST /api/v1/circles                                           400 400 400 400 400 400 400 400
POST /api/v1/circles/open                                      400 400 400 400 400 400 400 400
POST /api/v1/circles/join                                      400 400 400 400 400 400 400 400
POST /api/v1/circles/invited                                   400 400 400 400 400 400 400 400
POST /api/v1/evenings                                          400 400 400 400 400 400 400 400
POST /api/v1/evenings/join                                     400 400 400 400 400 400 400 400
GET  /api/v1/                                                  302 302 302 302 302 302 302 302
POST /api/v1/join                                              400 400 400 400 400 400 400 400
GET  /api/v1/openapi.json                                      200 200 200 200 200 200 200 200
POST /api/v1/records                                           422 422 422 422 422 422 422 422
POST /api/v1/tables                                            422 422 422 422 422 422 422 422
GET  /api/v1/tables/<table_id>                                 404 200 200 200 200 200 200 404
POST /api/v1/tables/<table_id>/again                           404 403 403 409 409 409 403 404
POST /api/v1/tables/<table_id>/appeals/<number>                404 403 403 404 404 404 404 404
GET  /api/v1/tables/<table_id>/calls                           404 200 200 200 200 200 200 404
POST /api/v1/tables/<table_id>/calls                           404 403 403 400 400 400 400 404
POST /api/v1/tables/<table_id>/calls/<number>/admission        404 403 403 400 403 403 400 404
POST /api/v1/tables/<table_id>/calls/<number>/point            404 403 403 403 403 403 400 404
POST /api/v1/tables/<table_id>/calls/<number>/withdraw         404 403 403 422 422 200 422 404
POST /api/v1/tables/<table_id>/changes                         404 403 403 400 400 400 400 404
POST /api/v1/tables/<table_id>/changes/<number>                404 403 403 400 400 400 400 404
POST /api/v1/tables/<table_id>/choices                         404 403 403 403 403 200 403 404
POST /api/v1/tables/<table_id>/codes                           404 400 400 400 400 400 400 404
POST /api/v1/tables/<table_id>/codes/fresh                     404 400 400 400 400 400 400 404
POST /api/v1/tables/<table_id>/devices/<number>/remove         404 403 403 403 403 409 403 404
POST /api/v1/tables/<table_id>/evening/part                    404 403 403 403 403 404 403 404
POST /api/v1/tables/<table_id>/events                          404 403 403 422 422 422 403 404
POST /api/v1/tables/<table_id>/pause                           404 403 403 400 400 400 400 404
POST /api/v1/tables/<table_id>/penalties                       404 403 403 403 403 403 400 404
POST /api/v1/tables/<table_id>/penalties/<number>/lift         404 403 403 403 403 403 404 404
GET  /api/v1/tables/<table_id>/photos                          404 200 200 200 200 200 200 404
POST /api/v1/tables/<table_id>/photos                          404 403 403 400 400 400 400 404
POST /api/v1/tables/<table_id>/photos/<number>/drop            404 403 403 404 404 404 404 404
GET  /api/v1/tables/<table_id>/record                          404 200 200 200 200 200 200 404
POST /api/v1/tables/<table_id>/referees/<grant_id>/dismiss     404 403 403 403 403 409 204 404
POST /api/v1/tables/<table_id>/requests                        404 403 403 403 403 400 403 404
POST /api/v1/tables/<table_id>/requests/withdraw               404 204 204 204 204 204 204 404
GET  /api/v1/tables/<table_id>/rulings                         404 200 200 200 200 200 200 404
POST /api/v1/tables/<table_id>/rulings                         404 403 403 400 400 400 400 404
POST /api/v1/tables/<table_id>/rulings/<number>/reopen         404 403 403 403 403 403 404 404
POST /api/v1/tables/<table_id>/rulings/<number>/appeal         404 403 403 404 404 404 403 404
POST /api/v1/tables/<table_id>/rulings/read                    404 403 403 400 400 400 400 404
POST /api/v1/tables/<table_id>/scorekeeper                     404 403 403 403 403 400 403 404
POST /api/v1/tables/<table_id>/seat                            404 403 200 200 200 200 409 404
POST /api/v1/tables/<table_id>/seat/leave                      404 200 200 200 200 200 200 404
GET  /api/v1/tables/<table_id>/seats                           404 200 200 200 200 200 200 404
POST /api/v1/tables/<table_id>/seats/<number>/free             404 403 403 403 403 200 403 404
GET  /api/v1/tables/<table_id>/stream                          404 200 200 200 200 200 200 404
GET  /games/<game>/entering                                    200 200 200 200 200 200 200 200
GET  /healthz                                                  200 200 200 200 200 200 200 200
GET  /join                                                     404 404 404 404 404 404 404 404
POST /join                                                     422 422 422 422 422 422 422 422
GET  /join/<link>/evening.ics                                  404 404 404 404 404 404 404 404
GET  /join/<link>                                              303 303 303 303 303 303 303 303
GET  /learn                                                    200 200 200 200 200 200 200 200
GET  /learn/<game>                                             200 200 200 200 200 200 200 200
GET  /metrics                                                  403 403 403 403 403 403 403 403
GET  /records                                                  200 200 200 200 200 200 200 200
POST /records                                                  422 422 422 422 422 422 422 422
GET  /rules                                                    200 200 200 200 200 200 200 200
GET  /rules/<game>                                             200 200 200 200 200 200 200 200
GET  /rules/<game>/sheet                                       200 200 200 200 200 200 200 200
GET  /scan                                                     200 200 200 200 200 200 200 200
POST /scan                                                     422 422 422 422 422 422 422 422
GET  /settings                                                 200 200 200 200 200 200 200 200
POST /settings                                                 303 303 303 303 303 303 303 303
GET  /static/<filename>                                        200 200 200 200 200 200 200 200
GET  /trust                                                    404 404 404 404 404 404 404 404
GET  /trust/sixfold.crt                                        404 404 404 404 404 404 404 404
POST /tables                                                   400 400 400 400 400 400 400 400
GET  /tables/<table_id>                                        404 200 200 200 200 200 200 404
GET  /tables/<table_id>/adjustments                            404 403 403 200 200 200 200 404
POST /tables/<table_id>/adjustments                            404 403 403 400 400 400 400 404
POST /tables/<table_id>/again                                  404 403 403 400 400 400 403 404
GET  /tables/<table_id>/amendments                             404 200 200 200 200 200 200 404
POST /tables/<table_id>/amendments                             404 403 403 400 400 400 400 404
GET  /tables/<table_id>/amendments/draft                       404 403 403 303 303 303 303 404
POST /tables/<table_id>/changes                                404 403 403 400 400 400 400 404
POST /tables/<table_id>/cases/<case>/photos                    404 403 403 403 403 403 400 404
GET  /tables/<table_id>/changes/<number>                       404 200 200 200 200 200 200 404
POST /tables/<table_id>/changes/<number>/agree                 404 403 403 400 400 400 403 404
POST /tables/<table_id>/changes/<number>/answer                404 403 403 403 403 403 400 404
POST /tables/<table_id>/changes/<number>/withdraw              404 403 403 400 400 400 403 404
GET  /tables/<table_id>/choices                                404 403 403 403 403 200 403 404
POST /tables/<table_id>/choices                                404 403 403 403 403 303 403 404
POST /tables/<table_id>/codes                                  404 400 400 400 400 400 400 404
POST /tables/<table_id>/codes/fresh                            404 400 400 400 400 400 400 404
GET  /tables/<table_id>/contradiction                          404 404 404 404 404 404 404 404
GET  /tables/<table_id>/desk                                   404 200 200 200 200 200 200 404
POST /tables/<table_id>/disputes                               404 403 403 400 400 400 400 404
GET  /tables/<table_id>/disputes/<number>                      404 200 200 200 200 200 200 404
POST /tables/<table_id>/disputes/<number>/admission            404 403 403 422 403 403 422 404
POST /tables/<table_id>/disputes/<number>/point                404 403 403 403 403 403 400 404
POST /tables/<table_id>/disputes/<number>/withdraw             404 403 403 403 403 303 403 404
GET  /tables/<table_id>/disputes/new                           404 403 403 200 200 200 200 404
GET  /tables/<table_id>/entries/<index>/amend                  404 403 403 200 200 200 200 404
POST /tables/<table_id>/entries/<index>/amend                  404 403 403 303 303 303 303 404
GET  /tables/<table_id>/entries/<index>/beside                 404 403 403 301 301 301 301 404
GET  /tables/<table_id>/entries/<index>/form                   404 403 403 301 301 301 301 404
GET  /tables/<table_id>/entries/<index>/forgotten              404 403 403 301 301 301 301 404
GET  /tables/<table_id>/entries/closed                         404 403 403 200 200 200 200 404
GET  /tables/<table_id>/entries/newest                         404 403 403 200 200 200 200 404
POST /tables/<table_id>/events                                 404 403 403 400 400 400 403 404
POST /tables/<table_id>/evening/part                           404 403 403 404 404 404 404 404
POST /tables/<table_id>/evening/read                           404 403 403 404 404 404 404 404
POST /tables/<table_id>/evening/result                         404 403 403 404 404 404 404 404
GET  /tables/<table_id>/film                                   404 200 200 200 200 200 200 404
POST /tables/<table_id>/grants/<grant_id>/remove               404 403 403 403 403 409 403 404
GET  /tables/<table_id>/hand                                   404 403 403 200 403 403 403 404
POST /tables/<table_id>/hand                                   404 403 403 400 403 403 403 404
POST /tables/<table_id>/hand/withdraw                          404 403 403 303 403 403 403 404
GET  /tables/<table_id>/log                                    404 200 200 200 200 200 200 404
GET  /tables/<table_id>/moments/<m>                            404 403 403 403 403 403 200 404
GET  /tables/<table_id>/moments/<m>/legal                      404 303 303 303 303 303 200 404
GET  /tables/<table_id>/move                                   404 200 200 200 200 200 200 404
POST /tables/<table_id>/move                                   404 303 303 303 303 303 303 404
POST /tables/<table_id>/move/stop                              404 303 303 303 303 303 303 404
GET  /tables/<table_id>/parts/<part>                           404 403 403 404 404 404 403 404
POST /tables/<table_id>/pause                                  404 403 403 400 400 400 400 404
GET  /tables/<table_id>/phases                                 404 403 403 200 200 200 403 404
GET  /tables/<table_id>/photo                                  404 403 403 404 404 404 403 404
POST /tables/<table_id>/photo                                  404 403 403 404 404 404 403 404
POST /tables/<table_id>/photo/cards                            404 403 403 404 404 404 403 404
GET  /tables/<table_id>/photo/packs                            404 403 403 403 403 404 403 404
POST /tables/<table_id>/photo/packs                            404 403 403 403 403 404 403 404
POST /tables/<table_id>/photo/packs/<pack_id>                  404 403 403 403 403 404 403 404
POST /tables/<table_id>/photo/packs/<pack_id>/remove           404 403 403 403 403 404 403 404
GET  /tables/<table_id>/photo/piles                            404 403 403 404 404 404 403 404
POST /tables/<table_id>/photo/piles                            404 403 403 404 404 404 403 404
POST /tables/<table_id>/photo/piles/cards                      404 403 403 404 404 404 403 404
GET  /tables/<table_id>/protocol                               404 200 200 200 200 200 200 404
POST /tables/<table_id>/put-back                               404 400 400 400 400 400 400 404
GET  /tables/<table_id>/record                                 404 200 200 200 200 200 200 404
GET  /tables/<table_id>/record.json                            404 200 200 200 200 200 200 404
GET  /tables/<table_id>/recovery                               404 403 403 403 403 200 403 404
GET  /tables/<table_id>/referees/<grant_id>/dismiss            404 403 403 403 403 200 200 404
POST /tables/<table_id>/referees/<grant_id>/dismiss            404 403 403 403 403 409 303 404
GET  /tables/<table_id>/request                                404 303 303 303 303 303 303 404
POST /tables/<table_id>/request/withdraw                       404 303 303 303 303 303 303 404
POST /tables/<table_id>/requests/<word>/let-in                 404 403 403 403 403 409 403 404
POST /tables/<table_id>/requests/<word>/refuse                 404 403 403 403 403 409 403 404
GET  /tables/<table_id>/photos/<photo_id>.jpg                  404 404 404 404 404 404 404 404
POST /tables/<table_id>/photos/<photo_id>/drop                 404 403 403 404 404 404 404 404
GET  /tables/<table_id>/revokes/<event>                        404 200 200 200 200 200 200 404
GET  /tables/<table_id>/penalties/<number>/lift                404 403 403 403 403 403 404 404
POST /tables/<table_id>/penalties/<number>/lift                404 403 403 403 403 403 404 404
GET  /tables/<table_id>/penalties/new                          404 403 403 403 403 403 200 404
POST /tables/<table_id>/penalties                              404 403 403 403 403 403 400 404
GET  /tables/<table_id>/rulings                                404 200 200 200 200 200 200 404
POST /tables/<table_id>/rulings                                404 403 403 403 403 403 400 404
GET  /tables/<table_id>/rulings/<place>/appeal                 404 403 403 404 404 404 403 404
POST /tables/<table_id>/rulings/<place>/appeal                 404 403 403 404 404 404 403 404
GET  /tables/<table_id>/rulings/<place>/reopen                 404 403 403 403 403 403 404 404
POST /tables/<table_id>/rulings/<place>/reopen                 404 403 403 403 403 403 404 404
POST /tables/<table_id>/rulings/read                           404 403 403 400 400 400 400 404
POST /tables/<table_id>/scorekeeper                            404 403 403 403 403 400 403 404
POST /tables/<table_id>/scorekeeper/end                        404 403 403 403 403 303 403 404
GET  /tables/<table_id>/result.png                             404 404 404 404 404 404 404 404
GET  /tables/<table_id>/scores                                 404 200 200 200 200 200 200 404
GET  /tables/<table_id>/scores.csv                             404 200 200 200 200 200 200 404
GET  /tables/<table_id>/scores.xlsx                            404 200 200 200 200 200 200 404
GET  /tables/<table_id>/scores/<number>                        404 404 404 404 404 404 404 404
POST /tables/<table_id>/seat                                   404 403 303 303 303 303 409 404
POST /tables/<table_id>/seat/leave                             404 303 303 303 303 303 303 404
POST /tables/<table_id>/seats/<seat>/free                      404 403 403 403 403 303 403 404
GET  /tables/<table_id>/share                                  404 200 200 200 200 200 200 404
GET  /tables/<table_id>/stream                                 404 200 200 200 200 200 200 404
GET  /circles/new                                              200 200 200 200 200 200 200 200
POST /circles                                                  400 400 400 400 400 400 400 400
GET  /evenings/new                                             200 200 200 200 200 200 200 200
GET  /evenings/progress                                        204 204 204 204 204 204 204 204
GET  /evenings/archives                                        200 200 200 200 200 200 200 200
POST /evenings/archives                                        400 400 400 400 400 400 400 400
GET  /circles/bring                                            200 200 200 200 200 200 200 200
POST /circles/bring                                            400 400 400 400 400 400 400 400
POST /evenings                                                 400 400 400 400 400 400 400 400
GET  /tables/new/<game>                                        200 200 200 200 200 200 200 200
"""
SENT: dict[str, Any] = {
    "POST /tables": {"game": "sixes-and-sevens"},
    "POST /tables/<table_id>/seat": {"seat": "2"},
    "POST /api/v1/tables/<table_id>/seat": {"seat": 2},
    "POST /api/v1/tables/<table_id>/events": {"type": "play", "seat": 1, "card": "0X"},
}


class Row(NamedTuple):
    """A method at an address, and what each role is answered."""

    method: str
    rule: str
    answers: tuple[int, ...]

    @property
    def name(self) -> str:
        return f"{self.method} {self.rule}"

    @property
    def is_public(self) -> bool:
        """Tells whether everybody gets the same answer."""
        return len(set(self.answers)) == 1 and self.name != OF_THE_TOKEN


def _row(line: str) -> Row:
    method, rule, *answers = line.split()
    return Row(method, rule, tuple(map(int, answers)))


ROWS = [_row(line) for line in TABLE.strip().splitlines()[1:]]


def asked(
    all_roles: AllRoles,
    row: Row,
    role: str | None,
    base_url: str = HTTP,
    headers: Mapping[str, str] | None = None,
    **values: Any,
) -> TestResponse:
    """Returns what a phone is answered; a program shows its token instead of the cookie. A stream is left unread."""
    path, sent = address(all_roles, row.rule, **values), SENT.get(row.name, {})
    phone = all_roles.phones[role] if role else all_roles.site.phone()
    more: dict[str, Any] = {"headers": dict(headers or {})}
    if row.method == "POST":
        more["data"] = sent
    if row.rule.startswith(API):
        cookie = phone.get_cookie(COOKIE)
        phone = all_roles.site.app.test_client()
        more = {"headers": {"Authorization": f"Bearer {cookie.value}"} if cookie else {}}
        if row.method == "POST":
            more["json"] = sent
            more["headers"]["Idempotency-Key"] = "key-of-this-entry"
    # From elsewhere: this machine itself may read the figures.
    more["environ_overrides"] = {"REMOTE_ADDR": "192.0.2.7"}
    answer = phone.open(path, method=row.method, buffered=False, base_url=base_url, **more)
    if answer.mimetype != "text/event-stream":
        answer.get_data()
    answer.close()
    return answer


def usual_values(all_roles: AllRoles) -> dict[str, Any]:
    """Returns what the placeholders of addresses stand for at the table."""
    return {
        "table_id": all_roles.table.id,
        "index": 1,
        "number": 1,
        "word": "FOX-42",
        "event": 2,
        "case": "revoke-2",
        "photo_id": 1,
        "m": "1",
        "part": "melds",
        "place": 1,
        "game": "sixes-and-sevens",
        "link": "KQ7M3XP",
        "filename": "app.js",
        "grant_id": all_roles.grants["referee"],
        "pack_id": 1,
        "seat": 1,
    }


def address(all_roles: AllRoles, rule: str, **values: Any) -> str:
    """Returns the address of this rule at the table."""
    known = {**usual_values(all_roles), **values}
    return re.sub(r"<(\w+)>", lambda part: str(known[part[1]]), rule)
