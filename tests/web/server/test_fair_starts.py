"""Whose request is begun next."""

from collections.abc import Iterator
from types import SimpleNamespace

import gevent
import pytest
from gevent.event import Event
from gevent.pywsgi import WSGIHandler

from tests.running import PATIENCE
from webapp.server.fair_starts import FairStarts
from webapp.server.handler import Handler


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


def test_a_request_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The handler asks for a turn in the name of the network before the application is asked."""
    asked: list[str] = []
    monkeypatch.setattr(WSGIHandler, "run_application", lambda handler: asked.append("the application"))
    handler = Handler.__new__(Handler)
    starts = SimpleNamespace(wait=asked.append)
    handler.server = SimpleNamespace(fair_starts=starts, network=lambda environ: environ["REMOTE_ADDR"])
    handler.environ = {"REMOTE_ADDR": "192.0.2.7"}
    monkeypatch.setattr(handler, "_expect_rest", lambda: None)
    handler.run_application()
    assert asked == ["192.0.2.7", "the application"]
