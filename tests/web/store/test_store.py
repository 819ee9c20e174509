"""The log: one event a number, one event an entry, whoever asks and however often."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier

import pytest
from sqlalchemy.exc import IntegrityError

from webapp.store import Store
from webapp.store.errors import OpUsed, SeqTaken
from webapp.store.models import Table


@pytest.fixture
def device_id(store: Store) -> int:
    return store.add_device("token").id


@pytest.fixture
def table(store: Store, device_id: int) -> Table:
    return _open(store, device_id)


def _open(store: Store, device_id: int, **more: object) -> Table:
    return store.create_table(
        game="sixes-and-sevens",
        players=("Ann", "Ben", "Cat"),
        options={"ace_wild": True},
        device_id=device_id,
        **more,  # type: ignore[arg-type]
    )


def test_a_table_is_read_as_it_was_opened(store: Store, device_id: int) -> None:
    opened = _open(store, device_id, book="open", entry="keeper", first_dealer=2)
    read = store.table(opened.id)
    assert read is not None
    assert read is not opened
    assert read.model_dump() == opened.model_dump()
    assert (read.players, read.options) == (["Ann", "Ben", "Cat"], {"ace_wild": True})
    assert read.created_at.tzinfo is UTC
    assert abs((datetime.now(UTC) - read.created_at).total_seconds()) < 60


def test_an_unknown_table_is_none(store: Store) -> None:
    assert store.table(7) is None
    assert store.events(7) == []
    assert store.last_seq(7) == 0
    assert store.create_successor(7, first_dealer=0) is None


def test_the_log_is_read_in_order(store: Store, table: Table, device_id: int) -> None:
    for seq in (1, 2, 3):
        store.append(table.id, seq=seq, op=f"op{seq}", device_id=device_id, body=f'{{"n":{seq}}}')
    assert [(event.seq, event.body) for event in store.events(table.id)] == [
        (1, '{"n":1}'),
        (2, '{"n":2}'),
        (3, '{"n":3}'),
    ]
    assert [event.seq for event in store.events(table.id, after_seq=2)] == [3]
    assert store.events(table.id)[0].device_id == device_id
    assert store.last_seq(table.id) == 3


def test_a_number_is_given_once(store: Store, table: Table, device_id: int) -> None:
    store.append(table.id, seq=1, op="a", device_id=device_id, body="{}")
    with pytest.raises(SeqTaken):
        store.append(table.id, seq=1, op="b", device_id=device_id, body="{}")
    assert [event.op for event in store.events(table.id)] == [f"{device_id}:a"]


def test_the_same_entry_again_tells_what_stands(store: Store, table: Table, device_id: int) -> None:
    store.append(table.id, seq=1, op="a", device_id=device_id, body='{"first":1}')
    for seq in (1, 2):
        with pytest.raises(OpUsed) as used:
            store.append(table.id, seq=seq, op="a", device_id=device_id, body='{"second":1}')
        assert (used.value.seq, used.value.body) == (1, '{"first":1}')
    assert store.last_seq(table.id) == 1


def test_a_key_belongs_to_its_device_and_table(store: Store, table: Table, device_id: int) -> None:
    other_table, other_device = _open(store, device_id), store.add_device("other").id
    store.append(table.id, seq=1, op="a", device_id=device_id, body="{}")
    store.append(table.id, seq=2, op="a", device_id=other_device, body="{}")
    store.append(other_table.id, seq=1, op="a", device_id=device_id, body="{}")
    entered = store.event_of_key(table.id, op="a", device_id=other_device)
    assert entered is not None
    assert entered.seq == 2
    assert store.event_of_key(other_table.id, op="a", device_id=other_device) is None


def test_the_log_of_no_table_takes_nothing(store: Store) -> None:
    with pytest.raises(IntegrityError):
        store.append(7, seq=1, op="a", device_id=None, body="{}")


def test_many_threads_on_one_number_make_one_event(store: Store, table: Table, device_id: int) -> None:
    threads = 8
    together = Barrier(threads)

    def enter(number: int) -> bool:
        together.wait()
        try:
            store.append(table.id, seq=1, op=f"op{number}", device_id=device_id, body=f"{number}")
        except SeqTaken:
            return False
        return True

    with ThreadPoolExecutor(threads) as pool:
        made = list(pool.map(enter, range(threads)))
    assert made.count(True) == 1
    assert [event.body for event in store.events(table.id)] == [str(made.index(True))]


def test_many_threads_on_many_numbers_leave_no_gap(store: Store, table: Table, device_id: int) -> None:
    def enter(thread: int) -> None:
        for number in range(20):
            while True:
                try:
                    seq = store.last_seq(table.id) + 1
                    store.append(table.id, seq=seq, op=f"{thread}/{number}", device_id=device_id, body="{}")
                    break
                except SeqTaken:
                    continue

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(enter, range(4)))
    events = store.events(table.id)
    assert [event.seq for event in events] == list(range(1, 81))
    assert len({event.op for event in events}) == 80


def test_what_is_read_belongs_to_the_reader(store: Store, table: Table) -> None:
    mine = store.table(table.id)
    assert mine is not None
    mine.players.append("Dan")
    mine.game = "chess"
    again = store.table(table.id)
    assert again is not None
    assert (again.game, again.players) == ("sixes-and-sevens", ["Ann", "Ben", "Cat"])


def test_the_next_game_has_the_same_people_and_its_own_codes(store: Store, device_id: int) -> None:
    old = _open(store, device_id, host_seat=0, book="open", first_dealer=0)
    guest = store.add_device("guest").id
    store.admit(old.id, guest, role="player", seat=2)
    store.append(old.id, seq=1, op="a", device_id=guest, body="{}")
    new = store.create_successor(old.id, first_dealer=1)
    assert new is not None
    assert (new.players, new.options, new.book, new.first_dealer) == (old.players, old.options, "open", 1)
    assert [(grant.device_id, grant.role, grant.seat) for grant in store.grants(new.id)] == [
        (device_id, "host", 0),
        (guest, "player", 2),
    ]
    assert store.events(new.id) == []
    assert {code.code for code in store.invites(new.id).values()}.isdisjoint(
        code.code for code in store.invites(old.id).values()
    )


def test_who_has_left_opens_no_next_game(store: Store, device_id: int, table: Table) -> None:
    guest = store.add_device("guest").id
    store.admit(table.id, guest, role="player", seat=2)
    store.end_grant(table.id, guest)
    assert store.create_successor(table.id, first_dealer=1, device_id=guest) is None
    assert store.create_successor(table.id, first_dealer=1, device_id=device_id) is not None
    assert store.create_successor(table.id, first_dealer=1, device_id=guest) is None


def test_the_next_game_is_opened_once(store: Store, table: Table) -> None:
    new = store.create_successor(table.id, first_dealer=1)
    again = store.create_successor(table.id, first_dealer=2)
    old = store.table(table.id)
    assert new is not None
    assert again is not None
    assert old is not None
    assert new.id == again.id == old.successor_id != old.id
