"""Which databases the tests run on: SQLite, PostgreSQL, or both, one after the other."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL

from tests import databases
from tests.databases import OpenDatabases
from webapp.config import Config
from webapp.store.migrations import migrate

SQLITE, POSTGRESQL = "sqlite", "postgresql"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database", choices=(SQLITE, POSTGRESQL, "both"), default=SQLITE)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that needs a database is one for each, unless it is marked to be about one of them only."""
    if "server" in metafunc.fixturenames:
        kinds = [kind for kind in _kinds(metafunc.config) if _fits(metafunc.definition, kind)]
        metafunc.parametrize("server", kinds, indirect=True, scope="session")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is only about a database that is not asked for does not run."""
    elsewhere = [item for item in items if not any(_fits(item, kind) for kind in _kinds(config))]
    config.hook.pytest_deselected(items=elsewhere)
    items[:] = [item for item in items if item not in elsewhere]


def _kinds(config: pytest.Config) -> tuple[str, ...]:
    chosen = config.getoption("--database")
    return (SQLITE, POSTGRESQL) if chosen == "both" else (chosen,)


def _fits(item: pytest.Item, kind: str) -> bool:
    return not any(item.get_closest_marker(other) for other in {SQLITE, POSTGRESQL} - {kind})


@pytest.fixture(scope="session")
def postgresql() -> Iterator[URL]:
    """A PostgreSQL server, with an empty database to copy."""
    with databases.postgresql() as server:
        databases.template(server)
        yield server


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> URL | None:
    """The PostgreSQL server that a test runs on; None: it runs on SQLite."""
    if request.param == SQLITE:
        return None
    url: URL = request.getfixturevalue("postgresql")
    return url


@pytest.fixture(scope="session")
def fresh_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite file of the newest shape, to be copied."""
    path = tmp_path_factory.mktemp("fresh") / "sixfold.sqlite"
    migrate(Config(instance=path.parent).database)
    return path


@pytest.fixture
def database(server: URL | None, fresh_database: Path, tmp_path: Path) -> URL | None:
    """A database for several processes or servers: the address of one on PostgreSQL, or None, a file in `tmp_path`."""
    if server is None:
        databases.sqlite_copy(fresh_database, tmp_path)
        return None
    return databases.copied(server, "test")


@pytest.fixture(scope="session")
def open_databases(fresh_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDatabases]:
    """The databases that stay open from test to test."""
    opened = OpenDatabases(fresh_database, tmp_path_factory.mktemp("databases"))
    yield opened
    opened.close()
