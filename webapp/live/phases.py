"""The phases of a hand as a page would show them, for a device without an answer from the server.

Drawn from made-up hands by the templates of the table, so that a pad is the same whether it was foreseen or not. They
tell nothing of the table but who sits there and how it is entered.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from flask import current_app, request
from markupsafe import Markup
from msgspec import Struct, structs
from werkzeug.wrappers import Response

from rules_core import replay
from rules_core.beginnings import beginnings
from rules_core.findings import Observer
from rules_core.forecast import Forecast, InForce
from rules_core.replay import Fold
from rules_core.view import TableView
from webapp.games.common.names import turn
from webapp.http.language import language
from webapp.http.limits import PHASES_KNOWN
from webapp.http.newest import keep_newest
from webapp.live.part_cache import drawn
from webapp.pages.board import board_of
from webapp.pages.table_page import TablePage, page_of
from webapp.services import Services
from webapp.table.snapshot import Snapshot, empty, header_of
from webapp.table.viewer import Viewer

NOBODY = Observer()
COUNTING = "tricks"
"""Name of a hand that is entered by tricks: its page shows another pad."""


class Phase(Struct, frozen=True):
    """A phase to show: its name, the seat that is due, -1 where several are, and how often it was entered already."""

    name: str
    due: int
    times: int


class PhaseTags:
    """The ETag of the phases as drawn last, by their inputs.

    A device asks for them after each load: one that names the tag has them already, and nothing is drawn.
    """

    def __init__(self) -> None:
        self._tags: OrderedDict[str, str] = OrderedDict()

    def answer(self, now: Snapshot, viewer: Viewer) -> Response:
        """Returns every phase as this viewer would see it, or 304 to a device that has them."""
        page = _page(_empty(now), viewer)
        drawn_from = hashlib.sha256(repr((page, language())).encode()).hexdigest()
        tag = self._tags.get(drawn_from)
        if tag is not None and request.if_none_match.contains_weak(tag):
            answer = Response(status=304)
        else:
            html = phases(now, viewer)
            tag = hashlib.sha256(html.encode()).hexdigest()[:16]
            answer = Response(html, mimetype="text/html")
            keep_newest(self._tags, drawn_from, tag, PHASES_KNOWN)
        answer.set_etag(tag, weak=True)  # a strong one would name the compression, too
        answer.headers["Cache-Control"] = "private, no-cache"
        return answer.make_conditional(request)


def phases(now: Snapshot, viewer: Viewer) -> Markup:
    """Returns every possible phase of a hand, as templates of HTML; empty where they cannot be known.

    With them comes what asks about several entries at once that were held back.
    """
    game = now.fold.game
    if not isinstance(game.forecast(len(now.table.players), now.fold.state.options), Forecast):
        return Markup()
    template, shown = current_app.jinja_env.get_template("tables/_phase.html"), []
    for phase, fold in _met(replay.begin(header_of(now.table))):
        shown.append(Markup(template.render(_context(now, fold, viewer, phase))))  # noqa: S704  (a template escapes)
    return Markup().join([*shown, drawn("tables/macros", "held")])


def _met(start: Fold) -> Iterator[tuple[Phase, Fold]]:
    """Yields each phase once, with a made-up table that is in it.

    One in which several are due is met as it begins: it shows all of them, no matter who is left later.
    """
    seen, together = set(), set()
    for fold in beginnings(start):
        view = fold.game.view(fold.state, NOBODY)
        phase = _phase(fold, view)
        if len(view.to_act) > 1:
            together.add(view.phase)
        elif view.phase in together:
            continue
        if view.phase != "over" and phase not in seen:
            seen.add(phase)
            yield phase, fold


def _phase(fold: Fold, view: TableView) -> Phase:
    if view.hand.by_tricks and view.phase == "play":
        return Phase(COUNTING, -1, 0)
    if view.phase == "play" or len(view.to_act) > 1:
        return Phase(view.phase, -1, 0)
    due = view.hand.dealer if view.phase == "deal" else next(iter(view.to_act), None)
    force = fold.game.in_force(view)
    return Phase(view.phase, -1 if due is None else due, force.times if isinstance(force, InForce) else 0)


def _context(now: Snapshot, fold: Fold, viewer: Viewer, phase: Phase) -> dict[str, Any]:
    """Context of the templates for a made-up table with the people of `now`."""
    there = _empty(now).at(fold)
    view = fold.game.view(fold.state, NOBODY)
    return {
        "made_up": phase,
        "page": _page(there, viewer),
        "view": board_of(there, view, viewer, frozenset()),
        "turn": turn(now.table.game, view, now.table.players),
        "audit": None,
        "typed": {},
    }


def _empty(now: Snapshot) -> Snapshot:
    return Snapshot(now.table, empty(now.table).log, now.people, now.desk)


def _page(there: Snapshot, viewer: Viewer) -> TablePage:
    """The page without what depends on the state: the device adds the key and the number of its entry."""
    return structs.replace(page_of(there, viewer), op="", seq=0, devices=0, secret_seats=frozenset())


def register(services: Services) -> None:
    services.add(PhaseTags())
