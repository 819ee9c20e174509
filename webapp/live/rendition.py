"""As what a phone looks at a table: a page in its language, or data for another program. Many phones share one look."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flask import Flask, g

from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.sse import Message, named_event
from webapp.seats import seating
from webapp.store.models import Grant
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.lists import joined

Render = Callable[[Snapshot, Viewer], str]
ASKED = (
    "REQUEST_METHOD",
    "SCRIPT_NAME",
    "PATH_INFO",
    "SERVER_NAME",
    "SERVER_PORT",
    "HTTP_HOST",
    "wsgi.url_scheme",
)
"""What of a request its pages are made from: where this house stands, and nothing of who asks."""


@dataclass(frozen=True, eq=False)
class Look:
    """What phones have in common that see the same if they are the same kind of viewer."""

    app: Flask
    asked: dict[str, Any]
    language: str
    kind: str
    render: Render
    greets: bool

    @classmethod
    def of(cls, app: Flask, environ: Mapping[str, Any], *, kind: str, render: Render, greets: bool) -> "Look":
        """Returns the look of the request under way, drawn by `render`, which is always the same for this kind."""
        asked = {name: environ[name] for name in ASKED if name in environ}
        return cls(app, asked, language(), kind, render, greets)

    @property
    def key(self) -> tuple[object, ...]:
        """Returns what two looks have in common that are the same."""
        return (self.kind, self.language, *self.asked.values())

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Takes the request up once more, for as long as something is drawn or said."""
        with self.app.request_context(dict(self.asked)):
            g.language = self.language
            yield

    def draw(self, now: Snapshot, viewer: Viewer) -> str:
        """Returns the table as this kind of viewer sees it now."""
        with self.taken():
            return self.render(now, viewer)

    def greeting(self, come: Iterable[str]) -> Message:
        """Returns who has sat down since the last look, shown on the others' phones for a moment."""
        with self.taken():
            return named_event("toast", _("%(name)s has joined", name=joined(sorted(come))))


def sitting(now: Snapshot) -> frozenset[str]:
    """Returns the names of those whose phones hold a seat."""
    return frozenset(seating.seated(now).values())


def viewers(grants: Iterable[Grant]) -> dict[int | None, Viewer]:
    """Returns what each device is at a table with these grants."""
    return {grant.device_id: Viewer(grant.device_id, grant.role, grant.seat, grant.agreed) for grant in grants}
