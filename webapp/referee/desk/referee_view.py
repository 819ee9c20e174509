"""What only a referee sees on a table's page: hands that were entered, cards passed over, older tricks (GEN-5)."""

from typing import Any, NamedTuple

from rules_core import findings as rules
from webapp.referee.desk.desk_page import open_matters
from webapp.table.snapshot import Snapshot
from webapp.table.table_view import seen_by
from webapp.table.tricks_played import laid_hands
from webapp.table.viewer import Viewer

COUNTS = ("nines", "taken", "augen")
"""What a cloth counts that players have to remember."""


class Held(NamedTuple):
    """Cards of a player that the others may not see."""

    name: str
    cards: tuple[str, ...]


def opened_context(now: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """Returns the referee's part of the table: what waits at the desk, and what is closed to players.

    `remembered`: the players have to remember their tricks, so that the older ones, and what the cloth `counts`, are
    closed to them.
    """
    tricks, remembered = _tricks(now), now.table.book == "closed"
    return {
        "matters": open_matters(now, viewer),
        "hands": _hands(now),
        "passed": _passed(now, viewer),
        "last": tricks[0] if tricks else None,
        "older": tricks[1:],
        "fought": list(reversed(getattr(now.fold.state.hand, "fought", ())[:-1])),
        "under_way": hasattr(now.fold.state.hand, "tricks"),
        "remembered": remembered,
        "counts": remembered and _counts(now, viewer),
    }


def _counts(now: Snapshot, viewer: Viewer) -> bool:
    """Tells whether the cloth shows this viewer more than the players: nines, points, Augen, spoils."""
    seen, told = seen_by(now, viewer), now.fold.game.view(now.fold.state, rules.Viewer())
    if any(getattr(seen.beside, count, None) != getattr(told.beside, count, None) for count in COUNTS):
        return True
    return [seat.score for seat in seen.seats] != [seat.score for seat in told.seats]


def _hands(now: Snapshot) -> list[Held]:
    declared = getattr(now.fold.state.hand, "declared", ())
    return [Held(now.table.players[seat], tuple(cards)) for seat, cards in enumerate(declared) if cards]


def _passed(now: Snapshot, viewer: Viewer) -> list[Held]:
    given = getattr(seen_by(now, viewer).beside, "given", ())
    return [Held(now.table.players[one.seat], tuple(one.cards)) for one in given if one.cards]


def _tricks(now: Snapshot) -> list[Any]:
    """The complete tricks of the hand under way, the newest first."""
    if not hasattr(now.fold.state.hand, "tricks"):
        return []
    hand = list(laid_hands(now.fold))[-1]
    found = [hand.trick_of(trick.cards[0].event) for trick in hand.tricks if trick.cards]
    return found[::-1]
