"""Forecasts for devices without a network: the course of tricks, and the state of the hand.

The script of the page works with it (webapp/assets/computed/forecast.js). How tricks go is the same for everybody;
where the hand stands is told by what this viewer sees of it, and by nothing else.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from flask import Flask
from markupsafe import Markup

from rules_core.cards import SUITS
from rules_core.forecast import Contest, Contests, Forecast
from rules_core.games import GAMES
from rules_core.view import TableView
from webapp.http.language import gettext as _
from webapp.http.limits import FORECASTS_KEPT
from webapp.pages.table_page import TablePage
from webapp.words.cards import suit_name


def init_app(app: Flask) -> None:
    plan.cache_clear()
    app.add_template_global(plan, "forecast")
    app.add_template_global(follow_words)


@lru_cache(FORECASTS_KEPT)
def plan(game: str, players: int, options: Any) -> Mapping[str, Any] | None:
    """Returns the course of a game's tricks, as the script reads it; None where it cannot be known."""
    found, cards = GAMES[game].forecast(players, options), GAMES[game].cards[players]
    if isinstance(found, Contests):
        return {"players": players, **msgspec.to_builtins(found)}
    return None if found is None else {"players": players, "copies": cards.count(cards[0]), **_written(found)}


def _written(told: Forecast) -> dict[str, Any]:
    """Cards of an order are joined: two letters each, of which no one stands for both a rank and a suit.

    What is not so in this game is left out, since every page carries it; the script asks its lists and names always.
    """
    facts = {
        "orders": {name: {led: "".join(cards) for led, cards in order.items()} for name, order in told.orders.items()},
        "later": told.later_takes,
        "rankings": told.rankings,
        "belongs": told.belongs,
        "fresh": told.new_suit_takes,
        "even": "".join(told.even),
        "ties": told.even_ties,
        "said": told.said,
        "stops": told.stops,
        "resumes": told.resumes,
        "harmless": told.harmless,
        "shuts": told.shuts,
        "deals": told.deals,
        "opens": told.opens,
        "tricks": told.tricks,
        "asks": told.asks,
        "ends": told.ends,
        "follow": told.follow_suit,
        **_told_where_it_is(
            {name: getattr(told, name) for name in ("begins", "steps", "wild", "says", "counted", "frees")}
        ),
    }
    return {name: fact for name, fact in facts.items() if fact not in (None, False, 0)}


def _told_where_it_is(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the facts of certain games or moments; empty ones are left out, since every page carries them."""
    return {
        name: msgspec.to_builtins(fact) for name, fact in facts.items() if fact not in (None, "", "play", 0, (), {})
    }


def follow_words() -> Mapping[str, str]:
    """Returns the turn's help by the suit led, for the seats that follow."""
    return {suit: _("Follow %(suit)s if possible.", suit=suit_name(suit)) for suit in SUITS}


def hand_as_json(page: TablePage, view: TableView) -> str:
    """Returns as JSON where a hand stands whose cards this device enters one by one; nothing where that is not so.

    It is escaped for an attribute between single quotes: each of its own would else be sent as five letters.
    """
    if page.paused or not page.mine or plan(page.game, len(view.seats), page.options) is None:
        return ""
    stands = hand_at(page.game, view)
    if stands is None or ("totals" in stands and not page.enters_all):
        return ""
    here = {
        "mine": sorted(page.mine - page.secret_seats),
        "own": view.mine is not None,
        "open": page.viewer.is_referee or page.book == "open",
    }
    text = msgspec.json.encode({**stands, **here}).decode()
    return Markup(text.replace("&", "&amp;").replace("'", "&#39;"))  # noqa: S704  (nothing else ends such an attribute)


@lru_cache(FORECASTS_KEPT)
def _told(game: str, players: int) -> frozenset[str | None]:
    found = GAMES[game].forecast(players, GAMES[game].options())
    if not isinstance(found, Forecast):
        return frozenset()
    return frozenset({"play", found.opens, found.asks, found.wild, *found.steps, "deal" if found.deals else "play"})


def hand_at(game: str, view: TableView) -> dict[str, Any] | None:
    """Returns the state of the hand as one viewer sees it; None where no forecast goes on from it."""
    hand, seats, force = view.hand, view.seats, GAMES[game].in_force(view)
    if isinstance(force, Contest):
        return msgspec.structs.asdict(force)
    if force is None or view.phase not in _told(game, len(seats)):
        return None
    due = _due(view)
    if due is None:
        return None
    return {
        "phase": view.phase,
        "hand": hand.number - (view.phase == "deal"),
        "planned": hand.planned or 0,
        "dealer": hand.dealer,
        "trick": hand.trick,
        "tricks": hand.tricks,
        "next": due,
        "taken": [seat.tricks for seat in seats],
        "lying": [[s.seat, s.card] for s in sorted(seats, key=lambda seat: seat.turn) if s.card],
        "led": view.led_suit,
        "key": force.ranking,
        "stops": force.stops,
        "said": force.said,
        **_told_where_it_is(
            {
                "counting": hand.by_tricks,
                "done": force.out,
                "times": force.times,
                "words": force.words,
            }
        ),
        **{name: fact for name, fact in (("holder", force.holder), ("low", force.low)) if fact is not None},
    }


def _due(view: TableView) -> int | None:
    """Returns the seat to act, the lowest of several; None for nobody."""
    if view.phase == "deal":
        return view.hand.dealer or 0
    return min(view.to_act, default=None)
