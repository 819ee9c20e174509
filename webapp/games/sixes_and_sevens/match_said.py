"""What there was in a match of Sixes and Sevens: how often the lowest card took a trick."""

from collections.abc import Sequence
from typing import Any

from rules_core.cards import RANKS
from webapp.http.language import gettext as _


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
