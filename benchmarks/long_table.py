"""The 500th play of a table against its 5th, over HTTP: the log's length must not show, in CPU time nor in bytes.

Also the dearest page of the table with the long log, against the table itself.
"""

import json
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import NamedTuple

from _matches import GAME, NAMES, match
from _ratio import cpu_seconds, ratio, say
from accepted_play import ours
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from rules_core.record import Header
from webapp.http.process_limits import freeze_garbage_collector
from webapp.store import Store
from webapp.table.entry import stored

LIMIT = 1.1
PAGE_LIMIT = 5.0
"""Of the dearest page of a long table, in looks at the table itself."""
BYTES_LIMIT = 1.02  # the numbers of the events have more digits
MEASURED = 6
EARLY, LATE = 5, 500
TABLES = 45  # two of each, fewer than a server keeps folded and than a device may open in a day
PLAYERS = 4
IN_A_HAND = 45  # plays entered before the hand is void; 500 plays stand in the log, and the cards lie as after five

At = tuple[int, int, list[dict[str, object]]]


class Cost(NamedTuple):
    """CPU seconds and bytes of a play."""

    seconds: float
    bytes: float


def grown(store: Store, seed: int, plays: int) -> At:
    """Returns a table after `plays - 1` plays, the number of its newest event, and the plays that come next."""
    hand = match(PLAYERS, seed, hands=1)
    rounds, rest = divmod(plays - EARLY, IN_A_HAND)
    log = [*hand[: IN_A_HAND + 1], {"type": "void-hand"}] * rounds
    log += [*hand[: rest + 1], {"type": "void-hand"}] if rest else []
    log += hand[:EARLY]
    header, note = Header(GAME.name, NAMES[:PLAYERS], {}), {"fingerprint": "", "events": 0}
    table = store.open_record(header, [stored(raw) for raw in log], device_id=1, note=note)
    return table.id, len(log), hand[EARLY : EARLY + MEASURED]


def cost(phone: FlaskClient, at: At) -> Cost:
    """Returns what a play at this table costs, after a look at it."""
    table_id, seen, plays = at
    phone.get(f"/tables/{table_id}")
    answers: list[TestResponse] = []

    def work() -> None:
        for number, raw in enumerate(plays, seen):
            form = {"event": json.dumps(raw), "op": f"last-{number:06}", "seen": str(number)}
            answers.append(phone.post(f"/tables/{table_id}/events", data=form))

    seconds = cpu_seconds(work)
    if {answer.status_code for answer in answers} != {200}:
        raise RuntimeError([answer.status for answer in answers])
    # The answer is the picture that every phone of this kind is sent.
    return Cost(seconds / len(plays), sum(len(answer.data) for answer in answers) / len(plays))


def dearest(phone: FlaskClient, app: Flask, store: Store) -> tuple[str, float]:
    """Returns the page of a match that is over that costs most, of all that an address without more leads to."""
    header, note = Header(GAME.name, NAMES[:PLAYERS], {}), {"fingerprint": "", "events": 0}
    log = [stored(raw) for raw in match(PLAYERS, 1)]
    table_id = store.open_record(header, log, device_id=1, note=note).id
    phone.environ_base.pop("HTTP_HX_REQUEST")  # whole pages are asked for
    found = {rule.rule for rule in app.url_map.iter_rules() if rule.arguments == {"table_id"}}
    paths = {rule: rule.replace("<int:table_id>", str(table_id)) for rule in found if "stream" not in rule}
    pages = [rule for rule, path in paths.items() if phone.get(path).status_code == 200]
    table = f"/tables/{table_id}"
    costs = {rule: ratio(partial(phone.get, paths[rule]), partial(phone.get, table))[2] for rule in pages}
    return max(costs.items(), key=lambda item: item[1])


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        phone, app = ours(Path(name))
        rooms = app.extensions["sixfold"]
        # In pairs and in turns: what warms up or slows down does so for both.
        pairs = [[grown(rooms.store, seed, plays) for plays in (EARLY, LATE)] for seed in range(TABLES)]
        freeze_garbage_collector()
        early: list[Cost] = []
        late: list[Cost] = []
        for turn, (young, old) in enumerate(pairs):
            for at, costs in ((young, early), (old, late)) if turn % 2 else ((old, late), (young, early)):
                costs.append(cost(phone, at))
        page, times = dearest(phone, app, rooms.store)
    (a, small), (b, large) = ([sum(column) / TABLES for column in zip(*costs, strict=True)] for costs in (early, late))
    print(f"5th play {a * 1000:.2f} ms and {small:.0f} bytes, 500th play {b * 1000:.2f} ms and {large:.0f} bytes")
    held = [
        say(f"the dearest page of a long table ({page}) against the table", times, PAGE_LIMIT, at_least=False),
        say("CPU time of the 500th play against the 5th", b / a, LIMIT, at_least=False),
        say("bytes of the 500th play against the 5th", large / small, BYTES_LIMIT, at_least=False),
    ]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
