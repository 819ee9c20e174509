"""An evening of 100 tables: 400 phones with their tables open, the organiser's page and a hall screen.

Five entries a second over all tables, in turns with as many at a table that plays alone on the same server. Every
entry must be in the log afterwards, the hall screen shows it within a second, and the last result
of a round may not cost more than the first. `--seconds 300` plays five minutes instead of one.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path

from _evening import ALONE, HALL, ORGANISER, SEATS, TABLES, Ears, Game, Seeded
from _phones import Enterer, Lost
from _ratio import say
from _served import Server, many_files, ours, token

from webapp.config import Config
from webapp.store import open_store
from webapp.table.entry import stored

A_SECOND, TURN = 5, 10
"""Entries a second, and for how many seconds either is measured in turns."""
WAIT_LIMIT, HALL_LIMIT, RESULT_LIMIT = 2.0, 1.0, 1.5
EDGE = 10
"""The first and the last results that are compared."""
PATIENCE = 10.0


class Table:
    """A table at which somebody enters, one entry after the other."""

    def __init__(self, server: Server, game: Game) -> None:
        self.number, self.log, self.taken = game.number, game.log, game.begun
        self.table_id, self._server = game.table_id, server
        self._device = (game.number - 1) * SEATS + 1 if game.number else ALONE

    def enter(self) -> float:
        """Makes the next entry, and returns how many seconds the answer took. Raises Lost where it is not taken."""
        # Anew for each: servers close connections on which nothing comes for long.
        phone = Enterer(self._server, self.table_id, device=self._device, seen=self.taken, query="?others=1")
        begun = time.monotonic()
        phone.enter(self.log[self.taken])
        self.taken += 1
        waited = time.monotonic() - begun
        phone.socket.close()
        return waited

    @property
    def goes_on(self) -> bool:
        """Tells whether its match has more entries."""
        return self.taken < len(self.log)

    @property
    def ended_hand(self) -> bool:
        """Tells whether the newest entry ended a hand."""
        return self.goes_on and self.log[self.taken]["type"] == "deal"


def paced(tables: list[Table], seconds: float, ended: list[tuple[float, int]]) -> list[float]:
    """Enters at one after the other, A_SECOND a second, and returns how long each waited; notes where hands ended."""
    waits, begun = [], time.monotonic()
    for entry in range(int(seconds * A_SECOND)):
        table = tables[entry % len(tables)] if tables[0].number else next(one for one in tables if one.goes_on)
        time.sleep(max(0.0, begun + entry / A_SECOND - time.monotonic()))
        waits.append(table.enter())
        if table.ended_hand:
            ended.append((time.monotonic(), table.number))
    if tables[0].number:
        tables[:] = tables[entry % len(tables) + 1 :] + tables[: entry % len(tables) + 1]
    return waits


def hall_waits(ears: Ears, ended: list[tuple[float, int]]) -> list[float]:
    """Returns after how many seconds the hall said of each table that its hand had ended."""
    found = []
    for at, number in ended:
        wait = ears.wait("hall", at - 1, rf"Table </span>{number}</b>.{{0,90}}(Hand 2|2nd hand)", PATIENCE)
        if wait is None:
            raise Lost(f"the hall never heard that the hand at table {number} has ended")
        found.append(max(0.0, wait - 1))
    return found


def results(server: Server, seeded: Seeded, ears: Ears) -> list[float]:
    """Confirms every table's result as a program of the organiser; returns the server's CPU seconds at both edges."""
    connection, costs = HTTPConnection("127.0.0.1", server.port), []
    head = {"Authorization": f"Bearer {token(ORGANISER)}", "Content-Type": "application/json"}
    connection.request("GET", f"/api/v1/evenings/{seeded.evening}", headers=head)
    tables = {one["table"]: one["scores"] for one in json.loads(connection.getresponse().read())["tables"]}
    for number, table in enumerate(seeded.tables, 1):
        line = {"type": "confirmed", "round": 1, "number": number, "scores": tables[table]}
        before, begun = server.cpu(), time.monotonic()
        connection.request("POST", f"/api/v1/evenings/{seeded.evening}/lines", json.dumps(line), head)
        answer = connection.getresponse()
        said = answer.read()
        if answer.status != 201:
            raise Lost(said.decode()[:500])
        if EDGE < number <= TABLES - EDGE:
            continue
        if ears.wait("hall", begun, r"data: ", PATIENCE) is None:
            raise Lost(f"the hall never heard of the result of table {number}")
        time.sleep(0.6)  # until everybody was told
        costs.append(server.cpu() - before)
    return costs


def kept(folder: Path, tables: list[Table]) -> int:
    """Returns how many accepted entries are not in the log as they were sent."""
    store, missing = open_store(Config(instance=folder).database), 0
    for table in tables:
        there = [json.loads(event.body) for event in store.events(table.table_id)]
        sent = [json.loads(stored(raw)) for raw in table.log[: table.taken]]
        missing += len(sent) - sum(one == other for one, other in zip(there, sent, strict=False))
    store.close()
    return missing


def listen(ears: Ears, seeded: Seeded) -> None:
    """Opens the streams of every phone."""
    ears.listen(f"/evenings/{seeded.evening}/stream/organiser", ORGANISER, keep="organiser")
    ears.listen(f"/evenings/{seeded.evening}/hall/stream", HALL, keep="hall")
    for place, table in enumerate(seeded.tables):
        for seat in range(SEATS):
            ears.listen(f"/tables/{table}/stream", place * SEATS + seat + 1)
    for game in seeded.alone:
        ears.listen(f"/tables/{game.table_id}/stream", ALONE)
    ears.start()


def p99(waits: list[float]) -> float:
    return statistics.quantiles(waits, n=100)[-1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    seconds = parser.parse_args().seconds
    many_files()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        seeded = Seeded(folder)
        with ours(folder, paced=False) as server:
            ears = Ears(server)
            listen(ears, seeded)
            alone, many = ([Table(server, game) for game in games] for games in (seeded.alone, seeded.games))
            streams, ended = ears.open, []
            waits: dict[str, list[float]] = {"alone": [], "evening": []}
            paced(alone, 2, []), paced(many, 2, ended)  # what is done once is done
            before, begun = server.cpu(), time.monotonic()
            for _ in range(max(1, round(seconds / TURN))):
                waits["alone"] += paced(alone, TURN, [])
                waits["evening"] += paced(many, TURN, ended)
            busy = (server.cpu() - before) / (time.monotonic() - begun)
            heard = hall_waits(ears, [one for one in ended if one[1]])
            costs = results(server, seeded, ears)
            closed = streams - ears.open
            ears.stop()
        missing = kept(folder, [*alone, *many])
    return report(waits, heard, costs, missing + closed, busy)


def report(waits: dict[str, list[float]], heard: list[float], costs: list[float], lost: int, busy: float) -> int:
    """Prints what was measured, and returns 0 where every limit holds."""
    for what, found in waits.items():
        middle, worst = statistics.median(found), p99(found)
        print(f"{what}: {len(found)} entries, {middle * 1000:.1f} ms in the middle, p99 {worst * 1000:.1f} ms")
    print(f"the server was busy for {busy:.0%} of the time; {len(heard)} hands ended, the hall knew")
    print(f"after {statistics.median(heard):.2f} s in the middle")
    first, last = statistics.median(costs[:EDGE]), statistics.median(costs[-EDGE:])
    print(f"a result: the first {EDGE} {first * 1000:.1f} ms, the last {EDGE} {last * 1000:.1f} ms of CPU each")
    held = [
        say("entries and streams of an evening that were lost", lost, 0, at_least=False),
        say(
            "p99 of an entry at an evening against a table alone",
            p99(waits["evening"]) / p99(waits["alone"]),
            WAIT_LIMIT,
            at_least=False,
        ),
        say("seconds until the hall knows that a hand has ended", max(heard), HALL_LIMIT, at_least=False),
        say("the last result of a round against the first", last / first, RESULT_LIMIT, at_least=False),
    ]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
