"""A table at which everybody is: one phone for each role, in a hand with a proven revoke and two disputes."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import URL

from tests.web.support.phone import REVOKE
from tests.web.support.site import Site
from webapp import create_app
from webapp.config import Config
from webapp.store.models import Table
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer

ROLES = ("stranger", "watcher", "unseated", "player", "scorekeeper", "host", "referee", "elsewhere")
"""Whoever asks: "unseated" is let in as a player without a seat, "elsewhere" is the host of another table."""
BEN = 1
"""The seat of "player"."""


class AllRoles:
    """A table of its own, and a phone in each role; on one database many can be made."""

    def __init__(self, site: Site, **more: Any) -> None:
        self.site = site
        self.phones: dict[str, FlaskClient] = {role: site.phone() for role in ROLES}
        site.device(self.phones["stranger"])
        self.table: Table = site.open_table(self.phones["host"], **more)
        site.open_table(self.phones["elsewhere"])
        site.seat(self.table, BEN, self.phones["player"])
        admit = site.store.admit
        for role, kind in (("watcher", "watcher"), ("unseated", "player"), ("scorekeeper", "scorekeeper")):
            admit(self.table.id, site.device(self.phones[role]), role=kind)
        site.tables.refresh(self.table.id)
        self._made = 0

    def plays(self) -> "AllRoles":
        """Plays the revoke of Cat that comes to light; two disputes are open, and a request waits."""
        self.enter({"type": "deal", "dealer": 0})
        self.enter(*({"type": "play", "seat": seat, "card": card} for seat, card in REVOKE))
        for about in (1, 2):
            line = {"about": about, "why": "other", "text": "", "pause": False, "by": "the host"}
            self.site.tables.add(self.table.id, self.viewer("host"), line_of("dispute", line))
        self.site.referee(self.table, phone=self.phones["referee"])
        asked = {"entries": [{"type": "adjust", "points": [1, 0, 0], "reason": "late"}], "by": "the host", "hand": 1}
        self.site.tables.add(self.table.id, self.viewer("host"), line_of("requested", asked))
        return self

    def enter(self, *raws: Any) -> None:
        """Enters what must be taken, from the host's phone."""
        for raw in raws:
            self._made += 1
            made = self.site.make(self.table.id, self.viewer("host"), raw, op=f"{self._made:016}", seen=None)
            assert isinstance(made, Made), (raw, made)

    def viewer(self, role: str) -> Viewer:
        """Returns what a phone is at this table."""
        standing = next(g for g in self.site.store.grants(self.table.id) if g.device_id == self.device(role))
        return Viewer(standing.device_id, standing.role, standing.seat)

    def device(self, role: str) -> int:
        return self.site.device(self.phones[role])

    @cached_property
    def grants(self) -> dict[str, int]:
        """The number of each phone's grant."""
        by_device = {grant.device_id: grant.id for grant in self.site.store.grants(self.table.id)}
        return {role: by_device[self.device(role)] for role in ROLES if self.device(role) in by_device}


@contextmanager
def open_site(folder: Path, database: URL | None) -> Iterator[Site]:
    """Yields a house for many tests: each of them opens tables of its own there."""
    app: Flask = create_app(Config(instance=folder, log="quiet", server=database))
    app.testing = True
    yield Site(app)
    app.extensions["sixfold"].store.close()
