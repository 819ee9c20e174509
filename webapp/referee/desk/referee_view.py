"""What only a referee sees on a table's page: hands that were entered, cards passed over, older tricks (GEN-5)."""

from typing import Any, NamedTuple

from rules_core import findings as rules
from rules_core.tricks import TrickHand, declared_hands
from rules_core.view import TrickView
from webapp.games.registry import look_of
from webapp.referee.desk.desk_page import open_matters
from webapp.table.snapshot import Snapshot
from webapp.table.table_view import seen_by
from webapp.table.tricks_played import hand_tricks
from webapp.table.viewer import Viewer


class Held(NamedTuple):
    """Cards of a player that the others may not see."""

    name: str
    cards: tuple[str, ...]


def opened_context(now: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """Returns the referee's part of the table: what waits at the desk, and what is closed to players.

    `older` are the complete tricks before the `last` one, the newest first, or what stands for tricks in this game.
    `remembered`: the players have to remember them, so that they, and what the cloth `counts`, are closed to them.
    """
    has_tricks, remembered = isinstance(now.fold.state.hand, TrickHand), now.table.book == "closed"
    tricks = _tricks(now) if has_tricks else now.fold.game.tricks(now.fold.state)[::-1]
    return {
        "matters": open_matters(now, viewer),
        "hands": _hands(now),
        "passed": _passed(now, viewer),
        "last": tricks[0] if tricks and has_tricks else None,
        "older": tricks[1:],
        "has_tricks": has_tricks,
        "remembered": remembered,
        "counts": remembered and _counts(now, viewer),
    }


def _counts(now: Snapshot, viewer: Viewer) -> bool:
    """Tells whether the cloth shows this viewer more than the players: points, or what else they have to remember."""
    seen, told = seen_by(now, viewer), now.fold.game.view(now.fold.state, rules.Viewer())
    remembered = look_of(now.table.game).remembered
    if remembered(seen.beside) != remembered(told.beside):
        return True
    return [seat.score for seat in seen.seats] != [seat.score for seat in told.seats]


def _hands(now: Snapshot) -> list[Held]:
    declared = declared_hands(now.fold.state)
    return [Held(now.table.players[seat], cards) for seat, cards in enumerate(declared) if cards]


def _passed(now: Snapshot, viewer: Viewer) -> list[Held]:
    passed = look_of(now.table.game).passed(seen_by(now, viewer).beside)
    return [Held(now.table.players[seat], cards) for seat, cards in passed]


def _tricks(now: Snapshot) -> list[TrickView | None]:
    """The complete tricks of the hand under way, the newest first."""
    hand = list(hand_tricks(now.fold))[-1]
    found = [hand.trick_of(trick.cards[0].event) for trick in hand.tricks if trick.cards]
    return found[::-1]
