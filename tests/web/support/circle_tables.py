"""A circle, and tables of it that are over after one tally."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from flask.testing import FlaskClient

from tests.databases import changing
from tests.web.support.site import Site
from webapp.store import Store
from webapp.store.circle_history import MatchFilter
from webapp.store.circle_models import CircleMatch
from webapp.store.models import Table
from webapp.store.roles import Role
from webapp.table.viewer import Viewer

OPTIONS = {"target": 1}


NAMES = ("Ann", "Ben")


@contextmanager
def pausing(store: Store, pause: Callable[[], None]) -> Iterator[None]:
    """Has this be done between two steps of long work."""
    before, store.pause = store.pause, pause
    try:
        yield
    finally:
        store.pause = before


def circle_matches(store: Store, circle_id: int) -> list[CircleMatch]:
    """The finished matches of a circle, the newest first."""
    games = list(store.games_played(circle_id))
    return store.find_matches(MatchFilter(circle_id, games), limit=10_000)


def tables_of_circle(store: Store, circle_id: int) -> list[Table]:
    """The tables that were given to a circle, the newest first."""
    return [table for table in store.newest_tables(10_000) if table.circle_id == circle_id]


class Tables:
    """A circle on a site, and tables of it that are over after one tally."""

    def __init__(self, site: Site) -> None:
        self.site, self.host = site, site.phone()
        self.circle = site.store.open_circle("Tuesdays", device_id=site.device(self.host))
        self._ops = 0

    def open(self, *names: str, belongs: bool = True, **more: Any) -> Table:
        given = {"game": "sechsundsechzig", "options": OPTIONS, "host_seat": 0, **more}
        table = self.site.open_table(self.host, names or NAMES, **given)
        if belongs:
            self.site.circle_tables.give(table.id, self.circle.id)
        return table

    def enter(self, table: Table, **event: Any) -> None:
        self._ops += 1
        who = Viewer(device_id=self.site.device(self.host), role=Role.HOST, seat=0)
        self.site.make(table.id, who, event, op=f"op {self._ops}")

    def play(self, table: Table, winner: int) -> Table:
        points = [0] * len(table.players)
        points[winner] = 1
        self.enter(table, type="deal")
        self.enter(table, type="tally", points=points)
        return table

    def correct(self, table: Table, winner: int) -> None:
        points = [int(side == winner) for side in range(len(table.players))]
        with_ = [{"type": "tally", "points": points}]
        self.enter(table, type="amend", changes=[{"target": 1, "with": with_}], reason="written down wrongly")

    def undo(self, table: Table) -> None:
        self.enter(table, type="undo")

    def strengths(self) -> list[tuple[int, str, int]]:
        players = self.site.store.circle_players(self.circle.id)
        rows = self.site.store.circle_ratings(self.circle.id)
        return [(row.table_id, players[row.player_id].name, row.strength) for row in rows]

    def wins(self) -> list[tuple[str, int]]:
        players = self.site.store.circle_players(self.circle.id)
        return [(players[row.player_id].name, row.won) for row in self.site.store.circle_ratings(self.circle.id)]

    def kept(self) -> list[tuple[int, list[int]]]:
        """The tables whose matches are kept, the oldest first, with their winning sides."""
        rows = circle_matches(self.site.store, self.circle.id)
        return [(row.table_id, row.summary["winners"]) for row in reversed(rows)]

    def rebuilt(self) -> list[int]:
        return self.site.circle_tables.rebuild(self.circle.id)


def began(tables: Tables, table: Table, at: datetime) -> None:
    """Has the match of a table have begun then, and have taken half an hour."""
    with changing(tables.site.store) as session:
        session.connection().exec_driver_sql(
            f"UPDATE circle_matches SET began_at = '{at:%Y-%m-%d %H:%M:%S.%f}',"
            f" ended_at = '{at + timedelta(minutes=30):%Y-%m-%d %H:%M:%S.%f}' WHERE table_id = {table.id}"
        )


def number(tables: Tables, name: str) -> int:
    players = tables.site.store.circle_players(tables.circle.id)
    return next(number for number, one in players.items() if one.name == name)


def finished(site: Site, host: FlaskClient, circle_id: int) -> int:
    """Opens a table of the circle whose match is over, and returns its number."""
    table = site.open_table(host, ("Ann", "Ben"), game="sechsundsechzig", options={"target": 1}, host_seat=0)
    who = Viewer(device_id=site.device(host), role=Role.HOST, seat=0)
    for op, event in enumerate(({"type": "deal"}, {"type": "tally", "points": [1, 0]})):
        site.make(table.id, who, event, op=f"op {op}")
    site.circle_tables.give(table.id, circle_id)
    return table.id
