"""A database of the first release, and processes that are killed while they bring it up to date."""

import os
import signal
from functools import partial
from pathlib import Path
from signal import SIGKILL

from sqlalchemy import URL, event, text
from sqlalchemy.engine import Engine

from tests.databases import CHAIN
from webapp.store.backups.copies import UPGRADE, BackupFolder, copy_database
from webapp.store.engines import rebuild_transaction
from webapp.store.migrations import create_schema, migrate

EVENTS = 3
_FIRST = """
INSERT INTO devices (id, token_hash, names, created_at) VALUES (1, 'hash', '["Ann"]', '2026-01-01 00:00:00');
INSERT INTO tables (id, game, players, options, edition, book, entry, created_at) VALUES
 (1, 'sixes-and-sevens', '["Ann", "Ben", "Cat"]', '{}', 1, 'closed', 'everyone', '2026-01-01 00:00:00');
INSERT INTO grants (id, table_id, device_id, role, seat, since) VALUES (1, 1, 1, 'host', 0, '2026-01-01 00:00:00');
INSERT INTO invites (id, code, table_id, role, since) VALUES (1, 'ABCDEFG', 1, 'player', '2026-01-01 00:00:00');
INSERT INTO events (id, table_id, seq, op, device_id, body, made_at) VALUES
 (1, 1, 1, '1:a', 1, '{"type":"deal","dealer":0}', '2026-01-01 00:00:00'),
 (2, 1, 2, '1:b', 1, '{"card":"7C","seat":1,"type":"play"}', '2026-01-01 00:00:00'),
 (3, 1, 3, '1:c', 1, '{"card":"2C","seat":2,"type":"play"}', '2026-01-01 00:00:00')
"""


def first_release(url: URL) -> None:
    """Makes a database as the first release left it, with a table under way."""
    create_schema(url, "0001")
    with rebuild_transaction(url) as connection:
        for line in _FIRST.split(";"):
            connection.exec_driver_sql(line)
        if connection.dialect.name == "postgresql":
            for name in ("devices", "tables", "grants", "invites", "events"):
                connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), 10)"))


def upgrade(url: URL, backups: Path) -> None:
    """Brings a database up to date as a server does when it starts."""
    folder = BackupFolder(backups)
    migrate(url, lambda: folder.add(UPGRADE, partial(copy_database, url, chain=CHAIN), keep=3), CHAIN)


def upgrade_and_die(url: URL, backups: Path, statement: int) -> None:
    """Kills itself before this statement."""
    statements = 0

    @event.listens_for(Engine, "before_cursor_execute")
    def count(*_: object) -> None:
        nonlocal statements
        statements += 1
        if statements == statement:
            os.kill(os.getpid(), SIGKILL)

    upgrade(url, backups)


def upgrade_within(url: URL, backups: Path, seconds: float) -> None:
    """Is killed by the clock, wherever it is then."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    upgrade(url, backups)
