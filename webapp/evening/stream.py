"""Live stream of a page of an evening: server-sent events, each with the whole live part of the page.

As long as what its template is given is equal for a viewer, nothing is drawn and nothing sent. Every page of an
evening that is live uses this, with the blocks of htmx that a table's page uses.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from flask import Flask, Response, current_app, render_template, request

from webapp.access.device import require
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningHub, EveningKeeper, EveningNow
from webapp.evening.summary import Tables, TableSummary
from webapp.evening.viewer import EveningViewer
from webapp.http import answers
from webapp.http.durations import EVENING_GATHERED, STREAM_HEARTBEAT
from webapp.journal.hub import Watch
from webapp.live.blocks import Rendition
from webapp.live.streams import HEADERS, refuse_too_many, until_outage
from webapp.services import Services, services

Shown = Mapping[str, Any]
"""All that a page is drawn from, by name."""
MOVING = frozenset({"op", "at", "waits", "seconds"})
"""Keys that differ in each rendering of an unchanged page: the key of its form, and times that its script counts on."""


def from_template(template: str) -> Callable[[Shown], str]:
    return lambda shown: render_template(template, **shown)


@dataclass(frozen=True)
class EveningPage:
    """The live part of a page: `shows` returns all that it is drawn from, `draw` draws it; `name` is its own.

    `says` returns what is told for a moment where it has changed from one to the other. `summed_up`: of tables it shows
    nothing but their summaries, so that an entry which changes none of these but in its length is no news. `may_see`:
    whose page it is; a stream ends with that right.
    """

    name: str
    shows: Callable[[EveningNow, Tables, EveningViewer], Shown]
    draw: Callable[[Shown], str]
    says: Callable[[Shown, Shown], str] = lambda before, after: ""
    summed_up: bool = False
    may_see: Callable[[EveningViewer], bool] = lambda viewer: viewer.may_see

    def differs(self, before: Shown | None, after: Shown) -> bool:
        """Tells whether a page that was drawn from one looks otherwise when it is drawn from the other."""
        return before is None or any(before.get(name) != it for name, it in after.items() if name not in MOVING)


class LookedAt(Mapping[int, TableSummary]):
    """Tables of an evening that remember which of them a page has looked at: a change of another one is none of it."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._seen = tables, dict[int, TableSummary | None]()

    def __getitem__(self, table_id: int) -> TableSummary:
        self._seen[table_id] = self._tables.get(table_id)
        return self._tables[table_id]

    def __iter__(self) -> Iterator[int]:
        """Iterates over the ids of all tables, and marks every table as a dependency."""
        self._seen.update(self._tables)
        return iter(self._tables)

    def __len__(self) -> int:
        self._seen.update(self._tables)
        return len(self._tables)

    def still_are(self, tables: Tables) -> bool:
        """Tells whether the tables that were looked at are the same objects now: a change makes a new summary."""
        return self._are_all(tables) and all(tables.get(table_id) is one for table_id, one in self._seen.items())

    def say_the_same(self, tables: Tables) -> bool:
        """Tells whether nothing but the lengths of the logs of the tables that were looked at is other now."""
        return self._are_all(tables) and all(
            _says_the_same(tables.get(table_id), one) for table_id, one in self._seen.items()
        )

    def _are_all(self, tables: Tables) -> bool:
        return len(self._seen) < len(self._tables) or len(tables) == len(self._tables)


def _says_the_same(one: TableSummary | None, before: TableSummary | None) -> bool:
    if one is before or one is None or before is None:
        return one is before
    return replace(one, seq=before.seq) == before


@dataclass(frozen=True)
class Inputs:
    """The inputs of a page, with the time by the process's clock: phases of a round change without a line."""

    now: EveningNow
    tables: LookedAt
    at: float

    def still_are(self, now: EveningNow, tables: Tables, *, summed_up: bool = False) -> bool:
        """Tells whether a page need not be looked at again."""
        fresh = time.monotonic() - self.at < STREAM_HEARTBEAT
        same = self.tables.say_the_same if summed_up else self.tables.still_are
        return fresh and self.now is now and same(tables)


def open_evening_stream(evening_id: int, viewer: EveningViewer, page: EveningPage) -> Response:
    """Returns the stream of a page for a device that is in the evening; 403 where it may not see the page.

    429 or 503 for too many.
    """
    require(page.may_see(viewer))
    hub = services().part(EveningHub)
    refuse_too_many(hub, viewer.device_id)
    app = cast("Flask", current_app._get_current_object())  # type: ignore[attr-defined]
    rendition = Rendition.of(
        app, request.environ, kind=page.name, render=lambda now, viewer: "", announces_arrivals=False
    )
    stream = _stream(services(), evening_id, viewer, page, rendition)
    return Response(until_outage(services().store, stream), mimetype="text/event-stream", headers=HEADERS)


def _stream(
    services: Services, evening_id: int, viewer: EveningViewer, page: EveningPage, rendition: Rendition
) -> Iterator[bytes]:
    with services.part(EveningHub).watch(evening_id, viewer.device_id) as watch:
        watch.wake()  # for the first message
        yield answers.CONNECTED.plain
        for message in _messages(services, watch, viewer, page, rendition):
            yield message.plain


def _messages(
    services: Services, watch: Watch, viewer: EveningViewer, page: EveningPage, rendition: Rendition
) -> Iterator[answers.Message]:
    """Yields a message at once and after each change of the page, until the device may not see it any more."""
    keeper, tables = services.part(EveningKeeper), services.part(EveningTables)
    shown: Shown | None = None
    made_from: Inputs | None = None
    while True:
        changed = watch.wait(STREAM_HEARTBEAT)
        now = keeper.at(watch.table_id)
        grant = now.grant_of(viewer.device_id)
        viewer = EveningViewer() if grant is None else EveningViewer.of(grant)
        if not page.may_see(viewer):
            yield answers.GONE
            return
        messages: list[answers.Message] = []
        here = tables.at(watch.table_id)
        if not changed or made_from is None or not made_from.still_are(now, here, summed_up=page.summed_up):
            made_from = Inputs(now, LookedAt(here), time.monotonic())
            with rendition.request():  # what is shown holds words
                newest = page.shows(now, made_from.tables, viewer)
                messages = list(_changes(page, shown, newest, now.state.seq))
            shown = newest
        yield from messages
        if messages:
            time.sleep(EVENING_GATHERED)  # what changes meanwhile is drawn once
        elif not changed:
            yield answers.HEARTBEAT


def _changes(page: EveningPage, shown: Shown | None, newest: Shown, seq: int) -> Iterator[answers.Message]:
    if page.differs(shown, newest):
        yield answers.state_event(seq, page.draw(newest))
    if shown is not None and (said := page.says(shown, newest)):
        yield answers.named_event("toast", said)
