"""What every browser test shares: one server, and phones that walk up to it."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import launch_options
from tests.databases import sqlite_copy
from tests.e2e import contrast
from tests.e2e.phone import GAME, PATIENCE, Phone, Phones
from tests.e2e.phone_pool import PhonePool
from tests.e2e.screen_checks import LOOKED_AT, SHAPES_LOOKED_AT
from tests.running import running


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Returns pytest-playwright's own arguments with our browser and its switches."""
    return {**browser_type_launch_args, **launch_options()}


@pytest.fixture(scope="session", autouse=True)
def _share_what_is_looked_at(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Lets all workers of a run know what one of them has looked at."""
    base = tmp_path_factory.getbasetemp()
    here = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    kinds = {"shapes": SHAPES_LOOKED_AT, "classes": LOOKED_AT, **contrast.LOOKED_AT}
    for name, looked_at in kinds.items():
        looked_at.share(here / f"looked-at-{name}")


@pytest.fixture(scope="session")
def address(fresh_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of our own."""
    expect.set_options(timeout=PATIENCE)
    instance = tmp_path_factory.mktemp("instance")
    sqlite_copy(fresh_database, instance)
    with running(instance, SIXFOLD_HOST="127.0.0.1", SIXFOLD_LOG="quiet") as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture(scope="session")
def house(fresh_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that reads photos."""
    expect.set_options(timeout=PATIENCE)
    instance = tmp_path_factory.mktemp("photos")
    sqlite_copy(fresh_database, instance)
    with running(instance, SIXFOLD_HOST="127.0.0.1", SIXFOLD_LOG="quiet", SIXFOLD_PHOTO="1") as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture(scope="module")
def game(request: pytest.FixtureRequest) -> str:
    """The game that a module of tests is about: what it calls GAME."""
    named: str = getattr(request.module, "GAME", GAME)
    return named


@pytest.fixture(scope="session")
def phone_pool(browser: Browser, address: str) -> PhonePool:
    """The phones of this run."""
    return PhonePool(browser, address)


@pytest.fixture
def phones(phone_pool: PhonePool, game: str) -> Iterator[Phones]:
    """Makes phones, each with its own cookies. Whatever a console says is a fault, but for answers that we expect."""
    made: list[Phone] = []

    def make(**more: Any) -> Phone:
        made.append(phone_pool.take(**{"game": game, **more}))
        return made[-1]

    yield make
    complaints = [line for phone in made for line in phone.complaints()]
    for phone in made:
        phone_pool.put_back(phone)
    assert complaints == []


@pytest.fixture
def host(phones: Phones) -> Phone:
    """The phone in the middle of the table."""
    return phones()


@pytest.fixture
def guest(phones: Phones) -> Phone:
    """The phone of somebody else."""
    return phones()


@pytest.fixture(scope="module")
def reader(phone_pool: PhonePool, game: str) -> Iterator[Phone]:
    """One phone for all screens of a module that are only looked at."""
    phone = phone_pool.take(game=game)
    yield phone
    phone_pool.put_back(phone)
