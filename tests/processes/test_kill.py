"""A server that is killed under load has lost nothing that it acknowledged."""

import json
import random
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any

from sqlalchemy import URL

from tests.cases import MORE
from tests.forked_processes import CHILDREN
from tests.web.support.entering import enter
from webapp.config import Config
from webapp.http.rate_limiter import Rate
from webapp.journal.hub import Hub
from webapp.store import Store, open_store
from webapp.store.backups.copies import read_snapshot
from webapp.store.chain.key import chain_of
from webapp.store.chain.links import misfits
from webapp.store.models import EventRow
from webapp.table import entry_rate
from webapp.table.keeper import Made, TableKeeper
from webapp.table.viewer import Viewer

ROUNDS = 30 * MORE
ROUNDS_ON_POSTGRESQL = 6
ROUNDS_AT_A_TABLE = 15  # each opens the table anew and folds all that the rounds before it have left
THREADS = 4
ENTRY = {"type": "adjust", "points": [1, 0, -1]}

Acknowledged = dict[int, tuple[str, dict[str, Any]]]


def test_nothing_acknowledged_is_lost(database: URL | None, tmp_path: Path) -> None:
    """Several threads enter, SIGKILL falls in their midst, and the log is looked at, many times on one file."""
    config, chance = Config(instance=tmp_path, server=database), random.Random(6)
    rounds = ROUNDS if database is None else ROUNDS_ON_POSTGRESQL
    for number in range(rounds):
        if number % ROUNDS_AT_A_TABLE == 0:
            table_id, before = _open_table(config), 0
        acknowledged = _enter_and_kill(config, table_id, number, chance.randrange(1, 12))
        store = Store(config.database)
        before = _assert_whole(store.events(table_id), acknowledged, before)
        store.close()
    with read_snapshot(config.database) as connection:
        assert list(misfits(connection, chain_of(config))) == []


def _open_table(config: Config) -> int:
    store = open_store(config.database, chain=chain_of(config))
    device = store.device("token") or store.add_device("token")
    players = ("Ann", "Ben", "Cat")
    table = store.create_table(game="sixes-and-sevens", players=players, options={}, device_id=device.id)
    store.close()
    return table.id


def _enter_and_kill(config: Config, table_id: int, number: int, enough: int) -> Acknowledged:
    """Lets a child enter until it has acknowledged enough, kills it, and returns what it had acknowledged, by seq."""
    ours, theirs = CHILDREN.Pipe(duplex=False)
    child = CHILDREN.Process(target=enter_for_ever, args=(config, table_id, number, theirs))
    child.start()
    theirs.close()
    lines = [json.loads(ours.recv_bytes()) for _ in range(enough)]
    child.kill()
    try:
        while True:
            lines.append(json.loads(ours.recv_bytes()))
    except EOFError:
        ours.close()
    child.join()
    assert child.exitcode == -9, "it ended by itself"
    return {seq: (op, body) for seq, op, body in lines}


def enter_for_ever(config: Config, table_id: int, number: int, out: Connection) -> None:
    """What the child does: it starts as a server does, and has threads that enter and acknowledge, each at any rate."""
    entry_rate.PEOPLE = Rate(1, 0)
    tables = TableKeeper(open_store(config.database, chain=chain_of(config)), Hub())
    for thread in range(THREADS):
        Thread(target=_enter, args=(tables, table_id, f"{number}/{thread}", out)).start()


def _enter(tables: TableKeeper, table_id: int, name: str, out: Connection) -> None:
    entries = 0
    while True:
        entries += 1
        op = f"{name}/{entries}"
        entry = {**ENTRY, "reason": op}
        made = enter(tables, table_id, Viewer(1, "host"), entry, op=op)
        assert isinstance(made, Made)
        # One short write to the pipe is whole or not at all, also when the process is killed.
        out.send_bytes(json.dumps([made.now.fold.seq, f"1:{op}", entry]).encode())


def _assert_whole(log: list[EventRow], acknowledged: Acknowledged, before: int) -> int:
    events = {event.seq: event for event in log}
    assert list(events) == list(range(1, len(events) + 1))
    assert len({event.op for event in events.values()}) == len(events)
    for seq, (op, body) in acknowledged.items():
        assert seq > before
        assert (events[seq].op, json.loads(events[seq].body)) == (op, body)
    # Each thread may have had one entry on its way when the process was killed.
    assert len(acknowledged) <= len(events) - before <= len(acknowledged) + THREADS
    return len(events)
