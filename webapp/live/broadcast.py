"""Broadcast of a table to the sockets that have it open, rendered once for each kind of viewer."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import gevent

from webapp.http import answers
from webapp.http.answers import Message, state_event
from webapp.http.durations import ARRIVALS_GATHERED
from webapp.http.limits import SOCKETS_A_TURN
from webapp.journal.hub import Hub
from webapp.live.blocks import Blocks, Rendition, ToldBlocks, seated_names, shared_by
from webapp.live.blocks import viewers_by_device as viewers_by
from webapp.live.socket_writer import SocketWriter, send_now_to_all, send_to_all
from webapp.services import Services
from webapp.store.engines import Outage, StoreError
from webapp.store.models import Grant
from webapp.table.keeper import TableKeeper
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


class StreamState(NamedTuple):
    """`told`: the blocks that the device knows, also from before this stream. `sent`: its newest message."""

    told: ToldBlocks | None = None
    sent: Message | None = None

    def after(self, content: Message | Blocks, *, unheard: bool = False) -> "StreamState":
        """Returns the state after the table as it is now was sent: itself where the device has it already.

        `unheard`: a message may still wait, and the new one will be sent in its place, so that tells everything.
        """
        if not isinstance(content, Blocks):
            return self if self.sent is content else StreamState(self.told, content)
        told = content.after(None if unheard else self.told)
        if self.sent is not None and (not told.is_news or self.sent is told.message):
            return self
        return StreamState(told, told.message)


class NewestText:
    """Keeps the message of a text that is always sent whole, until the text changes."""

    __slots__ = ("_message", "_text")

    def __init__(self) -> None:
        self._text: str | None = None
        self._message: Message | None = None

    def message(self, seq: int, text: str) -> Message:
        if self._message is None or text != self._text:
            self._text, self._message = text, state_event(seq, text)
        return self._message


Key = tuple[tuple[str, int | None], Rendition]
log = logging.getLogger(__name__)


class Subscriber:
    """Stream of a device that has a table open: its rendition, its socket, and the blocks that it knows."""

    __slots__ = ("device_id", "rendition", "state", "writer")

    def __init__(
        self, device_id: int | None, rendition: Rendition, writer: SocketWriter, told: ToldBlocks | None = None
    ) -> None:
        """`told`: the blocks that the device knows from before."""
        self.device_id, self.rendition, self.writer = device_id, rendition, writer
        self.state = StreamState(told)


class Broadcast:
    """The streams of one table at this process."""

    def __init__(self, table_id: int, hub: Hub, tables: TableKeeper, outage: Outage) -> None:
        self.table_id, self._hub, self._tables, self._outage = table_id, hub, tables, outage
        self.subscribers: set[Subscriber] = set()
        # Open from the beginning, so that no change is missed between a subscriber's first message and this watch.
        self._watch = hub.watch(table_id, None).__enter__()
        self._renditions: dict[tuple[object, ...], Rendition] = {}
        self._texts: dict[Key, NewestText] = {}
        self._grants: tuple[Grant, ...] = ()
        self._viewers: dict[int | None, Viewer] = {}
        self._groups: dict[Key, tuple[Viewer, list[Subscriber]]] | None = None
        self._seated: frozenset[str] | None = None
        self._publishing: gevent.Greenlet | None = None

    def subscribe(self, subscriber: Subscriber) -> None:
        """Adds a subscriber; the others are told soon that a device has come."""
        subscriber.rendition = self._renditions.setdefault(subscriber.rendition.key, subscriber.rendition)
        self.subscribers.add(subscriber)
        self._groups = None
        self._hub.connect(self.table_id, subscriber.device_id)
        self._publish_later()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        subscriber.writer.close()
        self.subscribers.discard(subscriber)
        self._groups = None
        self._hub.disconnect(self.table_id, subscriber.device_id)
        self._publish_later()
        if not self.subscribers:
            self._watch.wake()

    def first_message(self, subscriber: Subscriber) -> Message:
        """Returns the first message of a subscriber: the whole table."""
        now = self._tables.at(self.table_id)
        viewer = self._viewers_of(now).get(subscriber.device_id)
        if viewer is None:
            subscriber.writer.end(answers.GONE)
            return answers.CONNECTED
        subscriber.state = subscriber.state.after(self._content(now, viewer, subscriber.rendition))
        return subscriber.state.sent or answers.CONNECTED

    def send_now(self, message: Message) -> None:
        """Sends a message to every subscriber that is not behind."""
        _send_now(self.subscribers, message)

    def run(self) -> None:
        """Sends every change to every subscriber, until the last one has gone."""
        while self.subscribers:
            self._watch.wait()
            try:
                self._send_changes()
            except StoreError as fault:
                self._outage.note(fault)
                self._end_all()
            except Exception:
                log.exception("Table %d could not be sent to the devices that have it open.", self.table_id)
                self._end_all()
        self._watch.close()

    def _end_all(self) -> None:
        for subscriber in tuple(self.subscribers):
            subscriber.writer.end(answers.CONNECTED)

    def _send_changes(self) -> None:
        now = self._tables.at(self.table_id)
        added, groups = self._newly_seated(now), self._grouped(now)
        for (_kind, rendition), (viewer, group) in groups.items():
            if added and rendition.announces_arrivals:
                _send_now(group, rendition.arrival_toast(added))
            content = self._content(now, viewer, rendition)
            for (state, is_ready), alike in _by_state(group).items():
                after = state.after(content, unheard=not is_ready)
                if after is not state:
                    assert after.sent is not None
                    for some in _in_turns(alike):
                        for subscriber in some:
                            subscriber.state = after
                        send_to_all([subscriber.writer for subscriber in some], after.sent)
        self._texts = {key: text for key, text in self._texts.items() if key in groups}

    def _grouped(self, now: Snapshot) -> dict[Key, tuple[Viewer, list[Subscriber]]]:
        """Returns the subscribers by what they see. Those that lost the right to see the table get the last event."""
        viewers = self._viewers_of(now)
        if self._groups is None:
            self._groups = {}
            for subscriber in tuple(self.subscribers):
                if (viewer := viewers.get(subscriber.device_id)) is None:
                    subscriber.writer.end(answers.GONE)
                else:
                    self._groups.setdefault((shared_by(viewer), subscriber.rendition), (viewer, []))[1].append(
                        subscriber
                    )
        return self._groups

    def _viewers_of(self, now: Snapshot) -> dict[int | None, Viewer]:
        if self._grants is not now.people.grants:
            self._grants, self._viewers, self._groups = now.people.grants, viewers_by(now.people.grants), None
        return self._viewers

    def _content(self, now: Snapshot, viewer: Viewer, rendition: Rendition) -> Message | Blocks:
        """Returns the table for these viewers; what is sent whole as the same message where it is the same."""
        content = rendition.of_table(now, viewer)
        if isinstance(content, Blocks):
            return content
        return self._texts.setdefault((shared_by(viewer), rendition), NewestText()).message(now.fold.seq, content)

    def _newly_seated(self, now: Snapshot) -> frozenset[str]:
        before, self._seated = self._seated, seated_names(now)
        return frozenset() if before is None else self._seated - before

    def _publish_later(self) -> None:
        if self._publishing is None:
            self._publishing = gevent.spawn_later(ARRIVALS_GATHERED, self._publish)

    def _publish(self) -> None:
        self._publishing = None
        self._hub.publish(self.table_id)


class Broadcasts:
    """The broadcasts of one process: one a table, as long as it has subscribers."""

    def __init__(self, hub: Hub, tables: TableKeeper, outage: Outage) -> None:
        self._hub, self._tables, self._outage = hub, tables, outage
        self._running: dict[int, Broadcast] = {}

    def subscribe(self, table_id: int, subscriber: Subscriber) -> Broadcast:
        """Adds a subscriber, and starts the broadcast if it is the first of this table."""
        broadcast = self._running.get(table_id)
        if broadcast is None:
            broadcast = self._running[table_id] = Broadcast(table_id, self._hub, self._tables, self._outage)
            gevent.spawn(self._run, broadcast)
        broadcast.subscribe(subscriber)
        return broadcast

    def send_now(self, message: Message) -> None:
        """Sends a message to every subscriber of every table that is not behind."""
        for broadcast in tuple(self._running.values()):
            broadcast.send_now(message)

    def __len__(self) -> int:
        return sum(len(broadcast.subscribers) for broadcast in self._running.values())

    def _run(self, broadcast: Broadcast) -> None:
        broadcast.run()
        del self._running[broadcast.table_id]


def _by_state(subscribers: Iterable[Subscriber]) -> Mapping[tuple[StreamState, bool], list[Subscriber]]:
    """Groups the subscribers that know the same; those with a pending message are in groups of their own."""
    found: defaultdict[tuple[StreamState, bool], list[Subscriber]] = defaultdict(list)
    for subscriber in subscribers:
        found[subscriber.state, subscriber.writer.is_ready].append(subscriber)
    return found


def _send_now(subscribers: Iterable[Subscriber], message: Message) -> None:
    for some in _in_turns(subscribers):
        send_now_to_all([subscriber.writer for subscriber in some], message)


def _in_turns(subscribers: Iterable[Subscriber]) -> Iterator[Sequence[Subscriber]]:
    everybody = tuple(subscribers)
    for first in range(0, len(everybody), SOCKETS_A_TURN):
        if first:
            gevent.sleep()
        yield everybody[first : first + SOCKETS_A_TURN]


def register(services: Services) -> None:
    services.add(Broadcasts(services.hub, services.tables, services.store.outage))
