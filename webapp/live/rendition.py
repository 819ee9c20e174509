"""Rendition of a table: a page in one language with what stands around it, or data for programs."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, g
from flask.ctx import RequestContext

from webapp.access import seating
from webapp.http.answers import Message, named_event, of_request
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.live.blocks import Blocks
from webapp.services import Services, services
from webapp.store.models import Grant
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.phrases import joined

Render = Callable[[Snapshot, Viewer], str | Blocks]
KEPT_OF_REQUEST = (
    "REQUEST_METHOD",
    "SCRIPT_NAME",
    "PATH_INFO",
    "SERVER_NAME",
    "SERVER_PORT",
    "HTTP_HOST",
    "wsgi.url_scheme",
)
"""Keys of the WSGI environment that pages are rendered from: the server's address, nothing of the client."""


@dataclass(frozen=True, eq=False)
class Rendition:
    """How streams show a table: those of the same kind of viewer that share a rendition show the same text."""

    app: Flask
    environ: dict[str, Any]
    language: str
    kind: str
    render: Render
    announces_arrivals: bool
    contexts: list[RequestContext] = field(default_factory=list)
    """Request environments that are free; they cache parts of the address, which are the same each time."""

    @classmethod
    def of(
        cls, app: Flask, environ: Mapping[str, Any], *, kind: str, render: Render, announces_arrivals: bool
    ) -> "Rendition":
        """Returns the rendition of the current request by `render`, which is always the same for this kind."""
        kept = {name: environ[name] for name in KEPT_OF_REQUEST if name in environ}
        return cls(app, kept, language(), kind, render, announces_arrivals)

    @property
    def key(self) -> tuple[object, ...]:
        """Returns what equal renditions have in common."""
        return (self.kind, self.language, *self.environ.values())

    @contextmanager
    def request(self) -> Iterator[None]:
        """A request context like the one of the stream, to render in."""
        context = self.contexts.pop() if self.contexts else self.app.request_context(dict(self.environ))
        with context:
            g.language = self.language
            yield
        self.contexts.append(context)

    def of_table(self, now: Snapshot, viewer: Viewer) -> str | Blocks:
        with self.request():
            return self.render(now, viewer)

    def arrival_note(self, names: Iterable[str]) -> Message:
        """Returns the event by which other devices show for a moment who has sat down."""
        with self.request():
            return named_event("toast", _("%(name)s has joined", name=joined(sorted(names))))


def seated_names(now: Snapshot) -> frozenset[str]:
    """Returns the names of the players whose devices hold a seat."""
    return frozenset(seating.names_by_device(now).values())


def shared_by(viewer: Viewer) -> tuple[str, int | None]:
    """Returns what viewers have in common who are shown the same: who takes part has read what that device has read."""
    return viewer.kind, viewer.device_id if viewer.takes_part else None


def viewers_by_device(grants: Iterable[Grant]) -> dict[int | None, Viewer]:
    return {grant.device_id: Viewer.of(grant) for grant in grants}


@dataclass(frozen=True)
class TableNote:
    """One line on the page of a table. `does` are keys by what they send and what stands on them, sent to `to`.

    `url` is where the line leads; `urgent`: before everything else that the table is told. `tone` as notes have it.
    """

    text: str
    url: str = ""
    to: str = ""
    does: tuple[tuple[str, str], ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    tone: str = "ok"
    icon: str = "clock"
    urgent: bool = False


@dataclass(frozen=True)
class Surroundings:
    """Notes for the page of a table, and where it goes on after the match: the address and what the key says."""

    notes: tuple[TableNote, ...] = ()
    onward: tuple[str, str] | None = None


NOTHING_AROUND = Surroundings()


class AroundTables:
    """Hook for what an evening tells on the pages of its tables; without one it is nothing."""

    def __init__(self) -> None:
        self.tell: Callable[[Snapshot, Viewer], Surroundings] = lambda now, viewer: NOTHING_AROUND


def around(now: Snapshot, viewer: Viewer) -> Surroundings:
    """Returns the notes of the evening for a table and viewer, in the language of this request.

    It is asked for three times a page, and worked out once.
    """
    if now.table.evening_id is None:
        return NOTHING_AROUND
    here = of_request()
    kept: tuple[Snapshot, Viewer, Surroundings] | None = here.get("around")
    if kept is None or kept[0] is not now or kept[1] != viewer:
        here.around = kept = (now, viewer, services().part(AroundTables).tell(now, viewer))
    return kept[2]


def register(services: Services) -> None:
    services.add(AroundTables())
