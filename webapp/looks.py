"""As what a phone looks at a table: a page in its language, or data for another program. Many phones share one look."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from flask import Flask, Request, g

from webapp import seating
from webapp.access import Viewer
from webapp.i18n import gettext as _
from webapp.models import Grant
from webapp.play import TableNow
from webapp.sse import Message, event
from webapp.words.lists import joined

Render = Callable[[TableNow, Viewer], str]
ASKED = (
    "REQUEST_METHOD",
    "SCRIPT_NAME",
    "PATH_INFO",
    "SERVER_NAME",
    "SERVER_PORT",
    "SERVER_PROTOCOL",
    "HTTP_HOST",
    "wsgi.url_scheme",
)
"""What of a request its pages are made from: where this house stands, and nothing of who asks."""


@dataclass(frozen=True)
class Look:
    """What phones have in common that see the same if they are the same kind of viewer."""

    kind: str
    language: str
    asked: tuple[object, ...]
    greets: bool = field(compare=False)
    render: Render = field(compare=False)
    app: Flask = field(compare=False, repr=False)

    @classmethod
    def of(cls, app: Flask, asked: Request, language: str, *, kind: str, render: Render, greets: bool) -> "Look":
        """Returns the look of a request in this language, drawn by `render`."""
        return cls(kind, language, tuple(asked.environ.get(name) for name in ASKED), greets, render, app)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Takes the request up once more, for as long as something is drawn or said."""
        environ = {name: value for name, value in zip(ASKED, self.asked, strict=True) if value is not None}
        with self.app.request_context(environ):
            g.language = self.language
            yield

    def draw(self, now: TableNow, viewer: Viewer) -> str:
        """Returns the table as this kind of viewer sees it now."""
        with self.taken():
            return self.render(now, viewer)

    def greeting(self, come: Iterable[str]) -> Message:
        """Returns who has sat down since the last look, shown on the others' phones for a moment."""
        with self.taken():
            return event("toast", _("%(name)s has joined", name=joined(sorted(come))))


def sitting(now: TableNow) -> frozenset[str]:
    """Returns the names of those whose phones hold a seat."""
    return frozenset(seating.seated(now).values())


def viewers(grants: Iterable[Grant]) -> dict[int | None, Viewer]:
    """Returns what each device is at a table with these grants."""
    return {grant.device_id: Viewer(grant.device_id, grant.role, grant.seat, grant.agreed) for grant in grants}
