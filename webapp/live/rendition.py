"""Rendition of a table: a page in one language, or data for programs. Streams of equal renditions share their text."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, g
from flask.ctx import RequestContext

from webapp.access import seating
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.sse import Message, named_event
from webapp.live.blocks import Blocks
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
