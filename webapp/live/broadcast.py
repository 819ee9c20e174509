"""A table's picture to all phones that have it open: drawn once for each kind of viewer, and written to each socket.

A greenlet a table draws and writes; the phones' own greenlets only wait until the phone hangs up.
"""

import logging
from collections.abc import Iterable, Iterator

import gevent

from webapp.http import sse
from webapp.http.limits import PHONES_A_TURN
from webapp.http.rate_limits import ARRIVALS_GATHERED
from webapp.http.sse import Message
from webapp.live.rendition import Look, sitting
from webapp.live.rendition import viewers as viewers_by
from webapp.live.socket_writer import Wire
from webapp.services import Services
from webapp.store.models import Grant
from webapp.table.hub import Hub
from webapp.table.play import Play
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

Key = tuple[str, Look]
log = logging.getLogger(__name__)


class Phone:
    """A phone that has a table open: which device it is, as what it looks, and what it was sent last."""

    __slots__ = ("device_id", "look", "shown", "wire")

    def __init__(self, device_id: int | None, look: Look, wire: Wire) -> None:
        self.device_id, self.look, self.wire = device_id, look, wire
        self.shown: Message | None = None


class Broadcast:
    """The phones that have one table open at this process."""

    def __init__(self, table_id: int, hub: Hub, play: Play) -> None:
        self.table_id, self._hub, self._play = table_id, hub, play
        self.phones: set[Phone] = set()
        # Open from the beginning, so that nothing falls between a phone's first look and this one's.
        self._watch = hub.watch(table_id, None).__enter__()
        self._looks: dict[tuple[object, ...], Look] = {}
        self._drawn: dict[Key, tuple[str, Message]] = {}
        self._grants: tuple[Grant, ...] = ()
        self._viewers: dict[int | None, Viewer] = {}
        self._groups: dict[Key, tuple[Viewer, list[Phone]]] | None = None
        self._sitting: frozenset[str] | None = None
        self._soon: gevent.Greenlet | None = None

    def join(self, phone: Phone) -> None:
        """Takes a phone in; the others see soon that somebody has come."""
        phone.look = self._looks.setdefault(phone.look.key, phone.look)
        self.phones.add(phone)
        self._groups = None
        self._hub.arrive(self.table_id, phone.device_id)
        self._publish_soon()

    def leave(self, phone: Phone) -> None:
        """Lets a phone go."""
        phone.wire.close()
        self.phones.discard(phone)
        self._groups = None
        self._hub.depart(self.table_id, phone.device_id)
        self._publish_soon()
        if not self.phones:
            self._watch.wake()

    def first(self, phone: Phone) -> Message:
        """Returns what this phone is sent first: the whole table."""
        now = self._play.at(self.table_id)
        viewer = self._viewers_of(now).get(phone.device_id)
        if viewer is None:
            phone.wire.end(sse.GONE)
            return sse.CONNECTED
        phone.shown = self._draw(now, viewer, phone.look)
        return phone.shown

    def say(self, message: Message) -> None:
        """Sends every phone what is of the moment."""
        for phone in _in_turns(self.phones):
            phone.wire.say(message)

    def run(self) -> None:
        """Shows every change to every phone, until the last one has gone."""
        while self.phones:
            self._watch.wait()
            try:
                self._look()
            except Exception:
                log.exception("Table %d could not be shown to the phones that have it open.", self.table_id)
                # They come back by themselves, and each is told at its own request what is wrong.
                for phone in tuple(self.phones):
                    phone.wire.end(sse.CONNECTED)
        self._watch.close()

    def _look(self) -> None:
        now = self._play.at(self.table_id)
        come, groups = self._come(now), self._grouped(now)
        for (_kind, look), (viewer, phones) in groups.items():
            if come and look.greets:
                self._greet(phones, look.greeting(come))
            message = self._draw(now, viewer, look)
            for phone in _in_turns(phones):
                if phone.shown is not message:
                    phone.shown = message
                    phone.wire.send(message)
        self._drawn = {key: kept for key, kept in self._drawn.items() if key in groups}

    def _greet(self, phones: list[Phone], greeting: Message) -> None:
        for phone in _in_turns(phones):
            phone.wire.say(greeting)

    def _grouped(self, now: Snapshot) -> dict[Key, tuple[Viewer, list[Phone]]]:
        """The phones by what they see, as of now. Who may look no more is told so."""
        viewers = self._viewers_of(now)
        if self._groups is None:
            self._groups = {}
            for phone in tuple(self.phones):
                if (viewer := viewers.get(phone.device_id)) is None:
                    phone.wire.end(sse.GONE)
                else:
                    self._groups.setdefault((viewer.kind, phone.look), (viewer, []))[1].append(phone)
        return self._groups

    def _viewers_of(self, now: Snapshot) -> dict[int | None, Viewer]:
        if self._grants is not now.people.grants:
            self._grants, self._viewers, self._groups = now.people.grants, viewers_by(now.people.grants), None
        return self._viewers

    def _draw(self, now: Snapshot, viewer: Viewer, look: Look) -> Message:
        """What looks as before is the message from before: nobody gets it twice."""
        content = look.draw(now, viewer)
        kept = self._drawn.get((viewer.kind, look))
        if kept is not None and kept[0] == content:
            return kept[1]
        message = sse.state_event(now.fold.seq, content)
        self._drawn[viewer.kind, look] = (content, message)
        return message

    def _come(self, now: Snapshot) -> frozenset[str]:
        """Who has sat down since the last look."""
        before, self._sitting = self._sitting, sitting(now)
        return frozenset() if before is None else self._sitting - before

    def _publish_soon(self) -> None:
        if self._soon is None:
            self._soon = gevent.spawn_later(ARRIVALS_GATHERED, self._publish)

    def _publish(self) -> None:
        self._soon = None
        self._hub.publish(self.table_id)


class Broadcasts:
    """The broadcasts of one process: one a table, as long as a phone has it open."""

    def __init__(self, hub: Hub, play: Play) -> None:
        self._hub, self._play = hub, play
        self._running: dict[int, Broadcast] = {}

    def join(self, table_id: int, phone: Phone) -> Broadcast:
        """Takes a phone in, and begins the broadcast if it is the first at this table."""
        broadcast = self._running.get(table_id)
        if broadcast is None:
            broadcast = self._running[table_id] = Broadcast(table_id, self._hub, self._play)
            gevent.spawn(self._run, broadcast)
        broadcast.join(phone)
        return broadcast

    def say(self, message: Message) -> None:
        """Sends every phone at every table what is of the moment."""
        for broadcast in tuple(self._running.values()):
            broadcast.say(message)

    def __len__(self) -> int:
        """Counts the phones."""
        return sum(len(broadcast.phones) for broadcast in self._running.values())

    def _run(self, broadcast: Broadcast) -> None:
        broadcast.run()
        del self._running[broadcast.table_id]


def _in_turns(phones: Iterable[Phone]) -> Iterator[Phone]:
    for number, phone in enumerate(tuple(phones), 1):
        yield phone
        if not number % PHONES_A_TURN:
            gevent.sleep()


def register(services: Services) -> None:
    """Adds the broadcasts of this process."""
    services.add(Broadcasts(services.hub, services.play))
