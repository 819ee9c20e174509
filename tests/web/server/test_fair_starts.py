"""Whose request is begun next."""

from collections.abc import Iterator
from functools import partial
from io import BytesIO
from types import SimpleNamespace

import gevent
import pytest
from flask import Flask
from gevent.event import Event
from gevent.pywsgi import Input, WSGIHandler

from tests.running import PATIENCE
from tests.web.server.connected import Socket, handler_of
from webapp.http.durations import START_PAUSE
from webapp.http.steps import END_KEY, TURN_KEY, in_turns
from webapp.server.connections import FairStarts
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


def test_within_a_network_each_device_has_its_turn() -> None:
    starts, begun = FairStarts(), []

    def ask(device: str, number: int) -> None:
        starts.wait("hall", device)
        begun.append((device, number))

    asked = [*(("loads", number) for number in range(150)), ("plays", 0), ("plays", 1)]
    gevent.joinall([gevent.spawn(ask, *each) for each in asked], raise_error=True)
    assert begun[:4] == [("loads", 0), ("plays", 0), ("loads", 1), ("plays", 1)]
    assert begun[4:] == [("loads", number) for number in range(2, 150)]


def test_between_two_steps_of_long_work_others_are_answered(app: Flask) -> None:
    starts, done = FairStarts(), []

    def work(device: str, steps: int) -> None:
        turn = partial(starts.wait, "hall", device)
        with app.test_request_context(environ_overrides={TURN_KEY: turn}):
            turn()
            done.extend((device, *step) for step in in_turns(range(steps), 1))

    gevent.joinall([gevent.spawn(work, *each) for each in (("loads", 4), ("loads", 4), ("plays", 1))], raise_error=True)
    assert done.index(("plays", 0)) == 1
    assert len(done) == 9


def test_streams_that_end_together_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each tidies up in a turn of its own, and whosever they are they all stand in one line."""
    starts, done, ended = FairStarts(), [], Event()

    def stream(handler: Handler) -> None:
        ended.wait()
        handler.environ[END_KEY]()
        done.append("an end")

    def ask() -> None:
        ended.wait()
        starts.wait("198.51.100.1", "plays")
        done.append("a page")

    monkeypatch.setattr(WSGIHandler, "run_application", stream)
    open_streams = [gevent.spawn(_handler(starts, f"192.0.2.{number}").run_application) for number in range(200)]
    gevent.sleep(0)
    for _turn in range(2 * len(open_streams)):
        gevent.sleep(START_PAUSE)
    pages = [gevent.spawn(ask) for _ in range(3)]
    gevent.sleep(0)
    ended.set()
    gevent.joinall([*open_streams, *pages], raise_error=True)
    assert done[:6] == ["an end", "a page"] * 3
    assert done[6:] == ["an end"] * 197


def _handler(starts: object, address: str) -> Handler:
    handler = handler_of(Socket(), fair_starts=starts, network=lambda environ: environ["REMOTE_ADDR"])
    handler.environ = {"REMOTE_ADDR": address, "PATH_INFO": "/", "HTTP_COOKIE": "sixfold_device=ours"}
    handler.wsgi_input = Input(BytesIO(), 0)
    return handler


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
    """The handler asks for a turn in the name of the network and the device before the application is asked."""
    asked: list[str] = []
    monkeypatch.setattr(WSGIHandler, "run_application", lambda handler: asked.append("the application"))
    starts = SimpleNamespace(wait=lambda network, device: asked.append(f"{network} {device}"))
    _handler(starts, "192.0.2.7").run_application()
    assert asked == ["192.0.2.7 ours", "the application"]
