"""The application on a database of its own, for each test."""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient
from qrcode.main import QRCode
from sqlalchemy import URL

from tests import databases
from tests.databases import OpenDatabases
from tests.web.support.all_roles import AllRoles, open_site
from tests.web.support.circle_tables import Tables
from tests.web.support.hall import Hall
from tests.web.support.phone import Phone
from tests.web.support.site import Site, build_app, opened_by
from webapp.config import Config
from webapp.evening import stream
from webapp.factory import services_of
from webapp.services import services_in
from webapp.site import faults
from webapp.store import Store
from webapp.store.models import Table


@pytest.fixture(scope="session", autouse=True)
def _nobody_waits() -> Iterator[None]:
    """Pauses by which a server holds up who is too fast, and gathers what changes, are left out.

    So is which of its eight masks makes a QR code look best, for which most of its time goes: each can be read.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(faults, "TOO_FAST_PAUSE", 0)
        patch.setattr(stream, "EVENING_GATHERED", 0)
        patch.setattr(QRCode, "best_mask_pattern", lambda code: 0)
        yield


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, fresh_database: Path) -> Flask:
    """The application as it is put together, which takes longer than most tests. What it keeps, its rooms keep."""
    return build_app(tmp_path_factory.mktemp("built"), fresh_database)


@pytest.fixture
def app(built: Flask, open_databases: OpenDatabases, server: URL | None, tmp_path: Path) -> Iterator[Flask]:
    """The application with an empty database and with nobody in its rooms."""
    store, before = open_databases.empty(server), dict(built.config)
    config = Config(instance=tmp_path, log="quiet", server=store.url, chain_key=databases.KEY.hex())
    with patch.object(store, "rate_anew", list):  # an empty house has nobody to rate, which takes longer to find out
        built.extensions["sixfold"] = services_of(config, store)
    yield built
    built.config.clear()
    built.config.update(before)


@pytest.fixture
def site(app: Flask) -> Site:
    return Site(app)


@pytest.fixture(scope="session")
def built_there(tmp_path_factory: pytest.TempPathFactory, fresh_database: Path) -> Flask:
    """Another application, for another house."""
    return build_app(tmp_path_factory.mktemp("built_there"), fresh_database)


@pytest.fixture
def another_house(built_there: Flask, fresh_database: Path, tmp_path: Path) -> Iterator[Site]:
    """Another house: a folder of its own, with its own database and key."""
    folder = tmp_path / "there"
    folder.mkdir()
    databases.sqlite_copy(fresh_database, folder)
    with opened_by(built_there, Config(instance=folder, log="quiet")) as site:
        yield site


@pytest.fixture(scope="module")
def all_roles(server: URL | None, fresh_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AllRoles]:
    """A table where there is a phone of each role, for all tests of a module; whoever changes it opens another one."""
    folder = tmp_path_factory.mktemp("all_roles")
    if server is None:
        databases.sqlite_copy(fresh_database, folder)
    with open_site(folder, server and databases.copied(server, "all_roles")) as site:
        yield AllRoles(site).plays()


@pytest.fixture
def host(site: Site) -> FlaskClient:
    """The phone that has opened `table`."""
    return site.phone()


@pytest.fixture
def table(site: Site, host: FlaskClient) -> Table:
    """A table of Ann, Ben and Cat; its host sits on no seat."""
    return site.open_table(host)


@pytest.fixture
def store(open_databases: OpenDatabases, server: URL | None) -> Store:
    """A store without an application around it."""
    return open_databases.empty(server)


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    """The host's phone, after Ann has dealt."""
    phone = Phone(host, table)
    assert phone.enter({"type": "deal", "dealer": 0}) == 303
    return phone


@pytest.fixture
def trick(phone: Phone) -> Phone:
    """Ann has dealt, Ben led the seven of clubs, Cat and Ann followed, Ann leads the three of diamonds."""
    for seat, card in [(1, "7C"), (2, "2C"), (0, "9C"), (0, "3D")]:
        assert phone.play(seat, card) == 303
    return phone


@pytest.fixture
def tables(site: Site) -> Tables:
    """A circle, and tables of it."""
    return Tables(site)


@pytest.fixture
def hall(app: Flask) -> Hall:
    """An evening of eight, for which nobody has a seat yet."""
    return Hall(services_in(app))
