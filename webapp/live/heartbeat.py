"""What a process does by the clock: look whether grants have ended unheard, tell who is here, let the streams beat."""

import logging
import secrets
from collections import Counter
from contextlib import suppress
from threading import Event, Thread

from webapp.http import sse
from webapp.http.rate_limits import CLOCK_PERIOD, TURNS_A_HEARTBEAT
from webapp.live.broadcast import Broadcasts
from webapp.services import Services
from webapp.store import Store, StoreError
from webapp.table.hub import Hub
from webapp.table.play import Play

log = logging.getLogger(__name__)


class Heartbeat:
    """The clock of one process, to be started after the fork."""

    def __init__(self, store: Store, hub: Hub, play: Play, broadcasts: Broadcasts) -> None:
        self._store, self._hub, self._play, self._broadcasts = store, hub, play, broadcasts
        self._worker = secrets.token_hex(8)
        self._told: dict[int, Counter[int]] = {}
        self._marks: dict[int, tuple[int, int]] = {}
        self._ended = Event()
        self._thread = Thread(target=self._run, name="pulse", daemon=True)

    def start(self) -> None:
        """Begins, in a thread of its own (a greenlet, where gevent has patched)."""
        self._thread.start()

    def stop(self) -> None:
        """Ends, and takes back what this process has said of its phones."""
        self._ended.set()
        if self._store.is_shared:
            with suppress(StoreError):  # without a word it counts as gone a little later
                self._store.publish_presence(self._worker, {})

    def turn(self, number: int) -> None:
        """Does what is due at this turn of the clock."""
        beat = number % TURNS_A_HEARTBEAT == 0
        if beat:
            self._broadcasts.say(sse.HEARTBEAT)
        self._look_at_grants()
        if self._store.is_shared:
            self._exchange(beat)

    def _run(self) -> None:
        number = 0
        while not self._ended.wait(CLOCK_PERIOD):
            number += 1
            try:
                self.turn(number)
            except StoreError as problem:
                log.warning("The database does not answer: %s", problem)
            except Exception:  # the next turn is due all the same
                log.exception("A turn of the clock went wrong.")

    def _look_at_grants(self) -> None:
        """Whoever changed a grant has said so; this catches what was not heard, as from a command on the server."""
        watched = self._hub.watched()
        found = self._store.grant_versions(watched) if watched else {}
        marks = {table_id: found.get(table_id, (0, 0)) for table_id in watched}
        for table_id, mark in marks.items():
            if self._marks.get(table_id) != mark:
                grants = self._play.at(table_id).people.grants
                if (len(grants), max((grant.id for grant in grants), default=0)) != mark:
                    self._play.refresh(table_id)
        self._marks = marks

    def _exchange(self, again: bool) -> None:
        here = self._hub.here()
        if here != self._told:
            self._store.publish_presence(self._worker, here)
            self._told = here
        elif again:
            self._store.renew_presence(self._worker)
        self._hub.told(self._store.presence_elsewhere(self._worker))


def register(services: Services) -> None:
    """Adds the clock of this process; the broadcasts are there already."""
    services.add(Heartbeat(services.store, services.hub, services.play, services.part(Broadcasts)))
