"""The order in which a process begins to answer requests: each network in turn, within a network each device.

A request is worked on until it waits for something; nobody else has a turn meanwhile. So a device that asks over a
hundred connections at once would keep everybody waiting a hundred times as long, were they answered as they come. Long
work waits for a further turn after each of its steps.
"""

from collections import OrderedDict, deque

import gevent
from gevent.event import Event

from webapp.http.rate_limits import START_PAUSE

ENDED = "ended"
"""The line of streams that have ended, as that of a network: a thousand may end at once."""


class FairStarts:
    """Requests that wait for their turn, by network and device."""

    def __init__(self) -> None:
        self._networks: OrderedDict[str, OrderedDict[str, deque[Event]]] = OrderedDict()
        self._begins: gevent.Greenlet | None = None

    def wait(self, network: str, device: str = "") -> None:
        """Waits until a request of this device at this network has its turn. It holds none: it may take long."""
        turn = Event()
        self._networks.setdefault(network, OrderedDict()).setdefault(device, deque()).append(turn)
        if self._begins is None:
            self._begins = gevent.spawn(self._begin_all)
        turn.wait()

    def _begin_all(self) -> None:
        while self._networks:
            network, devices = self._networks.popitem(last=False)
            device, turns = devices.popitem(last=False)
            turns.popleft().set()
            if turns:
                devices[device] = turns
            if devices:
                self._networks[network] = devices
            gevent.sleep(START_PAUSE)  # it begins now, and what has come meanwhile takes its place in the line
        self._begins = None
