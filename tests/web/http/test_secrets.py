"""Where the secrets of tables, evenings, circles and devices are told: on the pages that share them, nowhere else."""

import io
import logging
import re
import zipfile
from dataclasses import dataclass
from typing import Any, cast

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from tests.cases import each
from tests.databases import changing, reading
from tests.web.support.addresses import Addresses
from tests.web.support.former_holders import ANN, House
from tests.web.support.new_tables import USUAL
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.server.access_log import LoggedHandler
from webapp.store.circle_models import CirclePlayer
from webapp.store.invites import format_code
from webapp.store.models import Row
from webapp.store.roles import Role

SECRET = re.compile("token|code|token_hash")
"""Columns that hold secrets."""
SHOWN_BY = {
    "table_id": "moves.show moves.show_recovery seats.let_in seats.refuse seats.share",
    "evening_id": "evening_invites.show_cards evening_hall.show evening_hall.stream evening_invites.show_helpers "
    "evening_invites.show evenings.show evenings.stream moves.show moves.show_recovery seats.share",
    "circle_id": "circle_devices.share moves.show_recovery",
}
"""Endpoints that tell them: pages from which a table, an evening or a circle is shared, or a phone moves on."""
NAMES_ONE = re.compile(r"/(tables|evenings|circles)/\d")
ZIPS = ("application/zip", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")


@dataclass
class Told:
    """What a phone was answered."""

    method: str
    path: str
    endpoint: str
    status: int
    headers: dict[str, str]
    text: str


def _secrets(site: Site, phones: list[FlaskClient]) -> set[str]:
    """Returns all secrets, as they are stored and as they are shown."""
    found = {cookie.value for phone in phones if (cookie := phone.get_cookie(COOKIE))}
    with reading(site.store) as session:
        for table in Row.metadata.sorted_tables:
            for column in table.c:
                if SECRET.fullmatch(column.name):
                    found |= set(session.scalars(select(column)))
    return found | {format_code(one) for one in found if len(one) < 16}


class Holder:
    """A house whose phones hold every kind of secret there is, and what they were answered."""

    def __init__(self, site: Site, of: str) -> None:
        self.site, self.house, self.told = site, House(site), list[Told]()
        self.phones = getattr(self, f"_of_{of.removesuffix('_id')}")()
        self.addresses = Addresses(self.house, of)

    def _of_table(self) -> list[FlaskClient]:
        host, player = self.house.host, self.site.seat(self.house.table, 1)
        self.site.store.renew_invite(self.house.table.id, Role.REFEREE, agreed=True)
        self.site.store.renew_invite(self.house.table.id, Role.SCOREKEEPER)
        for phone in (host, player):
            self.house.send(phone, self.house.at_table("/move"))
        return [host, player]

    def _of_evening(self) -> list[FlaskClient]:
        organiser, player, referee = self.house.organiser, self.site.phone(), self.site.phone()
        self.house.let_in(player, Role.PLAYER, ANN)
        self.house.let_in(referee, Role.REFEREE)
        self.house.begin()
        self.house.send(organiser, self.house.at_evening("/cards"), first="1", last="2")
        for role in ("deputy", "referee"):
            self.house.send(organiser, self.house.at_evening("/codes"), role=role)
        self.house.send(organiser, self.house.at_evening("/move"))
        self.house.send(player, self.house.at_evening("/move"))
        return [organiser, player, referee]

    def _of_circle(self) -> list[FlaskClient]:
        assert self.house.circle
        return [self.house.member]

    def asks(self, phone: FlaskClient, path: str, method: str) -> None:
        self.notes(self.addresses.ask(phone, path, method), path, method)

    def notes(self, answer: TestResponse, path: str, method: str) -> None:
        said = Told(method, path, self._endpoint(path, method), answer.status_code, dict(answer.headers), _text(answer))
        said.headers["Set-Cookie"] = " ".join(answer.headers.getlist("Set-Cookie"))
        answer.close()
        self.told.append(said)

    def _endpoint(self, path: str, method: str) -> str:
        try:
            return cast("str", self.site.app.url_map.bind("localhost").match(path.partition("?")[0], method)[0])
        except HTTPException as problem:
            return str(problem.code)


def _text(answer: TestResponse) -> str:
    if answer.mimetype == "text/event-stream":
        pieces = iter(answer.response)
        return "".join(piece if isinstance(piece, str) else piece.decode() for piece in (next(pieces), next(pieces)))
    if answer.mimetype not in ZIPS:
        return answer.data.decode(errors="replace")
    with zipfile.ZipFile(io.BytesIO(answer.data)) as file:
        return "\n".join(file.read(name).decode(errors="replace") for name in file.namelist())


@pytest.mark.parametrize("of", SHOWN_BY)
def test_secrets_are_told_where_they_are_shared_and_nowhere_else(site: Site, of: str) -> None:
    holder = Holder(site, of)
    secrets = _secrets(site, holder.phones)
    for phone in holder.phones:
        for path in (*holder.addresses.asked("GET"), "/metrics"):
            holder.asks(phone, path, "GET")
    # An empty form tells little: each is sent by one of them in turn, and by who leads.
    for number, path in enumerate(holder.addresses.asked("POST")):
        for phone in {id(one): one for one in (holder.phones[0], holder.phones[number % len(holder.phones)])}.values():
            holder.asks(phone, path, "POST")
    secrets |= _secrets(site, holder.phones)
    telling = [one for one in holder.told if _tells(one.text, secrets)]
    assert {one.endpoint for one in telling} == set(SHOWN_BY[of].split())
    assert {one.endpoint for one in telling if "no-store" not in one.headers["Cache-Control"]} == set()
    kept = [one.path for one in holder.told if one.method == "POST" and "no-store" not in one.headers["Cache-Control"]]
    assert not [path for path in kept if NAMES_ONE.match(path)], "whatever a refused form shows"
    named = "".join(f"{name}: {value}\n" for one in holder.told for name, value in one.headers.items())
    assert not _tells(named, secrets), "neither a redirect nor a cookie carries one"


@each(
    "of, path, sent, status",
    [
        ("table_id", "/tables/{}/seat", {"seat": "1"}, 409),
        ("evening_id", "/evenings/{}/cards", {"first": "9", "last": "1"}, 422),
        ("table_id", "/accept", {"as": "1"}, 409),
    ],
)
def test_a_refused_form_that_shows_a_secret_is_not_found_by_back(
    site: Site, of: str, path: str, sent: dict[str, str], status: int
) -> None:
    holder = Holder(site, of)
    way = site.store.invites(holder.house.table.id)[Role.PLAYER].token
    answer = holder.phones[0].post(path.format(holder.addresses.values[of]), data={"way": way, **sent})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (status, "no-store")
    assert _tells(answer.text, _secrets(site, holder.phones))


def test_a_refused_form_that_back_finds_names_nobody_of_a_circle(site: Site) -> None:
    holder = Holder(site, "circle_id")
    circle, phone = holder.house.circle, holder.phones[0]
    with changing(site.store) as session:
        session.add(CirclePlayer(circle_id=circle.id, name="Zerlina", key="zerlina"))
    for path, sent in (("/tables", {**USUAL, "name": ["", "", ""]}), ("/circles/bring", {"op": "0" * 22})):
        answer = phone.post(path, data=sent, content_type="multipart/form-data")
        assert answer.status_code == 422
        told = "Zerlina" in answer.text or circle.name in answer.text
        assert not told or answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("of", SHOWN_BY)
def test_no_log_and_no_redirect_has_a_secret_of_an_address(
    site: Site, of: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    holder = Holder(site, of)
    secrets = _secrets(site, holder.phones)
    places = ("/join/{}", "/join/{}/more", "/{}", "/tables/{}", "/tables/1?way={}", "/?code={}", "/api/v1/tables/{}")
    lines = "".join(_logged(place.format(one)) for place in places for one in secrets)
    assert not _tells(lines, secrets)
    for one in list(secrets)[:4]:
        for place in places:
            for method in ("GET", "PUT", "POST"):
                holder.notes(holder.phones[0].open(place.format(one), method=method), place.format(one), method)
        too_long, no_form = {"data": {"way": one, "text": "x" * 70_000}}, {"json": {"way": one}}
        sents: tuple[dict[str, Any], ...] = (too_long, no_form, {"data": {"code": f"{one}x"}})
        for sent in sents:
            holder.notes(holder.phones[0].post("/join", **sent), "/join", "POST")
    assert {one.status for one in holder.told} >= {303, 404, 405, 413, 415, 422}
    assert not _tells("".join(one.headers.get("Location", "") for one in holder.told), secrets)
    assert {one.headers.get("Referrer-Policy") for one in holder.told} == {"same-origin"}
    assert not _tells(caplog.text, secrets)


def _logged(path: str) -> str:
    """Returns the line of the access log about a request."""
    handler = LoggedHandler.__new__(LoggedHandler)
    path, _, query = path.partition("?")
    handler.environ = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query}
    handler.time_start, handler.time_finish, handler.status, handler.response_length = 0.0, 0.0, "404", 0
    line: str = handler.format_request()
    return line


def _tells(text: str, secrets: set[str]) -> bool:
    return any(one in text for one in secrets)
