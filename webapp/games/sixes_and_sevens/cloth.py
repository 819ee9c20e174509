"""Sixes and Sevens on the cloth: what holds for the hand, and what a wild ace is."""

from collections.abc import Iterator
from typing import Any

from rules_core.view import SeatView, TableView
from webapp.http.language import gettext as _
from webapp.words.cloth_kit import Fact, Tag


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
