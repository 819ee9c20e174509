"""The entry that ends a match, over HTTP, in a circle of 10,000 matches against one at a table without a circle."""

import json
import random
import sys
import tempfile
from collections.abc import Mapping
from datetime import timedelta
from itertools import count
from pathlib import Path

from _circle_matches import circle_matches
from _matches import GAME, match
from _ratio import ratio, say
from accepted_play import ours
from flask import Flask
from msgspec.json import encode

from rules_core.match_figures import match_figures
from rules_core.record import Header
from rules_core.replay import replay
from webapp.circle.matches import ratings_after
from webapp.circle.tables import CircleTables
from webapp.http.process_limits import freeze_garbage_collector
from webapp.store import Store
from webapp.store.circle_models import CirclePlayer
from webapp.store.kept_rows import BEGINNING, MatchRow, rows_of
from webapp.store.match_keeping import make_due
from webapp.store.models import Table
from webapp.store.roles import Role
from webapp.table import keeper as tables
from webapp.table.entry import entries_of
from webapp.table.viewer import Viewer

MATCHES, PEOPLE, PLAYERS = 10_000, 200, 4
LIMIT = 1.2
ENDS, ROUNDS = 3, 12
"""How many matches end where one is measured, and how many are needed of either kind."""
HOST = Viewer(role=Role.HOST)  # without a device: nothing waits


def fill(store: Store, circle_id: int, *, first: int = 0) -> list[str]:
    """Puts the matches into the circle, and returns the names of its players, which are counted from `first`."""
    names = [f"Person {first + number}" for number in range(PEOPLE)]
    fold = replay(Header(GAME.name, names[:PLAYERS], {}), match(PLAYERS, 1)).fold
    summary = json.loads(encode(match_figures(fold)))
    matches = list(circle_matches(MATCHES, PEOPLE, 1, ((1,) * PLAYERS,)))
    with store._write() as session:
        people = [CirclePlayer(circle_id=circle_id, name=name, key=name.casefold()) for name in names]
        tables = [
            Table(game=GAME.name, players=[names[int(it)] for (it,) in one.teams], options={}, circle_id=circle_id)
            for one in matches
        ]
        session.add_all([*people, *tables])
        session.flush()
        numbers, ids = [table.id for table in tables], [one.id for one in people]
        rows = rows_of(session)
        for number, one in zip(numbers, matches, strict=True):
            players, places = [ids[int(person)] for (person,) in one.teams], list(one.places)
            winners = [side for side, place in enumerate(places) if place == 1]
            told = {**summary, "places": places, "winners": winners, "scores": [-10 * place for place in places]}
            began_at = one.ended_at - timedelta(minutes=40)
            rows.add_match(MatchRow(number, circle_id, GAME.name, began_at, one.ended_at, players, told))
        make_due(rows, circle_id, {GAME.name: BEGINNING})
    store.rate_players = ratings_after
    store.rate_due(circle_id)
    return names


def ready_to_end(app: Flask, circle_id: int, names: list[str], number: int) -> int:
    """Opens a table and plays its match up to the last entry; every second one belongs to the circle."""
    services, chance = app.extensions["sixfold"], random.Random(number)
    players = chance.sample(names, PLAYERS)
    table = services.store.create_table(game=GAME.name, players=players, options={}, device_id=1)
    if number % 2:
        services.part(CircleTables).give(table.id, circle_id)
    for seq, raw in enumerate(match(PLAYERS, 1)[:-1]):
        entries = entries_of(services.tables.at(table.id).fold, raw)
        made = services.tables.make(table.id, HOST, *entries, op=f"{table.id} {seq}")
        assert isinstance(made, tables.Made), made
    return int(table.id)


def main() -> int:
    last: Mapping[str, object] = match(PLAYERS, 1)[-1]
    seen, ops = len(match(PLAYERS, 1)) - 1, count()
    with tempfile.TemporaryDirectory() as name:
        phone, app = ours(Path(name))
        store = app.extensions["sixfold"].store
        circle = store.open_circle("Tuesdays", device_id=1)
        names = fill(store, circle.id)
        ready: dict[bool, list[int]] = {True: [], False: []}
        for number in range(2 * ENDS * ROUNDS):
            ready[bool(number % 2)].append(ready_to_end(app, circle.id, names, number))

        def end(in_circle: bool) -> None:
            for _time in range(ENDS):
                form = {"event": json.dumps(last), "op": f"{next(ops):016}", "seen": str(seen)}
                answer = phone.post(f"/tables/{ready[in_circle].pop()}/events", data=form)
                assert answer.status_code == 200, answer.get_data(as_text=True)[:2000]

        freeze_garbage_collector()  # as the server does once it has started
        mine, theirs, quotient = ratio(lambda: end(True), lambda: end(False))
        print(f"in a circle {mine / ENDS * 1000:.2f} ms, without {theirs / ENDS * 1000:.2f} ms of CPU the last entry")
    return 0 if say("the end of a match in a circle of 10,000", quotient, LIMIT, at_least=False) else 1


if __name__ == "__main__":
    sys.exit(main())
