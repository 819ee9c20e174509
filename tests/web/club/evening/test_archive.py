"""The archive of an evening: what lies in it, and for whom."""

import io
import json
import zipfile

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.support.hall import GAME, Hall
from tests.web.support.site import Site
from webapp.club.evening import lines as kinds
from webapp.club.evening.plan import Kind, Plan
from webapp.services import services_in
from webapp.store.evening_roles import EveningRole


@pytest.fixture
def organiser(site: Site) -> FlaskClient:
    return site.phone()


@pytest.fixture
def hall(site: Site, app: Flask, organiser: FlaskClient) -> Hall:
    """An evening of one round whose first table has dealt and plays."""
    plan = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=1)
    hall = Hall(services_in(app), plan, organiser=site.device(organiser))
    ann = site.phone()
    hall.admit(site.device(ann), EveningRole.PLAYER, 1)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)))
    return hall


def _archive(hall: Hall, phone: FlaskClient) -> zipfile.ZipFile:
    answer = phone.get(f"/evenings/{hall.id}/archive.zip")
    assert answer.status_code == 200
    return zipfile.ZipFile(io.BytesIO(answer.data))


def test_an_archive_holds_lines_records_and_the_standing(hall: Hall, organiser: FlaskClient) -> None:
    archive = _archive(hall, organiser)
    assert archive.testzip() is None
    evening = json.loads(archive.read("evening.json"))
    assert [line["kind"] for line in evening["lines"]][-3:] == ["seated", "started", "confirmed"]
    assert evening["signed"]["house"] == hall.services.store.chain.key_id
    for table in evening["tables"]:
        record = json.loads(archive.read(table["file"]))
        assert record["signed"]["fingerprint"] == table["fingerprint"]
        assert record["players"] == (
            ["Ann", "Ben", "Cat", "Dan"] if table["number"] == 1 else ["Eva", "Fay", "Gus", "Ida"]
        )
    assert archive.read("standing.csv") == organiser.get(f"/evenings/{hall.id}/standing.csv").data


def test_nobody_but_who_runs_the_evening_gets_it(site: Site, hall: Hall) -> None:
    phone = site.phone()
    hall.admit(site.device(phone), EveningRole.REFEREE, name="Karin")
    assert phone.get(f"/evenings/{hall.id}/archive.zip").status_code == 403
