"""An accepted play over HTTP against a bare Flask route that inserts one row with SQLModel, the file opened alike.

It comes from a page that a stream tells of it; what a stream costs is measured by many_phones.py.
"""

import json
import sys
import tempfile
from itertools import count
from pathlib import Path

from _insert import insert
from _matches import GAME, match
from _ratio import ratio, say
from flask import Flask
from flask.testing import FlaskClient

from webapp import create_app
from webapp.access.device import COOKIE, _hash
from webapp.config import Config
from webapp.http.process_limits import freeze_garbage_collector

LIMIT = 1.7
PLAYS = 120


def ours(folder: Path) -> tuple[FlaskClient, Flask]:
    """Returns a phone that has opened no table yet, and the application."""
    app = create_app(Config(instance=folder, log="quiet"))
    phone = app.test_client()
    phone.set_cookie(COOKIE, "0" * 43)
    phone.environ_base.update(HTTP_SEC_FETCH_SITE="same-origin", HTTP_HX_REQUEST="true", HTTP_ACCEPT_LANGUAGE="en")
    app.extensions["sixfold"].store.add_device(_hash("0" * 43))
    return phone, app


def post(client: FlaskClient, table_id: int, log: list[dict[str, object]], shows: str = "") -> None:
    """Enters a whole log from a page that is open."""
    for seen, raw in enumerate(log):
        form = {"event": json.dumps(raw), "op": f"{table_id}-{seen:012}", "seen": str(seen)}
        answer = client.post(f"/tables/{table_id}/events", data=form, headers={"Shows": shows})
        if answer.status_code != (204 if shows else 200):
            raise RuntimeError(answer.get_data(as_text=True)[:2000])


def opened(client: FlaskClient, table_id: int) -> str:
    """Returns what the page of a table shows once its stream is open."""
    stream = client.get(f"/tables/{table_id}/stream", headers={"Shows": ""}, buffered=False)
    pieces = iter(stream.response)
    next(pieces)
    message = next(pieces)
    stream.close()
    assert isinstance(message, bytes)
    return message.split(b"\x01")[1].decode()


def main() -> int:
    # Another match each round: what a page keeps for the next one must not be kept from the last round.
    matches = (match(4, seed)[:PLAYS] for seed in count())
    log = match(4, 1)[:PLAYS]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reference, (phone, app) = insert(folder).test_client(), ours(folder)
        store = app.extensions["sixfold"].store

        def work() -> None:
            players = ["Ann", "Ben", "Cat", "Dan"]
            table = store.create_table(game=GAME.name, players=players, options={}, device_id=1)
            post(phone, table.id, next(matches), opened(phone, table.id))

        freeze_garbage_collector()  # as the server does once it has started
        mine, theirs, quotient = ratio(work, lambda: post(reference, 1, log))
        print(f"ours {mine / PLAYS * 1000:.2f} ms, bare {theirs / PLAYS * 1000:.2f} ms of CPU a play")
        return 0 if say("an accepted play against a bare insert", quotient, LIMIT, at_least=False) else 1


if __name__ == "__main__":
    sys.exit(main())
