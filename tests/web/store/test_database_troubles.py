"""A disk that is full, a database that somebody else holds, a connection that is cut: a calm page, and nothing lost."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine.interfaces import IsolationLevel
from sqlalchemy.exc import DBAPIError

from tests.cases import each
from tests.web.support.hall import Hall
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.http.rate_limits import DATABASE_WAIT_MS
from webapp.services import services_in
from webapp.store import Store
from webapp.store.engines import StoreBusy

LONG = {"type": "adjust", "points": [1, 0, 0], "reason": "x" * 400}
MOST = 60  # entries until a database of a few pages needs another one


@contextmanager
def disk_full(store: Store) -> Iterator[None]:
    """The next page of the file finds no room; PostgreSQL says what it says then, from a trigger."""
    if not store.is_shared:
        _leave_no_room(store)
        _tell_writer(store, "PRAGMA max_page_count=1")  # which means: no more than there are
        yield
        _tell_writer(store, "PRAGMA max_page_count=1000000")
        return
    with _beside(store) as other:
        other.exec_driver_sql(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$"
        )
        for name in ("events", "tables", "desk_lines"):
            other.exec_driver_sql(f"CREATE TRIGGER full_disk BEFORE INSERT ON {name} EXECUTE FUNCTION full_disk()")
        yield
        other.exec_driver_sql("DROP FUNCTION full_disk CASCADE")


@contextmanager
def held_by_another(store: Store) -> Iterator[None]:
    """Somebody else writes and comes to no end."""
    if store.is_shared:
        _tell_writer(store, "SET lock_timeout=1")
        with _beside(store, isolation_level="READ COMMITTED") as other:
            other.exec_driver_sql("LOCK TABLE tables, events IN EXCLUSIVE MODE")
            yield
        _tell_writer(store, f"SET lock_timeout={DATABASE_WAIT_MS}")
        return
    _tell_writer(store, "PRAGMA busy_timeout=1")
    other_writer = sqlite3.connect(str(store.url.database), isolation_level=None)
    other_writer.execute("BEGIN IMMEDIATE")
    yield
    other_writer.execute("ROLLBACK")
    other_writer.close()
    _tell_writer(store, f"PRAGMA busy_timeout={DATABASE_WAIT_MS}")


TROUBLES = [disk_full, held_by_another]
SAID = {
    disk_full: "The disk of the database is full, so nothing was written",
    held_by_another: "The database is busy, so nothing was written",
}
Trouble = Callable[[Store], AbstractContextManager[None]]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_an_entry_finds_no_room_and_is_made_later(site: Site, phone: Phone, trouble: Trouble) -> None:
    with trouble(site.store):
        stamps = _enter_until_trouble(phone)
        accepted = site.store.last_seq(phone.table.id)
        assert "Not saved" in phone.page
        assert SAID[trouble] in phone.page
        assert "Try again in a moment" in phone.page
        # Who looks on is not bothered, and sees what stands.
        assert "Not saved" not in phone.look()
        assert site.play.at(phone.table.id).fold.seq == accepted
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
def test_with_htmx_the_table_stays_and_a_note_says_so(site: Site, phone: Phone, trouble: Trouble) -> None:
    with trouble(site.store):
        _enter_until_trouble(phone)
        phone.look()
        form = {**phone.stamps(), "event": json.dumps(LONG)}
        answer = phone.client.post(f"{phone.url}/events", data=form, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (503, "#toast")
    assert answer.headers["Retry-After"] == "2"
    assert "<html" not in answer.text


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_table_is_opened_whole_or_not_at_all(site: Site, trouble: Trouble) -> None:
    phone = site.phone()
    site.device(phone)
    form = {"game": "sixes-and-sevens", "name": ["Ann", "Ben", "Cat"]}
    opened = 0
    with trouble(site.store):
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
    with pytest.raises(DBAPIError) as raised, store._writer.connect() as connection:
        connection.execute(text("INSERT INTO invites (token) VALUES (:token)"), {"token": secret})
    assert f"'token': '{secret}'" not in str(raised.value)
    assert store._reader.hide_parameters


@pytest.mark.postgresql
def test_a_server_that_ends_all_connections_is_asked_again(site: Site, phone: Phone) -> None:
    """As PostgreSQL does when it is restarted: what was under way is answered calmly, and then all is well."""
    phone.look()
    stamps = phone.stamps()
    with _beside(site.store) as other:
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
    with site.store._write() as session:
        session.connection()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    other.close()


@pytest.mark.sqlite
def test_a_fast_read_that_fails_leaves_nothing_to_the_next_one(store: Store) -> None:
    """Nor can it write, whatever the query is."""
    for refused in ("SELECT nothing FROM nowhere", "UPDATE alembic_version SET version_num = '0'"):
        with pytest.raises(StoreBusy), store._query(refused, ()):
            pass
    with store._query("SELECT 1", ()) as one, store._query("SELECT 2", ()) as other:
        assert (one.fetchone(), other.fetchone()) == ((1,), (2,))
    with pytest.raises(KeyError), store._query("SELECT 1", ()):
        raise KeyError
    with store._query("SELECT 3", ()) as cursor:
        assert cursor.fetchone() == (3,)


@pytest.mark.sqlite
def test_a_fast_write_that_fails_leaves_nothing_to_the_next_one(store: Store) -> None:
    read, change = "SELECT version_num FROM alembic_version", "UPDATE alembic_version SET version_num = 'changed'"
    with store._query(read, ()) as cursor:
        before = cursor.fetchone()
    for _ in range(2):
        with pytest.raises(StoreBusy):
            _run(store, change, "SELECT * FROM nowhere")
        with store._write() as session, store._query(read, ()) as cursor:
            assert session.connection().exec_driver_sql(read).one() == before == cursor.fetchone()
        store._writer.dispose()
        with store._write_fast() as cursor:
            assert cursor.execute(read).fetchone() == before


def test_what_is_acknowledged_stands_in_the_log(site: Site, phone: Phone) -> None:
    for seq in range(2, 6):
        phone.look()
        assert phone.enter(LONG) == 303
        assert site.store.last_seq(phone.table.id) == seq


def _count(store: Store, name: str) -> int:
    with store._reader.connect() as connection:
        return connection.scalar(text(f"SELECT count(*) FROM {name}")) or 0


def _leave_no_room(store: Store) -> None:
    """Gives back the room that earlier rows had. Not inside a transaction."""
    with closing(store._writer.raw_connection()) as connection, closing(connection.cursor()) as cursor:
        cursor.execute("VACUUM")


def _run(store: Store, *statements: str) -> None:
    with store._write_fast() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _tell_writer(store: Store, command: str) -> None:
    with store._writer.connect() as connection:
        connection.exec_driver_sql(command)
        connection.commit()


@contextmanager
def _beside(store: Store, isolation_level: IsolationLevel = "AUTOCOMMIT") -> Iterator[Connection]:
    """Yields a connection of somebody else."""
    engine = create_engine(store.url, isolation_level=isolation_level)
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
    site.store.close()  # so that nothing lies in the journal
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    whole = file.read_bytes()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(b"x" * size)
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
