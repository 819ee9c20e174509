"""Cache of the live part of tables' pages, and parts that are drawn anew while somebody types."""

from collections import OrderedDict
from threading import Lock
from typing import Any

from flask import Blueprint, abort, current_app, request
from msgspec import structs
from werkzeug.wrappers import Response

from webapp.access import seating
from webapp.access.authors import Absent, absent
from webapp.access.visit import visit_to_enter
from webapp.games.registry import look_of
from webapp.http.answers import page_or_fragment
from webapp.http.language import language
from webapp.http.limits import FRAGMENTS_KEPT, VERSIONS_KEPT
from webapp.live.blocks import TABLE, Blocks, Told, clean, place
from webapp.live.page import context
from webapp.live.part_cache import drawer
from webapp.live.part_cache import part as template_of
from webapp.live.rendition import Surroundings, around
from webapp.pages.table_page import TablePage
from webapp.referee.decisions import Unread, unread
from webapp.services import Services
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words import cards

DrawnFrom = tuple[int, str, str, int, Absent | None, Unread, Surroundings]
"""What a page is drawn from besides the newest snapshot."""


class Fragments:
    """The newest page by table, kind of viewer, language, devices here, who is missed, what is unread or around."""

    def __init__(self) -> None:
        self._newest: OrderedDict[DrawnFrom, tuple[Snapshot, Blocks, TablePage]] = OrderedDict()
        self._told: OrderedDict[str, Told] = OrderedDict()
        self._lock = Lock()

    def of(self, now: Snapshot, viewer: Viewer) -> Blocks:
        # Those who only watch are not shown how many devices do: a crowd that comes and goes renders nothing anew.
        open_at = seating.open_devices(now.table) if viewer.takes_part else 0
        told = (absent(now, viewer), unread(now, viewer), around(now, viewer))
        key = (now.table.id, viewer.kind, language(), open_at, *told)
        with self._lock:
            kept = self._newest.get(key)
        if kept is not None and kept[0] is now:
            return kept[1]
        texts, head = _drawn(now, viewer, kept[2] if kept is not None and _differ_in_log(kept[0], now) else None)
        page = Blocks(now.fold.seq, key[:3], texts, remembered=viewer.may_enter, keep=self._keep_told)
        with self._lock:
            _keep(self._newest, key, (now, page, head), FRAGMENTS_KEPT)
        return page

    def version(self, named: str) -> Told | None:
        """Returns the update of this version, None once it is dropped."""
        return self._told.get(named)

    def _keep_told(self, told: Told) -> None:
        with self._lock:
            _keep(self._told, told.version, told, VERSIONS_KEPT)


def _differ_in_log(one: Snapshot, other: Snapshot) -> bool:
    return one.table is other.table and one.people is other.people and one.desk is other.desk


def _drawn(now: Snapshot, viewer: Viewer, before: TablePage | None) -> tuple[dict[str, str], TablePage]:
    cards.set_deck(now.table.choices)
    here = context(now, viewer, before)
    # Both stand in every form of the page, and differ each time it is drawn.
    texts = {"op": here["page"].op if viewer.may_enter else "", "seq": str(now.fold.seq)}
    head = structs.replace(here["page"], op=place("op"), seq=place("seq"))
    here |= {"blocks": texts, "drawn": drawer(), "page": head}
    # Not by Flask's `render_template`: what that adds of the request may not be in what several devices share.
    texts[TABLE] = current_app.jinja_env.get_template("tables/_table.html").render(here)
    return clean(texts), head


def _keep(kept: OrderedDict[Any, Any], name: object, newest: object, most: int) -> None:
    kept[name] = newest
    kept.move_to_end(name)
    while len(kept) > most:
        kept.popitem(last=False)


def register(services: Services) -> None:
    services.add(Fragments())


bp = Blueprint("parts", __name__)


@bp.get("/tables/<int:table_id>/parts/<part>")
def show(table_id: int, part: str) -> Response:
    """Shows the table with what was typed there; htmx gets the part alone."""
    now, viewer = visit_to_enter(table_id)
    game = now.table.game
    if part not in look_of(game).redrawn_parts:
        abort(404)
    here = context(now, viewer)
    return page_or_fragment("tables/table.html", template_of(game, f"_{part}"), 200, **{**here, "typed": request.args})
