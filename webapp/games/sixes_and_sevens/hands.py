"""Figures of Sixes and Sevens in words."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules_core.cards import RANKS
from rules_core.view import SeatView, TableView
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.entry_kit import Fact, Tag
from webapp.words.hand_kit import FigureWords

FIGURES = {
    "taken-low": FigureWords(
        _l("Taken by the lowest card"),
        _l("Of the tricks taken, those in which the lowest card of the suit won."),
    ),
}


def match_said(hands: Sequence[Any], names: Sequence[str]) -> str:
    """Returns how many tricks went to the lowest card of the suit that was led; empty where no cards are known."""
    tricks = [trick for done in hands for trick in done.played if trick.cards]
    if not tricks:
        return ""
    return _("%(low)s of %(all)s tricks went to the lowest card.", low=sum(map(_is_low, tricks)), all=len(tricks))


def _is_low(trick: Any) -> bool:
    led = trick.cards[0].card[1]
    suit = {played.seat: RANKS.index(played.card[0]) for played in trick.cards if played.card[1] == led}
    return len(suit) > 1 and suit.get(trick.winner) == min(suit.values())


def facts(view: TableView, options: Any) -> Iterator[Fact]:
    """Yields which of two equal cards takes the trick, and that few points win where they do."""
    yield Fact(_("Equal:"), _("lowest takes") if options.ties_low else _("highest takes"))
    if options.fewest_wins:
        yield Fact("", _("Fewest points win"))


def card_tag(view: TableView, seat: SeatView) -> Tag | None:
    """Returns what the wild ace of a seat is, once the trick is full."""
    if view.phase != "aces" or not (seat.card or "").startswith("A"):
        return None
    said = {"odd": _("odd, 1"), "even": _("even, 14"), None: "?"}
    return Tag(said[seat.said], brass=seat.next)
