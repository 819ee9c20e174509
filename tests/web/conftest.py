"""The application on a database of its own, for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import URL

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
