"""Whose request is begun next."""

from collections.abc import Iterator

import gevent
import pytest
from gevent.event import Event

from tests.running import PATIENCE
from webapp.server.fair_starts import FairStarts


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    with gevent.Timeout(PATIENCE):
        yield


def test_each_network_has_its_turn() -> None:
    starts, begun = FairStarts(), []

    def ask(network: str, number: int) -> None:
        starts.wait(network)
        begun.append((network, number))

    asked = [("many", 1), ("many", 2), ("many", 3), ("few", 1), ("many", 4), ("few", 2), ("one", 1)]
    gevent.joinall([gevent.spawn(ask, *each) for each in asked], raise_error=True)
    assert begun == [("many", 1), ("few", 1), ("one", 1), ("many", 2), ("few", 2), ("many", 3), ("many", 4)]


def test_who_has_begun_keeps_nobody_waiting() -> None:
    starts, never, begun = FairStarts(), Event(), []

    def ask() -> None:
        starts.wait("here")
        begun.append(True)
        never.wait()

    several = [gevent.spawn(ask) for _ in range(3)]
    while len(begun) < 3:
        gevent.sleep(0)
    gevent.killall(several)


def test_who_is_gone_meanwhile_keeps_nobody_waiting() -> None:
    starts = FairStarts()
    first, gone, last = (gevent.spawn(starts.wait, "here") for _ in range(3))
    gevent.sleep(0)
    gone.kill()
    gevent.joinall([first, last], raise_error=True)
    gevent.spawn(starts.wait, "here").join()
