"""Fifty phones that enter at the same moment, and send a third of it twice: each entry stands once."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from sqlalchemy import URL

from tests.running import PATIENCE, Running, running
from tests.web.support.site import stored_token
from webapp.access.device import COOKIE
from webapp.config import Config
from webapp.store import Store, open_store
from webapp.store.backups.copies import read_snapshot
from webapp.store.chain.key import chain_of
from webapp.store.chain.links import misfits
from webapp.store.roles import Role

WRITERS = 50
EVENTS = 150
EACH = EVENTS // WRITERS


def test_fifty_writers_make_one_log(database: URL | None, tmp_path: Path) -> None:
    """Over HTTP, at a server in a process of its own."""
    config = Config(instance=tmp_path, server=database)
    store = open_store(config.database, chain=chain_of(config))
    table_id = _open_table(store)
    store.close()
    with _running(config) as server, ThreadPoolExecutor(WRITERS) as writers:
        statuses = list(writers.map(lambda writer: _write(server, table_id, writer), range(WRITERS)))
        assert server.stop() == 0
    assert {status for each in statuses for status in each} == {303}
    assert sum(map(len, statuses)) == EVENTS + EVENTS // 3
    store = Store(config.database)
    log = store.events(table_id)
    store.close()
    with read_snapshot(config.database) as connection:
        assert list(misfits(connection, chain_of(config))) == []
    assert [event.seq for event in log] == list(range(1, EVENTS + 1))
    reasons = [json.loads(event.body)["reason"] for event in log]
    assert sorted(reasons) == sorted(f"{writer}/{entry}" for writer in range(WRITERS) for entry in range(EACH))
    for writer in range(WRITERS):  # what one phone enters stands in the order in which it was entered
        own = [reason for reason in reasons if reason.startswith(f"{writer}/")]
        assert own == [f"{writer}/{entry}" for entry in range(EACH)]


def _running(config: Config) -> AbstractContextManager[Running]:
    shared = {}
    if config.server is not None:
        address = config.server.set(drivername="postgresql")
        shared = {"DATABASE_URL": address.render_as_string(hide_password=False)}
    return running(config.instance, SIXFOLD_LOG="quiet", SIXFOLD_BACKUPS="0", **shared)


def _open_table(store: Store) -> int:
    """A table with fifty hosts: one device alone makes no hundreds of entries in a moment."""
    host, *others = (store.add_device(stored_token(_token(writer))).id for writer in range(WRITERS))
    players = ("Ann", "Ben", "Cat")
    table = store.create_table(game="sixes-and-sevens", players=players, options={}, device_id=host)
    for device in others:
        store.admit(table.id, device, role=Role.HOST)
    return table.id


def _token(writer: int) -> str:
    return f"{writer:040}"


def _write(server: Running, table_id: int, writer: int) -> list[int]:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as phone:
        return [_send(phone, table_id, _token(writer), form) for form in _entries(writer)]


def _entries(writer: int) -> Iterator[dict[str, str]]:
    """What one phone sends; a third of it once more, as a phone does that did not hear the answer."""
    for entry in range(EACH):
        event = {"type": "adjust", "points": [1, 0, 0], "reason": f"{writer}/{entry}"}
        form = {"event": json.dumps(event), "op": f"{writer:08x}{entry:08x}", "seen": "0"}
        yield form
        if (writer * EACH + entry) % 3 == 2:
            yield form


def _send(phone: HTTPConnection, table_id: int, token: str, form: dict[str, str]) -> int:
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"{COOKIE}={token}",
        "Sec-Fetch-Site": "same-origin",
    }
    phone.request("POST", f"/tables/{table_id}/events", urlencode(form), headers)
    answer = phone.getresponse()
    answer.read()
    return answer.status
