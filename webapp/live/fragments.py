"""Cache of the table's HTML fragment: rendered once for all viewers who see the same, in answers and in streams."""

from collections import OrderedDict
from threading import Lock

from flask import current_app

from webapp.http.language import language
from webapp.http.limits import FRAGMENTS_KEPT
from webapp.live.page import context
from webapp.live.surroundings import Surroundings, around
from webapp.seats import seating
from webapp.seats.absent import Absent, absent
from webapp.services import Services
from webapp.table.read_marks import Unread, unread
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words import deck

Key = tuple[int, str, str, int, Absent | None, Unread, Surroundings]


class Fragments:
    """The newest fragment by table, kind of viewer, language, devices here, who is missed, what is unread or around."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, tuple[Snapshot, str]] = OrderedDict()
        self._lock = Lock()

    def of(self, now: Snapshot, viewer: Viewer) -> str:
        """Returns the table as this viewer may see it now, as the HTML that is swapped into an open page."""
        # Those who only watch are not shown how many devices do: a crowd that comes and goes renders nothing anew.
        phones = seating.open_devices(now.table) if viewer.takes_part else 0
        told = (absent(now, viewer), unread(now, viewer), around(now, viewer))
        key = (now.table.id, viewer.kind, language(), phones, *told)
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None and kept[0] is now:
            return kept[1]
        deck.set_deck(now.table.choices)
        # Not by Flask's `render_template`: what that adds of the request may not be in what several devices share.
        html = current_app.jinja_env.get_template("tables/_table.html").render(context(now, viewer))
        with self._lock:
            self._kept[key] = (now, html)
            self._kept.move_to_end(key)
            while len(self._kept) > FRAGMENTS_KEPT:
                self._kept.popitem(last=False)
        return html


def register(services: Services) -> None:
    """Adds the rendered tables."""
    services.add(Fragments())
