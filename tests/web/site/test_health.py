"""Whether the server is well, and its figures: for whatever watches over it, and nobody else."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from tests.databases import sqlite_copy
from tests.paths import ROOT
from tests.web.support.api_client import ApiClient, host_of
from tests.web.support.records import DEAL, a_record
from tests.web.support.site import Site
from webapp import create_app
from webapp.config import Config
from webapp.http import metrics
from webapp.store import health
from webapp.store.engines import StoreBusy

pytestmark = pytest.mark.both_databases

TOKEN = "a-token-for-figures"


def figures(app: Flask) -> dict[str, float]:
    """Returns the figures as this machine reads them."""
    answer = app.test_client().get("/metrics")
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/plain; version=0.0.4")
    lines = (line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def grown(before: dict[str, float], after: dict[str, float], name: str) -> float:
    return after.get(name, 0.0) - before.get(name, 0.0)


# /healthz


def test_a_server_whose_database_answers_is_well(app: Flask) -> None:
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok"})
    assert answer.headers["Cache-Control"] == "no-store"


def test_one_whose_database_does_not_is_not(app: Flask, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise StoreBusy("could not connect to db.example as sixfold")

    monkeypatch.setattr(site.store, "ping", away)
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json) == (503, {"status": "unavailable"})


@pytest.mark.sqlite
def test_a_file_that_has_gone_is_noticed(tmp_path: Path, fresh_database: Path) -> None:
    sqlite_copy(fresh_database, tmp_path)
    app = create_app(Config(instance=tmp_path, log="quiet"))
    assert app.test_client().get("/healthz").status_code == 200
    app.extensions["sixfold"].store.close()
    (tmp_path / "sixfold.sqlite").unlink()
    (tmp_path / "sixfold.sqlite").mkdir()
    assert app.test_client().get("/healthz").status_code == 503


@pytest.mark.sqlite
def test_a_page_that_was_overwritten_is_noticed(
    tmp_path: Path, fresh_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite_copy(fresh_database, tmp_path)
    for waits in ("HEALTH_LASTS", "PAGES_LAST", "PAGES_SHARE"):
        monkeypatch.setattr(health, waits, 0)
    app = create_app(Config(instance=tmp_path, log="quiet"))
    assert app.test_client().get("/healthz").status_code == 200
    services = app.extensions["sixfold"]
    services.store.add_device("a" * 64)
    services.store.close()  # so that nothing lies in the journal
    file = tmp_path / "sixfold.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'devices'").fetchone()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * 4096)
        opened.write(b"x" * 4096)
    assert services.store.count_tables() == 0, "whatever else is asked for is on other pages"
    for _ in range(2):
        assert app.test_client().get("/healthz").status_code == 503
    services.store.close()


def test_a_disk_that_is_full_is_noticed(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "HEALTH_LASTS", 0)
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))  # no file may grow beyond that
    try:
        answer = app.test_client().get("/healthz")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert answer.status_code == 503
    assert app.test_client().get("/healthz").status_code == 200, "there is room again"


def test_a_database_that_cannot_be_written_is_noticed(app: Flask, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise StoreBusy("database or disk is full")

    monkeypatch.setattr(site.store, "write_probe", full)
    assert app.test_client().get("/healthz").status_code == 503


def test_whoever_asks_often_costs_one_look(app: Flask, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr(site.store, "write_probe", lambda: looks.append(1))
    for _ in range(5):
        assert app.test_client().get("/healthz").status_code == 200
    assert len(looks) == 1


# /metrics


def test_requests_are_counted_by_endpoint_and_status(app: Flask) -> None:
    before = figures(app)
    host = host_of(app)
    host.get()
    host.get("/nothing")
    ApiClient(app, host.table_id).get()
    after = figures(app)
    for endpoint, status in (
        ("api_opening.open_table", "2xx"),
        ("api.table", "2xx"),
        ("api.table", "4xx"),
        ("none", "4xx"),
    ):
        assert grown(before, after, f'sixfold_request_seconds_count{{endpoint="{endpoint}",status="{status}"}}') == 1
    assert grown(before, after, 'sixfold_request_seconds_sum{endpoint="api_opening.open_table",status="2xx"}') > 0


def test_entries_are_counted_by_game_and_outcome(app: Flask) -> None:
    before = figures(app)
    host = host_of(app, a_record(game="deep-six", players=["Ann", "Ben", "Cat", "Dan"]))
    for raw in (DEAL, DEAL, {"type": "nothing"}):
        host.enter(raw, key=f"{raw['type']}")
    after = figures(app)
    assert grown(before, after, 'sixfold_entries_total{game="deep-six",outcome="accepted"}') == 1
    assert grown(before, after, 'sixfold_entries_total{game="deep-six",outcome="refused"}') == 1


def test_open_streams_and_tables_are_counted(app: Flask) -> None:
    before = figures(app)
    host = host_of(app)
    stream = host.client.get(f"{host.url}/stream", headers=host.headers, buffered=False)
    next(iter(stream.response))
    assert grown(before, figures(app), "sixfold_open_streams") == 1
    stream.close()
    after = figures(app)
    assert grown(before, after, "sixfold_open_streams") == 0
    assert (before["sixfold_tables"], after["sixfold_tables"]) == (0, 1)


def test_they_name_no_table_and_nobody(app: Flask, site: Site) -> None:
    host = host_of(app, a_record(players=["Annegret", "Benedikt", "Cathrine"]))
    host.enter(DEAL)
    host.client.get("/api/v1/tables/4711/Annegret")
    code = site.store.invites(host.table_id)["player"].code
    text = app.test_client().get("/metrics").text
    assert not re.search(rf"Annegret|Benedikt|\b4711\b|{code}|{host.token}", text)
    labels = {
        label
        for found in re.findall(r"^sixfold_\w+\{(.*)\}", text, re.MULTILINE)
        for label in re.findall(r"(\w+)=", found)
    }
    assert labels == {"endpoint", "status", "le", "game", "outcome"}


def test_without_a_token_only_this_machine_reads_them(app: Flask) -> None:
    client = app.test_client()
    for address, status in (("127.0.0.1", 200), ("::1", 200), ("192.168.1.7", 403), ("", 403)):
        assert client.get("/metrics", environ_overrides={"REMOTE_ADDR": address}).status_code == status, address


def test_nor_does_anybody_through_a_proxy_on_it(app: Flask) -> None:
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
        assert app.test_client().get("/metrics", headers={name: "192.0.2.7"}).status_code == 403, name


def test_with_a_token_whoever_sends_it_reads_them(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    config = app.extensions["sixfold"].config
    monkeypatch.setitem(config.__dict__, "metrics_token", TOKEN)
    client = app.test_client()
    for given, status in ((f"Bearer {TOKEN}", 200), ("Bearer wrong", 403), (f"Basic {TOKEN}", 403), ("", 403)):
        answer = client.get(
            "/metrics", headers={"Authorization": given}, environ_overrides={"REMOTE_ADDR": "192.0.2.7"}
        )
        assert answer.status_code == status, given
    assert client.get("/metrics").status_code == 403, "also from this machine"


def test_the_token_is_a_setting() -> None:
    assert Config.from_env({"SIXFOLD_METRICS_TOKEN": TOKEN}).metrics_token == TOKEN
    assert Config.from_env({}).metrics_token == ""


SUM = """
import sys
from webapp.http import metrics
if sys.argv[1] == "work":
    metrics.count_entry("deep-six", "accepted")
    metrics.STREAMS.inc()
else:
    print(metrics.exposition(lambda: 3).decode())
"""


def test_several_workers_are_counted_together(tmp_path: Path) -> None:
    environ = {**os.environ, metrics.FOLDER: str(tmp_path), "PYTHONPATH": str(ROOT)}

    def worker(what: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", SUM, what], env=environ, capture_output=True, text=True, check=True
        )
        return done.stdout

    worker("work")
    worker("work")
    said = worker("say")
    assert 'sixfold_entries_total{game="deep-six",outcome="accepted"} 2.0' in said
    assert "sixfold_tables 3.0" in said
