"""The 500th play of a table against its 5th, over HTTP: the log's length must not show."""

import gc
import json
import sys
import tempfile
from pathlib import Path

from _matches import match
from _ratio import cpu_seconds, say
from accepted_play import ours
from flask.testing import FlaskClient

from webapp.access import Viewer
from webapp.play import Made, Play
from webapp.store import Store

LIMIT = 1.1
MEASURED = 6
EARLY, LATE = 5, 500
TABLES = 100  # two of each, fewer than a server keeps folded
PLAYERS = 4
IN_A_HAND = 45  # plays entered before the hand is void; 500 plays stand in the log, and the cards lie as after five


At = tuple[int, int, list[dict[str, object]]]


def grown(store: Store, play: Play, seed: int, plays: int) -> At:
    """Returns a table after `plays - 1` plays, the number of its newest event, and the plays that come next."""
    names = ["Ann", "Ben", "Cat", "Dan"]
    table = store.create_table(game="sixes-and-sevens", players=names, options={}, device_id=1)
    hand = match(PLAYERS, seed, hands=1)
    rounds, rest = divmod(plays - EARLY, IN_A_HAND)
    log = [*hand[: IN_A_HAND + 1], {"type": "void-hand"}] * rounds
    log += [*hand[: rest + 1], {"type": "void-hand"}] if rest else []
    log += hand[:EARLY]
    for number, raw in enumerate(log):
        if not isinstance(play.make(table.id, Viewer(1, "host"), raw, op=f"grow-{number:06}", seen=None), Made):
            raise RuntimeError(raw)
    return table.id, len(log), hand[EARLY : EARLY + MEASURED]


def cost(phone: FlaskClient, at: At) -> float:
    """Returns the CPU seconds of a play at this table, after a look at it."""
    table_id, seen, plays = at
    phone.get(f"/tables/{table_id}")
    statuses: list[int] = []

    def work() -> None:
        for number, raw in enumerate(plays, seen):
            form = {"event": json.dumps(raw), "op": f"last-{number:06}", "seen": str(number)}
            statuses.append(phone.post(f"/tables/{table_id}/events", data=form).status_code)

    seconds = cpu_seconds(work)
    if set(statuses) != {200}:
        raise RuntimeError(statuses)
    return seconds / len(plays)


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        phone, app = ours(Path(name))
        rooms = app.extensions["sixfold"]
        # In pairs and in turns: what warms up or slows down does so for both.
        pairs = [[grown(rooms.store, rooms.play, seed, plays) for plays in (EARLY, LATE)] for seed in range(TABLES)]
        gc.collect()
        gc.freeze()
        early = late = 0.0
        for turn, (young, old) in enumerate(pairs):
            if turn % 2:
                early, late = early + cost(phone, young), late + cost(phone, old)
            else:
                late, early = late + cost(phone, old), early + cost(phone, young)
    print(f"5th play {early / TABLES * 1000:.2f} ms, 500th play {late / TABLES * 1000:.2f} ms of CPU")
    return 0 if say("the 500th play against the 5th", late / early, LIMIT, at_least=False) else 1


if __name__ == "__main__":
    sys.exit(main())
