"""Which database the tests run on."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL

from tests import databases
from webapp.config import Config
from webapp.migrations import migrate


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database", choices=("sqlite", "postgresql"), default="sqlite")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is only about the one database does not run on the other."""
    if config.getoption("--database") == "postgresql":
        elsewhere = [item for item in items if item.get_closest_marker("sqlite")]
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if item not in elsewhere]


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> Iterator[URL | None]:
    """The PostgreSQL server of this run, with an empty database to copy; None: the tests run on SQLite."""
    if request.config.getoption("--database") == "sqlite":
        yield None
        return
    with databases.postgresql() as server:
        databases.template(server)
        yield server


@pytest.fixture(scope="session")
def fresh_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite file of the newest shape, to be copied."""
    path = tmp_path_factory.mktemp("fresh") / "sixfold.sqlite"
    migrate(Config(instance=path.parent).database)
    return path


@pytest.fixture
def database(server: URL | None, fresh_database: Path, tmp_path: Path) -> URL | None:
    """An empty database for one test: the address of one on PostgreSQL, or None and a file below `tmp_path`."""
    if server is None:
        databases.sqlite_copy(fresh_database, tmp_path)
        return None
    return databases.copied(server, f"test_{os.environ.get('PYTEST_XDIST_WORKER', 'only')}")
