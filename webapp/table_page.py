"""What the table's page holds for one viewer. The only place where a table is shown from; deny by default.

The rules say what a viewer may see (`Game.view`); this page adds names, sentences and what the viewer may do.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import request, url_for
from msgspec import structs

from rules_core.game import Refusal
from rules_core.view import TableView
from webapp import entering, seating
from webapp.access import Viewer
from webapp.asking import asking
from webapp.desk.disputes import banner
from webapp.desk.opened import opened_context
from webapp.last_entry import last_entry
from webapp.privacy import secret_seats
from webapp.rulings import ruling_on, unsettled
from webapp.scores.audit_page import last_audit
from webapp.sight import seen_by
from webapp.table_now import TableNow
from webapp.words import refusals
from webapp.words.contradictions import contradiction_title
from webapp.words.entering import entered_by, own_phones
from webapp.words.games import game_name
from webapp.words.proofs import proof_title
from webapp.words.sides import side_names
from webapp.words.stages import stage
from webapp.words.turns import turn


@dataclass(frozen=True)
class Proof:
    """A proven breach that nobody has settled yet."""

    event: int
    title: str
    rule: str
    url: str


def context(now: TableNow, viewer: Viewer) -> dict[str, Any]:
    """Returns everything that the table's templates show this viewer."""
    view = seen_by(now, viewer)
    names, contradiction = now.table.players, unsettled(now.fold, view.contradiction, now.desk.reopened)
    page = page_of(now, viewer)
    return {
        "page": {
            **page,
            "may": _may(page, view),
            "stage": stage(now.table.game, view),
            "elsewhere": _elsewhere(now, page, view),
            "asking": asking(now, viewer) if now.requests else (),
        },
        "view": faces(now, view, viewer, page["secret_seats"]),
        "turn": turn(now.table.game, view, names),
        "last": last_entry(now, viewer),
        "proofs": open_proofs(now, view, names),
        "contradiction": contradiction_title(contradiction) if contradiction else None,
        "banner": banner(now),
        "opened": opened_context(now, viewer) if viewer.role == "referee" else None,
        "audit": last_audit(now),
        "refusal": None,
        "typed": {},
        "moved": None,
    }


@lru_cache(1024)
def links(table_id: int, game: str, root: str) -> Mapping[str, str]:
    """Returns the addresses of a table's pages. Kept, since every fragment names them all."""
    return {
        "home": url_for("home.index"),
        "table": url_for("tables.show", table_id=table_id),
        "events": url_for("tables.make", table_id=table_id),
        "stream": url_for("tables.stream", table_id=table_id),
        "scores": url_for("scores.sheet", table_id=table_id),
        "adjust": url_for("adjustments.form", table_id=table_id),
        "again": url_for("scores.again", table_id=table_id),
        "share": url_for("seats.share", table_id=table_id),
        "film": url_for("film.show", table_id=table_id),
        "log": url_for("log.show", table_id=table_id),
        "hand": url_for("hands.show", table_id=table_id),
        "melds": url_for("melds.show", table_id=table_id),
        "contradiction": url_for("cases.contradiction", table_id=table_id),
        "desk": url_for("desk.show", table_id=table_id),
        "call": url_for("disputes.form", table_id=table_id),
        "pause": url_for("disputes.pause", table_id=table_id),
        "rules": url_for("rules.show", game=game, table=table_id),
        "guide": url_for("guides.entering", game=game, back=url_for("tables.show", table_id=table_id)),
    }


def page_of(now: TableNow, viewer: Viewer) -> dict[str, Any]:
    """Returns what every page about a table knows of it, and what this viewer may do there."""
    table = now.table
    return {
        "game": table.game,
        "game_name": game_name(table.game),
        "table_id": table.id,
        "seq": now.fold.seq,
        "op": secrets.token_hex(8),
        "phones": seating.phones(table),
        "viewer": viewer,
        "rules": seating.may_rule(now, viewer),
        "referees": seating.referees(now),
        "desk": {"open": len(now.desk.open), "paused": now.desk.paused},
        "names": tuple(table.players),
        "options": now.fold.state.options,
        "book": table.book,
        "entry": table.entry,
        "choices": table.choices,
        "takes": now.fold.events.keys(),
        # Whom this phone enters for, and whether also what is about no single seat.
        "mine": entering.seats_of(now, viewer) if viewer.may_enter else frozenset(),
        "enters_all": viewer.may_enter and entering.enters_all(now, viewer),
        "urls": links(table.id, table.game, request.script_root),
        "first_dealer": table.first_dealer,
        "successor": table.successor_id and url_for("tables.show", table_id=table.successor_id),
        "secret_seats": secret_seats(now.fold) - {viewer.seat},
    }


def faces(now: TableNow, view: TableView, viewer: Viewer, secret: frozenset[int]) -> dict[str, Any]:
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


def may_declare(view: TableView) -> bool:
    """Tells whether a player may enter the own hand now: once nobody passes cards on any more."""
    return view.phase in ("meld", "play") and not view.hand.by_tricks


def _elsewhere(now: TableNow, page: Mapping[str, Any], view: TableView) -> str:
    """Who enters what is due now, where that is not this phone; nothing where it is."""
    due, names = _due(view), now.table.players
    if not page["viewer"].may_enter or due & page["mine"]:
        return ""
    if page["enters_all"] and (not due or view.phase == "dice"):
        return ""
    if now.table.entry == "own":
        return own_phones(names, due, entering.held(now))
    return entered_by(names, entering.keepers(now))


def _due(view: TableView) -> frozenset[int]:
    """Whose entry is due now; nobody's where it is about no single seat."""
    if view.phase == "deal":
        return frozenset(range(len(view.seats)) if view.hand.dealer is None else (view.hand.dealer,))
    together = view.phase in ("reveal", "reinforce") and len(view.to_act) > 1
    if together or (view.phase == "play" and view.hand.by_tricks):
        return frozenset()
    return frozenset(view.to_act)


def _may(page: Mapping[str, Any], view: TableView) -> str:
    """What the menu offers this phone at this moment."""
    every = page["enters_all"]
    may = {
        "hand": page["viewer"].seat in page["mine"] and may_declare(view),
        "tricks": every and view.may_enter_tricks and not view.hand.by_tricks,
        "tally": every and view.may_tally,
        "void": every and view.hand.dealer is not None and view.phase not in ("deal", "over"),
        "adjust": every,
        "amend": page["viewer"].is_referee or bool(page["mine"]),
    }
    return " ".join(name for name, allowed in may.items() if allowed)


def _mine(view: TableView, names: list[str]) -> dict[str, str | None] | None:
    """The own hand: why each card may not be played now. Waiting for one's turn is no reason."""
    if view.mine is None:
        return None
    return {card: _why_not(refusal, names) for card, refusal in view.mine.items()}


def _why_not(refusal: Refusal | None, names: list[str]) -> str | None:
    if refusal is None or refusal.code in ("not-your-turn", "wrong-phase"):
        return None
    return refusals.reason(refusal, names).text


def open_proofs(now: TableNow, view: TableView, names: list[str]) -> list[Proof]:
    """Returns the proven breaches that this viewer may see and that no ruling has settled."""
    if not view.infractions:
        return []
    return [
        Proof(
            found.event,
            proof_title(now.fold, found, names),
            found.rule,
            url_for("cases.revoke", table_id=now.table.id, event=found.event),
        )
        for found in view.infractions
        if ruling_on(now.fold, found, now.desk.reopened) is None
    ]
