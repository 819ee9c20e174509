"""What one device and one network open within a day: tables, evenings, circles, typed or brought in files."""

import io
import json
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select, update
from sqlmodel import col
from werkzeug.test import TestResponse

from tests.databases import changing, reading
from tests.web.support.hall import Hall
from tests.web.support.records import DEAL, a_record
from tests.web.support.site import Site
from webapp.services import services_in
from webapp.store import attempts
from webapp.store.errors import TooManyOpened
from webapp.store.models import Opening, utc_now
from webapp.store.roles import Scope

pytestmark = pytest.mark.both_databases
OPEN = {"op": "1" * 22, "game": "sixes-and-sevens"}
NEAR, FAR = "192.0.2.7", "192.0.2.8"
Open = Callable[[FlaskClient, int], TestResponse]


class Ways:
    """Every way to open something, by what it is: with a key of its own each time."""

    def __init__(self, site: Site) -> None:
        organiser = site.phone()
        hall = Hall(services_in(site.app), organiser=site.device(organiser))
        with zipfile.ZipFile(io.BytesIO(organiser.get(f"/evenings/{hall.id}/archive.zip").data)) as found:
            evening = json.loads(found.read("evening.json"))
        old = "2020-01-01T00:00:00Z"
        evening |= {"opened": old, "at": old, "lines": [{**line, "at": old} for line in evening["lines"]]}
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as out:
            out.writestr("evening.json", json.dumps(evening))
        self._archive = made.getvalue()

    def table(self, phone: FlaskClient, key: int) -> TestResponse:
        return phone.post("/tables", data={**OPEN, "op": f"{key:022}", "name": ["Ann", "Ben", "Cat"]})

    def record(self, phone: FlaskClient, key: int) -> TestResponse:
        fields = {"op": f"{key:022}", "open": "yes", "text": json.dumps(a_record(DEAL))}
        return phone.post("/records", data=fields)

    def archive(self, phone: FlaskClient, key: int) -> TestResponse:
        fields = {"op": f"{key:022}", "file": (io.BytesIO(self._archive), "evening.zip")}
        return phone.post("/evenings/archives", data=fields, content_type="multipart/form-data")

    def circle(self, phone: FlaskClient, key: int) -> TestResponse:
        return phone.post("/circles", data={"op": f"{key:022}", "name": f"Circle {key}"})


KINDS = {"table": Scope.TABLE, "record": Scope.TABLE, "archive": Scope.EVENING, "circle": Scope.CIRCLE}


@pytest.fixture
def ways(site: Site) -> Ways:
    return Ways(site)


def phone_at(site: Site, address: str) -> FlaskClient:
    phone = site.phone()
    phone.environ_base["REMOTE_ADDR"] = address
    return phone


@pytest.mark.parametrize("way", KINDS)
def test_a_device_and_a_network_have_limits(site: Site, ways: Ways, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also for an evening whose file says that it was years ago: it counts when it came."""
    opens: Open = getattr(ways, way)
    monkeypatch.setitem(attempts.MOST_A_DEVICE, KINDS[way], 2)
    monkeypatch.setitem(attempts.MOST_A_NETWORK, KINDS[way], 3)
    phone, another, far = phone_at(site, NEAR), phone_at(site, NEAR), phone_at(site, FAR)
    assert [opens(phone, key).status_code for key in (1, 2, 3)] == [303, 303, 429]
    assert opens(phone, 2).status_code == 303, "the form that opened the last one leads to it"
    refused = [opens(another, key) for key in (4, 5)]
    assert [answer.status_code for answer in refused] == [303, 429]
    assert "from this network" in refused[1].text
    assert 24 * 3600 - 600 <= int(refused[1].headers["Retry-After"]) <= 24 * 3600
    assert opens(far, 6).status_code == 303
    with changing(site.store) as session:
        session.execute(update(Opening).values(made_at=utc_now() - timedelta(hours=25)))
    assert opens(phone, 7).status_code == 303
    with reading(site.store) as session:
        assert session.scalar(select(func.count(col(Opening.id)))) == 2, "of before nothing is kept"


def test_what_one_device_opens_at_one_moment_is_counted(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each at a connection of its own, as at several processes."""
    monkeypatch.setitem(attempts.MOST_A_DEVICE, Scope.EVENING, 2)
    device = site.device(site.phone())

    def opened(_number: int) -> bool:
        try:
            site.store.open_evening("Tuesday", [], device_id=device)
        except TooManyOpened:
            return False
        return True

    with ThreadPoolExecutor(8) as processes:
        assert sum(processes.map(opened, range(24))) == 2
