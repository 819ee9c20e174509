"""An application that knows the sixth game, and a server with it for browsers."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.databases import sqlite_copy
from tests.e2e import phone as phones_of
from tests.e2e.conftest import browser_type_launch_args, guest, host, phone_pool, phones
from tests.e2e.phone import PATIENCE
from tests.forked_process import Forked
from tests.paths import ROOT
from tests.running import running
from tests.sixth_game.support import GAME, installed
from tests.web.support.site import Site
from webapp import create_app
from webapp.config import Config

__all__ = ["browser_type_launch_args", "guest", "host", "phone_pool", "phones"]


def opened(folder: Path, fresh_database: Path) -> Site:
    """Returns a house on a copy of an empty database."""
    sqlite_copy(fresh_database, folder)
    app = create_app(Config(instance=folder, log="quiet"))
    app.testing = True
    return Site(app)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, fresh_database: Path) -> Iterator[Site]:
    """A house with the sixth game in it; each test opens a table of its own."""
    with installed():
        house = opened(tmp_path_factory.mktemp("sixth"), fresh_database)
        yield house
        house.store.close()


@pytest.fixture(scope="session")
def address(fresh_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the sixth game in it."""
    expect.set_options(timeout=PATIENCE)
    command = Forked("tests.sixth_game") if sys.platform == "linux" else (sys.executable, "-m", "tests.sixth_game")
    settings = {"SIXFOLD_HOST": "127.0.0.1", "SIXFOLD_LOG": "quiet", "PYTHONPATH": str(ROOT)}
    instance = tmp_path_factory.mktemp("instance")
    sqlite_copy(fresh_database, instance)
    with running(instance, command=command, **settings) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> str:
    """The game that the phones open tables of."""
    monkeypatch.setitem(phones_of.GAMES, GAME, "Knaves")
    return GAME
