"""A disk that is full, a database that somebody else holds, a connection that is cut: a calm page, and nothing lost."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import URL, Connection, Engine, create_engine, text
from sqlalchemy.engine.interfaces import IsolationLevel
from sqlalchemy.exc import DBAPIError

from tests.cases import each
from tests.databases import OpenDatabases, changing, reading
from tests.web.support.hall import Hall
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.http.durations import DATABASE_WAIT_MS
from webapp.services import services_in
from webapp.store import Store
from webapp.store.engines import StoreBusy, is_shared, reading_engine, writing_engine

LONG = {"type": "adjust", "points": [1, 0, 0], "reason": "x" * 400}
MOST = 60  # entries until a database of a few pages needs another one


@contextmanager
def disk_full(writer: Engine) -> Iterator[None]:
    """The next page of the file finds no room; PostgreSQL says what it says then, from a trigger."""
    if not is_shared(writer.url):
        _leave_no_room(writer)
        _tell(writer, "PRAGMA max_page_count=1")  # which means: no more than there are
        yield
        _tell(writer, "PRAGMA max_page_count=1000000")
        return
    with _beside(writer.url) as other:
        other.exec_driver_sql(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$"
        )
        for name in ("events", "tables", "desk_lines"):
            other.exec_driver_sql(f"CREATE TRIGGER full_disk BEFORE INSERT ON {name} EXECUTE FUNCTION full_disk()")
        yield
        other.exec_driver_sql("DROP FUNCTION full_disk CASCADE")


@contextmanager
def held_by_another(writer: Engine) -> Iterator[None]:
    """Somebody else writes and comes to no end."""
    if is_shared(writer.url):
        _tell(writer, "SET lock_timeout=1")
        with _beside(writer.url, isolation_level="READ COMMITTED") as other:
            other.exec_driver_sql("LOCK TABLE tables, events IN EXCLUSIVE MODE")
            yield
        _tell(writer, f"SET lock_timeout={DATABASE_WAIT_MS}")
        return
    _tell(writer, "PRAGMA busy_timeout=1")
    other_writer = sqlite3.connect(str(writer.url.database), isolation_level=None)
    other_writer.execute("BEGIN IMMEDIATE")
    yield
    other_writer.execute("ROLLBACK")
    other_writer.close()
    _tell(writer, f"PRAGMA busy_timeout={DATABASE_WAIT_MS}")


TROUBLES = [disk_full, held_by_another]
SAID = {
    disk_full: "The disk of the database is full, so nothing was written",
    held_by_another: "The database is busy, so nothing was written",
}
Trouble = Callable[[Engine], AbstractContextManager[None]]


@pytest.fixture
def writer(site: Site, open_databases: OpenDatabases) -> Engine:
    """What the store of the site writes by."""
    return open_databases.writers[site.store.url]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_an_entry_finds_no_room_and_is_made_later(site: Site, phone: Phone, trouble: Trouble, writer: Engine) -> None:
    with trouble(writer):
        stamps = _enter_until_trouble(phone)
        accepted = site.store.last_seq(phone.table.id)
        assert "Not saved" in phone.page
        assert SAID[trouble] in phone.page
        assert "Try again in a moment" in phone.page
        # Who looks on is not bothered, and sees what stands.
        assert "Not saved" not in phone.look()
        assert site.tables.at(phone.table.id).fold.seq == accepted
    for _twice in range(2):
        assert phone.enter(LONG, **stamps) == 303
    log = site.store.events(phone.table.id)
    assert [event.seq for event in log] == list(range(1, accepted + 2))


def _enter_until_trouble(phone: Phone) -> dict[str, str]:
    """Enters until the answer is that nothing was written, and returns the stamps of that entry."""
    for _ in range(MOST):
        phone.look()
        stamps = phone.stamps()
        if (status := phone.enter(LONG, **stamps)) != 303:
            assert status == 503
            return stamps
    pytest.fail("the trouble never came")


@pytest.mark.parametrize("trouble", TROUBLES)
def test_with_htmx_the_table_stays_and_a_note_says_so(
    site: Site, phone: Phone, trouble: Trouble, writer: Engine
) -> None:
    with trouble(writer):
        _enter_until_trouble(phone)
        phone.look()
        form = {**phone.stamps(), "event": json.dumps(LONG)}
        answer = phone.client.post(f"{phone.url}/events", data=form, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (503, "#toast")
    assert answer.headers["Retry-After"] == "2"
    assert "<html" not in answer.text


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_table_is_opened_whole_or_not_at_all(site: Site, trouble: Trouble, writer: Engine) -> None:
    phone = site.phone()
    site.device(phone)
    form = {"game": "sixes-and-sevens", "name": ["Ann", "Ben", "Cat"]}
    opened = 0
    with trouble(writer):
        while (answer := phone.post("/tables", data={**form, "op": f"{opened:016}"})).status_code == 303:
            opened += 1
    assert answer.status_code == 503
    assert opened < MOST
    assert _count(site.store, "tables") == _count(site.store, "grants") == opened
    assert phone.post("/tables", data={**form, "op": f"{opened:016}"}).status_code == 303
    assert _count(site.store, "tables") == opened + 1


def test_an_error_says_nothing_of_what_it_was_about(store: Store) -> None:
    """It is logged with its traceback, and what the statement was given may open a table."""
    secret = "a-token-that-opens-a-table"
    writer = writing_engine(store.url)
    with pytest.raises(DBAPIError) as raised, writer.connect() as connection:
        connection.execute(text("INSERT INTO invites (token) VALUES (:token)"), {"token": secret})
    assert f"'token': '{secret}'" not in str(raised.value)
    writer.dispose()
    assert reading_engine(store.url).hide_parameters


@pytest.mark.postgresql
def test_a_server_that_ends_all_connections_is_asked_again(site: Site, phone: Phone) -> None:
    """As PostgreSQL does when it is restarted: what was under way is answered calmly, and then all is well."""
    phone.look()
    stamps = phone.stamps()
    with _beside(site.store.url) as other:
        other.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name AND pid <> :own"),
            {"name": site.store.url.database, "own": other.scalar(text("SELECT pg_backend_pid()"))},
        )
    assert phone.enter(LONG, **stamps) == 503
    assert "nothing was written" in phone.page
    phone.look()
    assert phone.enter(LONG, **stamps) == 303
    assert [event.seq for event in site.store.events(phone.table.id)] == [1, 2]


@pytest.mark.sqlite
def test_whoever_writes_holds_the_file_from_the_beginning(site: Site) -> None:
    """Else what was read before the first write may be old by then, and the write fails."""
    other = sqlite3.connect(str(site.store.url.database), isolation_level=None, timeout=0)
    writer = writing_engine(site.store.url)
    with writer.begin(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    writer.dispose()
    other.close()


@pytest.mark.sqlite
def test_a_read_that_fails_leaves_nothing_to_the_next_one(site: Site, phone: Phone) -> None:
    with _renamed(site.store, "events", "elsewhere"), pytest.raises(StoreBusy):
        site.store.last_seq(phone.table.id)
    assert site.store.last_seq(phone.table.id) == 1


@pytest.mark.sqlite
def test_a_write_that_fails_leaves_nothing_to_the_next_one(site: Site, phone: Phone, writer: Engine) -> None:
    phone.look()
    stamps = phone.stamps()
    with _renamed(site.store, "events", "elsewhere"):
        assert phone.enter(LONG, **stamps) == 503
    writer.dispose()  # nor does one that has to be connected anew
    phone.look()
    for _twice in range(2):
        assert phone.enter(LONG, **stamps) == 303
    assert site.store.last_seq(phone.table.id) == 2


def test_what_is_acknowledged_stands_in_the_log(site: Site, phone: Phone) -> None:
    for seq in range(2, 6):
        phone.look()
        assert phone.enter(LONG) == 303
        assert site.store.last_seq(phone.table.id) == seq


def _count(store: Store, name: str) -> int:
    with reading(store) as session:
        return session.scalar(text(f"SELECT count(*) FROM {name}")) or 0


@contextmanager
def _renamed(store: Store, name: str, other: str) -> Iterator[None]:
    """A table of the database is called otherwise meanwhile."""
    with changing(store) as session:
        session.execute(text(f"ALTER TABLE {name} RENAME TO {other}"))
    try:
        yield
    finally:
        with changing(store) as session:
            session.execute(text(f"ALTER TABLE {other} RENAME TO {name}"))


def _leave_no_room(writer: Engine) -> None:
    """Gives back the room that earlier rows had. Not inside a transaction."""
    with closing(writer.raw_connection()) as connection, closing(connection.cursor()) as cursor:
        cursor.execute("VACUUM")


def _tell(writer: Engine, command: str) -> None:
    with writer.connect() as connection:
        connection.exec_driver_sql(command)
        connection.commit()


@contextmanager
def _beside(url: URL, isolation_level: IsolationLevel = "AUTOCOMMIT") -> Iterator[Connection]:
    """Yields a connection of somebody else."""
    engine = create_engine(url, isolation_level=isolation_level)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@pytest.mark.sqlite
@each("name", ["devices", "events"])
def test_a_damaged_page_is_an_outage_for_pages_programs_and_entries(site: Site, name: str) -> None:
    host = site.phone()
    table = site.open_table(host)
    evening = Hall(services_in(site.app), organiser=site.device(host))
    file = Path(str(site.store.url.database))
    whole = _damaged(site.store, name)
    token = {"Authorization": "Bearer nobody"}
    entry = {"event": json.dumps(LONG), "op": "0" * 16, "seen": "0"}
    answers = [
        host.get("/"),
        host.get(f"/tables/{table.id}/log"),
        host.get(f"/evenings/{evening.id}"),
        host.post(f"/tables/{table.id}/events", data=entry),
        host.post(f"/evenings/{evening.id}/announcements", data={"text": "Soup", "op": "0" * 16}),
        host.get(f"/api/v1/tables/{table.id}", headers=token),
        host.post("/api/v1/join", json={"code": "AAAAAAA", "as": "watch"}),
    ]
    site.store.close()
    file.write_bytes(whole)
    assert {answer.status_code for answer in answers} & {500, 503} == {503}
    outages = [answer for answer in answers if answer.status_code == 503]
    assert all(answer.headers["Retry-After"] and "nothing was written" in answer.text for answer in outages)
    said = [answer.text for answer in outages if answer.mimetype == "text/html"]
    assert said
    assert all("The database is damaged" in page for page in said)


@pytest.mark.sqlite
def test_a_damaged_page_is_an_outage_where_a_thread_reads(site: Site) -> None:
    whole = _damaged(site.store, "ix_tables_circle_id")
    with pytest.raises(StoreBusy):
        site.store.tables_without_match(1)
    site.store.close()
    Path(str(site.store.url.database)).write_bytes(whole)


def _damaged(store: Store, name: str) -> bytes:
    """Spoils the first page of a table or an index, and returns the whole file as it was."""
    file = Path(str(store.url.database))
    store.close()  # so that nothing lies in the journal
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    whole = file.read_bytes()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(b"x" * size)
    return whole


def test_a_write_that_fails_is_told_at_once_and_that_it_is_well_again(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host)
    assert host.get("/healthz").status_code == 200, "which would hold for ten seconds"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site.store, "write_probe", _full)
        patch.setattr(site.store, "fresh_code", _full)
        assert host.post(f"/tables/{table.id}/codes/fresh", data={"role": "player"}).status_code == 503
        assert host.get("/healthz").status_code == 503
    assert host.get("/healthz").status_code == 200


def _full(*_asked: object) -> None:
    raise StoreBusy("database or disk is full")
