"""Periodic work of a process: checks grants, exchanges presence with other processes, sends heartbeats to streams."""

import logging
import secrets
from collections import Counter
from contextlib import suppress
from threading import Event, Thread

from webapp.http import sse
from webapp.http.rate_limits import TICK_PERIOD, TICKS_A_HEARTBEAT
from webapp.journal.hub import Hub
from webapp.live.broadcast import Broadcasts
from webapp.services import Services
from webapp.store import Store, StoreError
from webapp.table.play import Play

log = logging.getLogger(__name__)


class Heartbeat:
    """Timer of one process, to be started after the fork."""

    def __init__(self, store: Store, hub: Hub, play: Play, broadcasts: Broadcasts) -> None:
        self._store, self._hub, self._play, self._broadcasts = store, hub, play, broadcasts
        self._worker = secrets.token_hex(8)
        self._published: dict[int, Counter[int]] = {}
        self._versions: dict[int, tuple[int, int]] = {}
        self._ended = Event()
        self._thread = Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Starts a thread (a greenlet, where gevent has patched)."""
        self._thread.start()

    def stop(self) -> None:
        """Stops, and withdraws the presence that this process has published."""
        self._ended.set()
        if self._store.is_shared:
            with suppress(StoreError):  # unpublished it counts as gone a little later
                self._store.publish_presence(self._worker, {})

    def tick(self, number: int) -> None:
        beat = number % TICKS_A_HEARTBEAT == 0
        if beat:
            self._broadcasts.send_now(sse.HEARTBEAT)
        self._check_grants()
        self._hub.forget_readers()
        self._hub.tell_of_absent()
        if self._store.is_shared:
            self._exchange_presence(beat)
            if self._store.outage.lasts:
                self._store.write_probe()
                self._store.outage.end()

    def _run(self) -> None:
        number = 0
        while not self._ended.wait(TICK_PERIOD):
            number += 1
            try:
                self.tick(number)
            except StoreError as problem:
                self._store.outage.note(problem)
            except Exception:  # the next tick is due all the same
                log.exception("A periodic check failed.")

    def _check_grants(self) -> None:
        watched = self._hub.watched()
        found = self._store.grant_versions(watched) if watched else {}
        versions = {table_id: found.get(table_id, (0, 0)) for table_id in watched}
        for table_id, version in versions.items():
            if self._versions.get(table_id) != version:
                grants = self._play.at(table_id).people.grants
                if (len(grants), max((grant.id for grant in grants), default=0)) != version:
                    self._play.refresh(table_id)
        self._versions = versions

    def _exchange_presence(self, renew: bool) -> None:
        here = self._hub.here()
        if here != self._published:
            self._store.publish_presence(self._worker, here)
            self._published = here
        elif renew:
            self._store.renew_presence(self._worker)
        self._hub.set_elsewhere(self._store.presence_elsewhere(self._worker))


def register(services: Services) -> None:
    """Adds the timer of this process; the broadcasts are added before."""
    services.add(Heartbeat(services.store, services.hub, services.play, services.part(Broadcasts)))
