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
from tests.web.everybody import Everybody, open_house
from tests.web.house import House
from tests.web.phone import Phone
from webapp import create_app
from webapp.config import Config
from webapp.models import Table
from webapp.store import Store, open_store


@pytest.fixture(scope="session")
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """What templates compile to, kept for all applications: each test has one of its own."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("compiled")))


@pytest.fixture
def app(database: URL | None, compiled_templates: FileSystemBytecodeCache, tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Config(instance=tmp_path, log="quiet", server=database))
    app.testing = True
    app.jinja_env.bytecode_cache = compiled_templates
    yield app
    app.extensions["sixfold"].store.close()


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
    name = f"everybody_{os.environ.get('PYTEST_XDIST_WORKER', 'only')}"
    with open_house(folder, server and databases.copied(server, name)) as house:
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
def store(database: URL | None, tmp_path: Path) -> Iterator[Store]:
    """A store without an application around it."""
    store = open_store(Config(instance=tmp_path, server=database).database)
    yield store
    store.close()


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
