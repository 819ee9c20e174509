"""The rules' view of a table with the players' names in it, as the boards of the games are drawn from it."""

from typing import Any

from msgspec import structs

from rules_core.findings import Refusal
from rules_core.view import TableView
from webapp.games.common import refusals
from webapp.games.common.hand_boxes import rank_rows
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.sides import side_names


def faces(now: Snapshot, view: TableView, viewer: Viewer, secret: frozenset[int]) -> dict[str, Any]:
    """Returns the rules’ view with the players’ names in it, as the boards of the games are drawn from it."""
    names = now.table.players
    return {
        "phase": view.phase,
        "hand": view.hand,
        "to_act": view.to_act,
        "led_suit": view.led_suit,
        "seats": [{**structs.asdict(seat), "name": names[seat.seat]} for seat in view.seats],
        "sides": tuple(side_names(names, len(view.totals))),
        "beside": view.beside,
        "left": sum(seat.card is None for seat in view.seats),
        "last_trick": view.last_trick,
        "dimmed": view.dimmed,
        "ranks": rank_rows(now.fold.game.cards[len(names)]),
        "winners": view.winners,
        "finished": view.finished,
        "low_wins": view.low_wins,
        "mine": _mine(view, names),
        "totals": view.totals,
        "may_tally": view.may_tally,
        "may_enter_tricks": view.may_enter_tricks,
        "open": viewer.role == "referee" or now.table.book == "open",
        # Whose cards only one phone may enter, where they are due.
        "secret": view.to_act[0] if len(view.to_act) == 1 and view.to_act[0] in secret else None,
    }


def _mine(view: TableView, names: list[str]) -> dict[str, str | None] | None:
    """The own hand: why each card may not be played now. Waiting for one's turn is no reason."""
    if view.mine is None:
        return None
    return {card: _why_not(refusal, names) for card, refusal in view.mine.items()}


def _why_not(refusal: Refusal | None, names: list[str]) -> str | None:
    if refusal is None or refusal.code in ("not-your-turn", "wrong-phase"):
        return None
    return refusals.reason(refusal, names).text
