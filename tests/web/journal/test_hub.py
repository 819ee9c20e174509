"""Waiting for news: none is lost, and many are one."""

import tracemalloc
from threading import Thread

from tests.running import PATIENCE
from webapp.http.durations import READS_ON
from webapp.journal.hub import Hub

SOON = 0.01


def test_nothing_new_is_no_news() -> None:
    with Hub().watch(1, 1) as watch:
        assert not watch.wait(SOON)


def test_news_between_the_first_look_and_the_wait_is_not_lost() -> None:
    hub = Hub()
    with hub.watch(1, 1) as watch:
        hub.publish(1)
        assert watch.wait(0)


def test_any_number_of_changes_is_one_piece_of_news() -> None:
    hub = Hub()
    with hub.watch(1, 1) as watch:
        for _ in range(1000):
            hub.publish(1)
        assert watch.wait(0)
        assert not watch.wait(SOON)


def test_a_slow_phone_costs_no_memory() -> None:
    hub = Hub()
    with hub.watch(1, 1):
        hub.publish(1)
        tracemalloc.start()
        for _ in range(10_000):
            hub.publish(1)
        grown, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert grown < 10_000


def test_only_the_tables_own_watches_wake() -> None:
    hub = Hub()
    with hub.watch(1, 1) as here, hub.watch(2, 1) as there:
        hub.publish(1)
        assert here.wait(0)
        assert not there.wait(0)


def test_every_watch_sees_the_newest_state() -> None:
    """The writer changes the state, then publishes; each reader waits, then looks: it must end at the last state."""
    hub, last, state = Hub(), 2000, [0]
    seen: dict[int, int] = {}

    def read(reader: int) -> None:
        with hub.watch(1, reader) as watch:
            while (now := state[0]) < last:
                seen[reader] = now
                assert watch.wait(PATIENCE)
            seen[reader] = now

    readers = [Thread(target=read, args=(number,)) for number in range(4)]
    for reader in readers:
        reader.start()
    for number in range(1, last + 1):
        state[0] = number
        hub.publish(1)
    for reader in readers:
        reader.join(20)
    assert seen == dict.fromkeys(range(4), last)


def test_who_is_present_is_counted_by_device() -> None:
    hub = Hub()
    with hub.watch(1, 7), hub.watch(1, 7), hub.watch(1, 8), hub.watch(1, None), hub.watch(2, 9):
        assert hub.present(1) == {7: 2, 8: 1}
    assert hub.present(1) == {}
    assert hub.watched() == []


def test_whoever_reads_another_page_of_the_table_is_present_for_a_while() -> None:
    now = [1000.0]
    hub = Hub(clock=lambda: now[0])
    hub.reads(1, 7)
    with hub.watch(1, 8) as table, hub.watch(2, 9) as other:
        hub.reads(1, 8)
        assert hub.present(1) == {7: 1, 8: 1}
        assert not table.wait(0), "who has the table open was counted before"
        assert hub.here() == {1: {7: 1, 8: 1}, 2: {9: 1}}, "other processes hear of it"
        now[0] += READS_ON
        hub.forget_readers()
        assert (table.wait(0), other.wait(0)) == (True, False)
        assert (hub.devices(1), hub.devices(2)) == (1, 1)
    hub.reads(1, 8)
    with hub.watch(1, 8):
        assert hub.devices(1) == 1
    assert hub.present(1) == {}, "back at the table it reads no more"


def test_the_table_hears_at_once_of_one_that_reads_another_page_of_it() -> None:
    hub = Hub()
    with hub.watch(1, 7) as table, hub.watch(2, 9) as other:
        hub.reads(1, 8)
        assert (hub.devices(1), table.wait(0), other.wait(0)) == (2, True, False)
        hub.reads(1, 8)
        assert not table.wait(0), "it was counted before"


def test_a_watch_that_ends_by_an_error_is_gone() -> None:
    hub = Hub()
    try:
        with hub.watch(1, 7):
            raise OSError
    except OSError:
        pass
    assert hub.present(1) == {}
    hub.publish(1)
