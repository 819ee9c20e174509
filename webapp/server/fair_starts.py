"""The order in which a process begins to answer requests: each network in turn, within a network who came first.

A request is worked on until it waits for something; nobody else has a turn meanwhile. So whoever asks over a hundred
connections at once would keep everybody waiting a hundred times as long, were they answered as they come.
"""

from collections import OrderedDict, deque

import gevent
from gevent.event import Event

from webapp.http.rate_limits import START_PAUSE


class FairStarts:
    """Requests that wait for their turn, by network."""

    def __init__(self) -> None:
        self._networks: OrderedDict[str, deque[Event]] = OrderedDict()
        self._begins: gevent.Greenlet | None = None

    def wait(self, network: str) -> None:
        """Waits until a request of this network may begin. What it does then holds no turn: it may take long."""
        turn = Event()
        self._networks.setdefault(network, deque()).append(turn)
        if self._begins is None:
            self._begins = gevent.spawn(self._begin_all)
        turn.wait()

    def _begin_all(self) -> None:
        while self._networks:
            network, turns = self._networks.popitem(last=False)
            turns.popleft().set()
            if turns:
                self._networks[network] = turns
            gevent.sleep(START_PAUSE)  # it begins now, and what has come meanwhile takes its place in the line
        self._begins = None
