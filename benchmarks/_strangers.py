"""What strangers do to a server, in a process of their own: `python _strangers.py PORT FLOODED_TABLE ITS_ENTRIES`.

Some connect and say nothing, and come again when they are hung up on. Two devices that have a table of their own send
records of 4 MB, one after the other. One floods another table with entries. Each comes from an address of its own. Ends
when standard input is closed, and then prints as JSON what they have come to.
"""

from gevent import monkey

monkey.patch_all()

import json  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
from collections import Counter  # noqa: E402
from contextlib import suppress  # noqa: E402
from http.client import HTTPConnection, HTTPException  # noqa: E402
from urllib.parse import urlencode  # noqa: E402

import gevent  # noqa: E402
from _matches import GAME, match  # noqa: E402
from _served import FLOODER, NAMES, UPLOADERS, many_files, token  # noqa: E402
from gevent import socket  # noqa: E402

from webapp.access.device import COOKIE  # noqa: E402

SILENT, FROM_AN_ADDRESS = 2000, 100
LARGE, EVENTS = 4_000_000, 3_900
AGAIN = 0.05
"""Seconds until somebody who was hung up on comes again."""
done: Counter[str] = Counter()


def main() -> None:
    port, table_id, seen = map(int, sys.argv[1:])
    os.nice(19)  # strangers have machines of their own
    many_files()
    for number in range(SILENT):
        gevent.spawn(keep_silent, port, f"127.0.1.{1 + number // FROM_AN_ADDRESS}")
    body = record()
    for number, device in enumerate(UPLOADERS):
        gevent.spawn(upload, port, f"127.0.2.{1 + number}", token(device), body)
    gevent.spawn(flood, port, table_id, seen)
    while done["connected"] < SILENT:
        gevent.sleep(AGAIN)
    print("ready", flush=True)
    gevent.get_hub().threadpool.apply(sys.stdin.read)
    print(json.dumps(done), flush=True)
    os._exit(0)


def keep_silent(port: int, address: str) -> None:
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), source_address=(address, 0)) as silent:
            done["connected"] += 1
            silent.recv(1)
        gevent.sleep(AGAIN)


def record() -> bytes:
    """Returns a record as large as one may be that takes as long as one can to read."""
    header = {"format": "sixfold-record/1", "game": GAME.name, "players": NAMES}
    event = {"type": "adjust", "points": [1, 0, 0, 0], "reason": "x"}
    room = (LARGE - len(json.dumps({**header, "events": [event] * EVENTS}))) // EVENTS
    events = [{**event, "more": [0] * ((room - 20) // 3)}] * EVENTS
    return json.dumps({**header, "events": events}).encode()


def upload(port: int, address: str, secret: str, body: bytes) -> None:
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    for status in _sent(port, address, lambda: ("/api/v1/records", body, headers)):
        done[f"upload {status}"] += 1


def flood(port: int, table_id: int, before: int) -> None:
    """Lays a card and takes it back, again and again."""
    deal, play = match(4, 1)[:2]
    headers = {
        "Cookie": f"{COOKIE}={token(FLOODER)}",
        "Sec-Fetch-Site": "same-origin",
        "HX-Request": "true",
        "Content-Type": "application/x-www-form-urlencoded",
    }

    def entry() -> tuple[str, bytes, dict[str, str]]:
        seen = before + done["entry 200"]
        raw = deal if not seen else play if seen % 2 else {"type": "undo"}
        form = {"event": json.dumps(raw), "op": f"flood-{seen:012}", "seen": str(seen)}
        return f"/tables/{table_id}/events", urlencode(form).encode(), headers

    for status in _sent(port, "127.0.3.1", entry):
        done[f"entry {status}"] += 1


def _sent(port: int, address: str, request):  # type: ignore[no-untyped-def]
    """Sends one request after the other, and yields the status of each."""
    while True:
        connection = HTTPConnection("127.0.0.1", port, source_address=(address, 0))
        try:
            while True:
                path, body, headers = request()
                connection.request("POST", path, body, headers)
                answer = connection.getresponse()
                answer.read()
                yield answer.status
        except (OSError, HTTPException):
            yield 0
            gevent.sleep(AGAIN)
        finally:
            connection.close()


if __name__ == "__main__":
    main()
