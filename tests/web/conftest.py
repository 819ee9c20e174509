"""The application on a database of its own, for each test."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import URL

from tests import databases
from tests.databases import Kept
from tests.web.everybody import Everybody, open_house
from tests.web.house import House, put_together
from tests.web.phone import Phone
from webapp.config import Config
from webapp.factory import services_of
from webapp.store import Store
from webapp.store.models import Table


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps what templates compile to, for all applications of a run and for both of its workers."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "compiled"
    folder.mkdir(exist_ok=True)
    options = {**Flask.jinja_options, "bytecode_cache": FileSystemBytecodeCache(str(folder))}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", options)
        yield


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The application as it is put together, which takes longer than most tests. What it keeps, its rooms keep."""
    return put_together(tmp_path_factory.mktemp("built"))


@pytest.fixture
def app(built: Flask, kept: Kept, server: URL | None, tmp_path: Path) -> Iterator[Flask]:
    """The application with an empty database and with nobody in its rooms."""
    store, before = kept.empty(server), dict(built.config)
    built.extensions["sixfold"] = services_of(Config(instance=tmp_path, log="quiet", server=store.url), store)
    yield built
    built.config.clear()
    built.config.update(before)


@pytest.fixture
def house(app: Flask) -> House:
    return House(app)


@pytest.fixture(scope="module")
def everybody(
    server: URL | None, fresh_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Everybody]:
    """A table where there is a phone of each role, for all tests of a module; whoever changes it opens another one."""
    folder = tmp_path_factory.mktemp("everybody")
    if server is None:
        databases.sqlite_copy(fresh_database, folder)
    with open_house(folder, server and databases.copied(server, "everybody")) as house:
        yield Everybody(house).plays()


@pytest.fixture
def host(house: House) -> FlaskClient:
    """The phone that has opened `table`."""
    return house.phone()


@pytest.fixture
def table(house: House, host: FlaskClient) -> Table:
    """A table of Ann, Ben and Cat; its host sits on no seat."""
    return house.open_table(host)


@pytest.fixture
def store(kept: Kept, server: URL | None) -> Store:
    """A store without an application around it."""
    return kept.empty(server)


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
