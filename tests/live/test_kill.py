"""A server that is killed under load has lost nothing that it acknowledged."""

import json
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any

from tests.children import CHILDREN
from webapp import create_app
from webapp.access import Viewer
from webapp.config import Config
from webapp.play import Made, Play
from webapp.store import Store, open_store

ROUNDS = 20
THREADS = 4
ACKNOWLEDGED = 25  # as many before the kill; what is acknowledged meanwhile counts, too
ENTRY = {"type": "adjust", "points": [1, 0, -1]}

Acknowledged = dict[int, tuple[str, dict[str, Any]]]


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """Several threads enter, SIGKILL falls in their midst, and the log is looked at; 20 rounds on one file."""
    config = Config(instance=tmp_path)
    _open_table(config)
    before = 0
    for number in range(ROUNDS):
        acknowledged = _enter_and_kill(config, number)
        store = open_store(config.database)
        before = _assert_whole(store, acknowledged, before)
        store.close()


def _open_table(config: Config) -> None:
    store = open_store(config.database)
    host = store.add_device("token").id
    store.create_table(game="sixes-and-sevens", players=("Ann", "Ben", "Cat"), options={}, device_id=host)
    store.close()


def _enter_and_kill(config: Config, number: int) -> Acknowledged:
    """Lets a child enter until it has acknowledged enough, kills it, and returns what it had acknowledged, by seq."""
    ours, theirs = CHILDREN.Pipe(duplex=False)
    child = CHILDREN.Process(target=enter_for_ever, args=(config, number, theirs))
    child.start()
    theirs.close()
    lines = [json.loads(ours.recv_bytes()) for _ in range(ACKNOWLEDGED)]
    child.kill()
    try:
        while True:
            lines.append(json.loads(ours.recv_bytes()))
    except EOFError:
        ours.close()
    child.join()
    assert child.exitcode == -9, "it ended by itself"
    return {seq: (op, body) for seq, op, body in lines}


def enter_for_ever(config: Config, number: int, out: Connection) -> None:
    """What the child does: the whole application, and threads that enter and acknowledge."""
    play: Play = create_app(config).extensions["sixfold"].play
    for thread in range(THREADS):
        Thread(target=_enter, args=(play, f"{number}/{thread}", out)).start()


def _enter(play: Play, name: str, out: Connection) -> None:
    entries = 0
    while True:
        entries += 1
        op = f"{name}/{entries}"
        entry = {**ENTRY, "reason": op}
        made = play.make(1, Viewer(1, "host"), entry, op=op, seen=None)
        assert isinstance(made, Made)
        # One short write to the pipe is whole or not at all, also when the process is killed.
        out.send_bytes(json.dumps([made.now.fold.seq, f"1:{op}", entry]).encode())


def _assert_whole(store: Store, acknowledged: Acknowledged, before: int) -> int:
    events = {event.seq: event for event in store.events(1)}
    assert list(events) == list(range(1, len(events) + 1))
    assert len({event.op for event in events.values()}) == len(events)
    for seq, (op, body) in acknowledged.items():
        assert seq > before
        assert (events[seq].op, json.loads(events[seq].body)) == (op, body)
    # Each thread may have had one entry on its way when the process was killed.
    assert len(acknowledged) <= len(events) - before <= len(acknowledged) + THREADS
    return len(events)
