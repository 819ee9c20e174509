"""Which tests run on which database.

Every test runs on SQLite. What reads or writes the database in a way of its own runs on PostgreSQL as well: all of
`ON_BOTH`, and elsewhere what is marked `both_databases`, a test or (by `pytestmark`) a module. What only renders what
has been read is the same on either. `--database postgresql` runs everything on PostgreSQL instead.
"""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from sqlalchemy import URL

from tests import compiled, databases, forked_process
from tests.databases import OpenDatabases
from tests.paths import ROOT
from webapp.config import Config
from webapp.store.migrations import migrate

SQLITE, POSTGRESQL = KINDS = "sqlite", "postgresql"
ON_BOTH = ("web/store", "processes")
"""Folders whose every test that needs a database runs on both."""
FRESH = "FRESH_DATABASE"
"""The variable that names the file of an empty database."""
HERE = Path(__file__).parent
assert all((HERE / folder).is_dir() for folder in ON_BOTH), "a folder was renamed: its tests would lose PostgreSQL"


# How long an example takes says nothing: machines are busy.
settings.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("here")


def pytest_configure(config: pytest.Config) -> None:
    # As the server does (webapp/http/process_limits.py): what is loaded stays, and pages leave few cycles behind.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    # Before a test imports numpy: photos are read by one thread here, too, at a fifth of the price.
    import_module("webapp.photo")
    # One process for all workers of a run, which inherit its address.
    if sys.platform == "linux" and forked_process.ADDRESS not in os.environ:
        config.add_cleanup(forked_process.start_forkserver())
    # So is the PostgreSQL server, which nobody starts before a test needs it.
    if config.getoption("--database") != SQLITE and databases.FOLDER not in os.environ:
        folder = ExitStack()
        folder.enter_context(databases.postgresql_folder())
        config.add_cleanup(folder.close)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Each worker of a run over everything imports another part first: what one has compiled the others only read."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker and session.config.args_source == pytest.Config.ArgsSource.TESTPATHS:
        number, workers = int(worker.removeprefix("gw")), int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        for path in sorted(HERE.rglob("test_*.py"))[number::workers]:
            # What cannot be imported is told by collecting it.
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Tells a failure at once: of a run that is stopped from outside nothing more is seen."""
    if report.failed and hasattr(report, "node"):  # one of a worker's
        sys.stdout.write(f"\n{report.nodeid} failed ({report.when}):\n{report.longreprtext}\n")
        sys.stdout.flush()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database", choices=(*KINDS, "both"), default=SQLITE)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that needs a database is one test for each that it runs on."""
    if "server" in metafunc.fixturenames:
        metafunc.parametrize("server", _databases_of(metafunc.definition), indirect=True, scope="session")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test that is about one database alone does not run where another one is asked for."""
    if config.getoption("--database") != "both":
        config.hook.pytest_deselected(items=[item for item in items if not _databases_of(item)])
        items[:] = [item for item in items if _databases_of(item)]


def pytest_collection_finish() -> None:
    # All tests stay: whoever collects garbage need not look at them each time.
    gc.freeze()


def _databases_of(item: pytest.Item) -> tuple[str, ...]:
    """Returns which of the databases that are asked for a test runs on."""
    chosen = item.config.getoption("--database")
    only = tuple(kind for kind in KINDS if item.get_closest_marker(kind))
    if chosen == "both":
        return only or (KINDS if _needs_both(item) else (SQLITE,))
    return (chosen,) if chosen in (only or KINDS) else ()


def _needs_both(item: pytest.Item) -> bool:
    folder = item.path.parent.relative_to(HERE).as_posix()
    return folder in ON_BOTH or item.get_closest_marker("both_databases") is not None


@pytest.fixture(scope="session", autouse=True)
def share_what_is_compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps what applications compile, for all of a run; templates for all of its workers as well."""
    here = _of_all_workers(tmp_path_factory) / "compiled"
    folder = Path(os.environ.get(compiled.FOLDER, here))  # of a run within a run: the one that is there
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(compiled.FOLDER, str(folder))
        for name, value in compiled.kept().items():
            patch.setattr(Flask, name, value)
        yield


def _of_all_workers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder of this run."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


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
def fresh_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty SQLite file of the newest shape, to be copied; runs within this one find it, too.

    One worker makes it, for which the others wait.
    """
    path = Path(os.environ.get(FRESH, _of_all_workers(tmp_path_factory) / "fresh" / "sixfold.sqlite"))
    if FRESH not in os.environ:
        migrate(Config(instance=path.parent).database)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FRESH, str(path))
        yield path


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
