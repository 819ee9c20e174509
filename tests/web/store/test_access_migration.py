"""Grants and invites of the releases that kept those of tables, evenings and circles apart: none is lost."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import URL, text

from tests import databases
from tests.databases import CHAIN
from webapp.config import file_url
from webapp.store import Store, open_store
from webapp.store.engines import rebuild_transaction
from webapp.store.migrations import create_schema
from webapp.store.models import Invite, utc_now
from webapp.store.roles import CARD, MOVE, RECOVERY, Role, Scope

BEFORE = "0018"
LONG_AGO, LATELY = "2026-01-01 19:00:00.000000", "2026-01-01 20:00:00.000000"
SOON = (datetime.now(UTC) + timedelta(minutes=5)).strftime("%Y-%m-%d %H:%M:%S.%f")
ROWS: dict[str, tuple[str, list[tuple[object, ...]]]] = {
    "devices": ("id token_hash names created_at", [(one, f"hash-{one}", "[]", LONG_AGO) for one in range(1, 10)]),
    "evenings": ("id title lot created_at", [(3, "Friday", 1, LONG_AGO)]),
    "circles": ("id name created_at", [(4, "Fridays", LONG_AGO)]),
    "circle_players": ("id circle_id name key", [(11, 4, "Ann", "ann"), (12, 4, "Ben", "ben")]),
    "tables": (
        "id game players options edition book entry created_at",
        [(2, "sixes-and-sevens", '["Ann", "Ben", "Cat"]', "{}", 1, "closed", "everyone", LONG_AGO)],
    ),
    "grants": (
        "id table_id device_id role seat name read_events read_lines since until",
        [
            (21, 2, 1, "host", 0, None, 5, 2, LONG_AGO, None),
            (22, 2, 2, "player", 1, None, 0, 0, LONG_AGO, LATELY),
            (23, 2, 2, "player", 2, None, 4, 0, LATELY, None),
            (24, 2, 3, "referee", None, "Rita", 0, 0, LONG_AGO, LATELY),
            (25, 2, 9, "scorekeeper", None, None, 0, 0, LONG_AGO, None),
        ],
    ),
    "evening_grants": (
        "id evening_id device_id role person name read_lines since until",
        [
            (21, 3, 1, "organiser", None, None, 3, LONG_AGO, None),
            (22, 3, 4, "deputy", None, "Dora", 0, LONG_AGO, None),
            (23, 3, 5, "player", 7, None, 1, LONG_AGO, None),
            (24, 3, 6, "referee", None, "Rolf", 0, LONG_AGO, LATELY),
            (25, 3, 5, "player", 8, None, 0, LONG_AGO, LATELY),
        ],
    ),
    "circle_grants": (
        "id circle_id device_id player_id since until",
        [(21, 4, 1, 11, LONG_AGO, None), (22, 4, 7, None, LONG_AGO, None), (23, 4, 8, 12, LONG_AGO, LATELY)],
    ),
    "invites": (
        "id code token table_id role device_id since expires_at until code_until",
        [
            (31, "AAAAAAA", "table-player", 2, "player", None, LONG_AGO, None, None, SOON),
            (32, "BBBBBBB", "table-old", 2, "player", None, LONG_AGO, None, LATELY, None),
            (33, "CCCCCCCCCCCCCCC", "table-host", 2, "host", None, LONG_AGO, None, None, None),
            (34, "DDDDDDD", "table-move", 2, "move", 9, LONG_AGO, SOON, None, None),
        ],
    ),
    "evening_invites": (
        "id code token evening_id role number device_id since expires_at until code_until",
        [
            (31, "EEEEEEE", "evening-player", 3, "player", None, None, LONG_AGO, None, None, SOON),
            (32, "FFFFFFFFFFFFFFF", "evening-organiser", 3, "organiser", None, None, LONG_AGO, None, None, None),
            (33, "GGGGGGG", "evening-deputy", 3, "deputy", None, None, LONG_AGO, None, LATELY, None),
            (34, "HHHHHHHHHHHHHHH", "card-1-old", 3, "table", 1, None, LONG_AGO, None, LATELY, None),
            (35, "JJJJJJJJJJJJJJJ", "card-1", 3, "table", 1, None, LONG_AGO, None, None, None),
            (36, "KKKKKKK", "evening-move", 3, "move", None, 5, LONG_AGO, SOON, None, None),
        ],
    ),
    "circle_invites": (
        "id code token circle_id role since until code_until",
        [
            (31, "MMMMMMM", "circle-member", 4, "member", LONG_AGO, None, LATELY),
            (32, "NNNNNNNNNNNNNNN", "circle-recovery", 4, "recovery", LONG_AGO, None, None),
            (33, "PPPPPPPPPPPPPPP", "circle-recovery-old", 4, "recovery", LONG_AGO, LATELY, None),
        ],
    ),
}
RENEWED_AT_ONCE = [
    (37, "QQQQQQQ", "watch-first", 3, "watcher", None, None, LONG_AGO, None, None, None),
    (38, "RRRRRRR", "watch-second", 3, "watcher", None, None, LONG_AGO, None, None, None),
]
"""Two invites of a role that stand at an evening: two organisers have renewed it at the same moment."""


def _before(url: URL) -> None:
    create_schema(url, BEFORE)
    with rebuild_transaction(url) as connection:
        for name, (columns, kept) in ROWS.items():
            rows = [*kept, *(RENEWED_AT_ONCE if name == "evening_invites" else ())]
            names = columns.split()
            wanted = f"INSERT INTO {name} ({', '.join(names)}) VALUES ({', '.join(f':{one}' for one in names)})"
            connection.execute(text(wanted), [dict(zip(names, row, strict=True)) for row in rows])
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), 99)"))


@pytest.fixture
def upgraded(server: URL | None, tmp_path: Path) -> Iterator[Store]:
    """The store of a database that was brought up to date."""
    url = file_url(tmp_path / "sixfold.sqlite") if server is None else databases.without_tables(server)
    _before(url)
    store = open_store(url, chain=CHAIN)
    yield store
    store.close()


def _rows_of(name: str, *columns: str) -> list[tuple[object, ...]]:
    """Returns what was written, in these columns; None where there was no such column."""
    names, rows = ROWS[name]
    return [tuple(dict(zip(names.split(), row, strict=True)).get(column) for column in columns) for row in rows]


def _time(value: object) -> datetime | None:
    return None if value is None else datetime.fromisoformat(str(value)).replace(tzinfo=UTC)


def test_every_grant_code_and_link_is_what_it_was(upgraded: Store) -> None:
    grants_are_there(upgraded)
    codes_and_links_are_there(upgraded)
    of_two_invites_the_later_one_stands(upgraded)


def grants_are_there(upgraded: Store) -> None:
    """Also those that have ended."""
    for scope, owner, old in ((Scope.TABLE, 2, "grants"), (Scope.EVENING, 3, "evening_grants")):
        found = [
            (one.device_id, one.role, one.seat, one.person, one.name, one.read_events, one.read_lines)
            for one in upgraded.all_grants(owner, scope)
        ]
        kept = _rows_of(old, "device_id", "role", "seat", "person", "name", "read_events", "read_lines")
        assert found == [tuple(value or (0 if place > 4 else value) for place, value in enumerate(row)) for row in kept]
    members = upgraded.all_grants(4, Scope.CIRCLE)
    assert [(one.device_id, one.player_id) for one in members] == _rows_of("circle_grants", "device_id", "player_id")
    assert {one.role for one in members} == {Role.MEMBER}
    for scope, owner, old in (
        (Scope.TABLE, 2, "grants"),
        (Scope.EVENING, 3, "evening_grants"),
        (Scope.CIRCLE, 4, "circle_grants"),
    ):
        times = [(one.since, one.until) for one in upgraded.all_grants(owner, scope)]
        assert times == [(_time(since), _time(until)) for since, until in _rows_of(old, "since", "until")]
        assert {one.owner for one in upgraded.all_grants(owner, scope)} == {owner}
    assert [one.id for one in upgraded.all_grants(2)] == [21, 22, 23, 24, 25]


def codes_and_links_are_there(upgraded: Store) -> None:
    for scope, owner, old in (
        (Scope.TABLE, 2, "invites"),
        (Scope.EVENING, 3, "evening_invites"),
        (Scope.CIRCLE, 4, "circle_invites"),
    ):
        columns = "code token role number device_id since expires_at until code_until"
        for code, token, role, number, device, *times in _rows_of(old, *columns.split()):
            found = upgraded.invite_of(str(token))
            assert found is not None
            assert found == upgraded.invite_with_code(str(code))
            assert (found.scope, found.owner, found.role) == (scope, owner, role)
            assert (found.number, found.device_id) == (number, device)
            assert [found.since, found.expires_at, found.until, found.code_until] == [_time(at) for at in times]


def of_two_invites_the_later_one_stands(upgraded: Store) -> None:
    """They were renewed at once."""
    first, second = (upgraded.invite_of(token) for token in ("watch-first", "watch-second"))
    assert first is not None
    assert second is not None
    assert (first.is_valid, second.is_valid) == (False, True)
    assert upgraded.invites(3, Scope.EVENING)[Role.WATCHER].id == second.id


def test_what_was_printed_and_kept_still_opens(upgraded: Store) -> None:
    table, circle = (upgraded.invite_of(token) for token in ("table-host", "circle-recovery"))
    assert table is not None
    assert circle is not None
    assert upgraded.recover(table, 6).seat == 0
    upgraded.join_circle(circle.id, 9)
    assert [one.device_id for one in upgraded.grants(4, Scope.CIRCLE)] == [1, 7, 9]
    assert upgraded.held_players(4) == {}, "the recovery code asks all phones anew"
    assert upgraded.invites(4, Scope.CIRCLE)[RECOVERY].id != circle.id
    assert upgraded.table_cards(3)[1].token == "card-1"
    assert upgraded.replaced_cards(3) == {1}
    assert upgraded.table_cards(3)[1].role == CARD


def test_places_move_that_were_offered_before(upgraded: Store) -> None:
    for token, device, role in (("table-move", 8, Role.SCOREKEEPER), ("evening-move", 9, Role.PLAYER)):
        invite = upgraded.invite_of(token)
        assert invite is not None
        with databases.changing(upgraded) as session:  # the suite may have begun longer ago than a move lasts
            session.get_one(Invite, invite.id).expires_at = utc_now() + timedelta(minutes=5)
        assert (invite.role, upgraded.move(invite, device).role) == (MOVE, role)
    held = upgraded.device_grant("hash-9", 3, Scope.EVENING)
    assert held is not None
    assert (held.person, upgraded.grants(3, Scope.EVENING)[-1].read_lines) == (7, 1)
