"""The phases of a hand as a page would show them, for a device that goes on before it has heard what the table says.

Drawn from made-up hands by the templates of the table, so that a pad is the same whether it was foreseen or not. They
tell nothing of the table but who sits there and how it is entered.
"""

from collections.abc import Iterator
from typing import Any

from flask import current_app
from markupsafe import Markup
from msgspec import Struct, structs

from rules_core import replay
from rules_core.beginnings import beginnings
from rules_core.findings import Viewer as RulesViewer
from rules_core.forecast import Forecast, InForce
from rules_core.replay import Fold
from rules_core.view import TableView
from webapp.games.common.turns import turn
from webapp.pages.board import board_of
from webapp.pages.table_page import page_of
from webapp.table.snapshot import Snapshot, empty, header_of
from webapp.table.viewer import Viewer

NOBODY = RulesViewer()
COUNTING = "tricks"
"""What a hand is called that is entered by tricks: a page shows another pad for it."""


class Phase(Struct, frozen=True):
    """A phase to show: its name, the seat that is due, -1 where several are, and how often it was entered already."""

    name: str
    due: int
    times: int


def phases(now: Snapshot, viewer: Viewer) -> Markup:
    """Returns every phase that a hand of this game can come to, as templates of HTML; nothing where nobody can know."""
    game = now.fold.game
    if not isinstance(game.forecast(len(now.table.players), now.fold.state.options), Forecast):
        return Markup()
    template, drawn = current_app.jinja_env.get_template("tables/_phase.html"), []
    for phase, fold in _met(replay.begin(header_of(now.table))):
        drawn.append(Markup(template.render(_context(now, fold, viewer, phase))))  # noqa: S704  (a template escapes)
    return Markup().join(drawn)


def _met(start: Fold) -> Iterator[tuple[Phase, Fold]]:
    """Yields each phase once, with a made-up table that is in it."""
    seen = set()
    for fold in beginnings(start):
        view = fold.game.view(fold.state, NOBODY)
        phase = _phase(fold, view)
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
    """What the templates show of a made-up table; `now` tells who is there."""
    there = Snapshot(now.table, empty(now.table).log, now.people, now.desk).at(fold)
    view = fold.game.view(fold.state, NOBODY)
    page = structs.replace(page_of(there, viewer), secret_seats=frozenset())
    return {
        "made_up": phase,
        "page": page,
        "view": board_of(there, view, viewer, frozenset()),
        "turn": turn(now.table.game, view, now.table.players),
        "audit": None,
        "typed": {},
    }
