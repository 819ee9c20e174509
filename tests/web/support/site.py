"""A whole application on a fresh database, and phones that walk into it."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any, Protocol, TypeVar

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests import databases
from tests.web.support.entering import enter
from webapp import create_app
from webapp.access.device import COOKIE, TOKEN_BYTES
from webapp.circle.archive import importing
from webapp.circle.tables import CircleTables
from webapp.config import Config
from webapp.factory import services_of
from webapp.journal.hub import Hub
from webapp.services import services_in
from webapp.store import Store
from webapp.store.house import open_house
from webapp.store.models import Grant, Table
from webapp.table.keeper import Outcome, TableKeeper
from webapp.table.viewer import Viewer

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
PLAYERS = NAMES[:3]


class Phones(Protocol):
    """Phones, each in a role of its own."""

    phones: dict[str, FlaskClient]


P = TypeVar("P", bound=Phones)


def stored_token(token: str) -> str:
    """Returns what is kept of the token of a device: a reader of the database cannot be that device."""
    return hashlib.sha256(token.encode()).hexdigest()


def build_app(folder: Path, fresh_database: Path) -> Flask:
    """Returns the application, its own database closed: each test puts rooms into it.

    Whoever gives it further addresses does so for a whole module, by a fixture `built` of its own.
    """
    databases.sqlite_copy(fresh_database, folder)
    app = create_app(Config(instance=folder, log="quiet"))
    app.extensions["sixfold"].store.close()
    app.testing = True
    return app


@contextmanager
def opened_by(app: Flask, config: Config) -> Iterator["Site"]:
    """Has an application that is built already serve the house of these settings, which it opens as when it starts."""
    store, before = open_house(config), dict(app.config)
    app.extensions["sixfold"] = services_of(config, store)
    importing.init_app(app)  # its part of the services is added last
    yield Site(app)
    app.config.clear()
    app.config.update(before)
    store.close()


class Site:
    """The application under test. Each `phone()` is a browser of its own, with its own cookies."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.store: Store = app.extensions["sixfold"].store
        self._phones = 0
        self._devices: dict[str, int] = {}

    @property
    def hub(self) -> Hub:
        return services_in(self.app).hub

    @property
    def tables(self) -> TableKeeper:
        return services_in(self.app).tables

    @property
    def circle_tables(self) -> CircleTables:
        return services_in(self.app).part(CircleTables)

    def keep(self) -> Callable[[], None]:
        """Returns what takes the house back to how it stands now, with nobody in its rooms, whenever it is called.

        Only of a SQLite file.
        """
        put_back = databases.kept(str(self.store.url.database))

        def take_back() -> None:
            put_back()
            self.app.extensions["sixfold"] = services_of(services_in(self.app).config, self.store)
            importing.init_app(self.app)  # its part of the services is added last

        return take_back

    def kept(self, build: Callable[[], P]) -> Callable[[], P]:
        """Returns what returns these phones whenever it is called, where all is as it was when they came; they are new.

        On PostgreSQL they come again each time, which takes longer.
        """
        if self.store.is_shared:
            return build
        built, take_back = build(), self.keep()

        def again() -> P:
            take_back()
            same = copy(built)
            same.phones = {role: self.renewed(phone) for role, phone in built.phones.items()}
            return same

        return again

    def renewed(self, phone: FlaskClient) -> FlaskClient:
        """Returns a browser that has nothing but the token of this one."""
        cookie, renewed = phone.get_cookie(COOKIE), self.phone()
        if cookie is not None:
            renewed.set_cookie(COOKIE, cookie.value)
        return renewed

    def phone(self, language: str = "en") -> FlaskClient:
        """Returns a browser that has never been here."""
        client = self.app.test_client()
        client.environ_base.update(HTTP_SEC_FETCH_SITE="same-origin", HTTP_ACCEPT_LANGUAGE=language)
        return client

    def device(self, phone: FlaskClient) -> int:
        """Returns the device of a phone, making it known if it is a stranger."""
        cookie = phone.get_cookie(COOKIE)
        if cookie is None:
            self._phones += 1
            token = f"{self._phones:0{TOKEN_BYTES}}"
            phone.set_cookie(COOKIE, token)
            self._devices[token] = self.store.add_device(stored_token(token)).id
            return self._devices[token]
        if cookie.value not in self._devices:
            known = self.store.device(stored_token(cookie.value))
            assert known is not None
            self._devices[cookie.value] = known.id
        return self._devices[cookie.value]

    def link(self, table: Table, role: str = "player") -> str:
        """Returns the address of an invitation as its QR carries it."""
        return f"/join/{self.store.invites(table.id)[role].token}"

    def opens(self, phone: FlaskClient, link: str) -> TestResponse:
        """Lets a phone read a link, and returns what it shows."""
        answer = phone.get(link)
        return phone.get(answer.location) if answer.status_code == 303 else answer

    def accepts(self, phone: FlaskClient, link: str, chosen: str = "", **fields: str) -> TestResponse:
        """Takes what a link offers, as the form of its page does."""
        return phone.post("/accept", data={"way": link.rpartition("/")[2], "as": chosen, **fields})

    def open_table(self, host: FlaskClient, players: Sequence[str] | int = PLAYERS, **more: Any) -> Table:
        """Opens a table with this phone as its host; `more` goes to Store.create_table, a `game` with it."""
        given: dict[str, Any] = {"game": "sixes-and-sevens", "options": {}, **more}
        players = NAMES[:players] if isinstance(players, int) else players
        return self.store.create_table(players=players, device_id=self.device(host), **given)

    def make(self, table_id: int, who: Viewer | Grant, *raws: Mapping[str, Any], **stamps: Any) -> Outcome:
        """Makes events that belong together, as one entry."""
        return enter(self.tables, table_id, who, *raws, **stamps)

    def seat(self, table: Table, seat: int, phone: FlaskClient | None = None) -> FlaskClient:
        """Sits a phone down, a new one if none is given."""
        phone = phone or self.phone()
        self.store.admit(table.id, self.device(phone), role="player", seat=seat)
        self.tables.refresh(table.id)
        return phone

    def denied(self, table: Table, phone: FlaskClient) -> int:
        """Returns the status for a phone that may not do something: 404 where it may not see the table either."""
        sees = any(grant.device_id == self.device(phone) for grant in self.store.grants(table.id))
        return 403 if sees else 404

    def watcher(self, table: Table) -> FlaskClient:
        """Returns a new phone that watches this table."""
        phone = self.phone()
        self.store.admit(table.id, self.device(phone), role="watcher")
        self.tables.refresh(table.id)
        return phone

    def referee(self, table: Table, name: str = "Eva", phone: FlaskClient | None = None) -> FlaskClient:
        """Returns a phone that rules at this table, a new one if none is given; one that sits does as agreed."""
        phone = phone or self.phone()
        self.store.appoint(self.store.renew_invite(table.id, "referee", agreed=True), self.device(phone), name)
        self.tables.refresh(table.id)
        return phone
