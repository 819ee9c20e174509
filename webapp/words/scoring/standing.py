"""How a match stands: who leads, who has won."""

from collections.abc import Sequence

from webapp.i18n import gettext as _
from webapp.words.lists import joined
from webapp.words.stages import BATTLES


def leading(sides: Sequence[str], leaders: Sequence[int], *, partners: bool) -> str:
    """Returns who is ahead: *Ann leads.*, *Ann and Cat lead.* for partners, *Ann and Ben are level.*"""
    if len(leaders) > 1:
        return _("%(names)s are level.", names=joined([sides[side] for side in leaders]))
    if partners:
        return _("%(names)s lead.", names=sides[leaders[0]])
    return _("%(name)s leads.", name=sides[leaders[0]])


def won(game: str, winners: int, *, partners: bool) -> str:
    """Returns the word for a side that has won, with so many winners; equal ones of a war have not (WAR-12)."""
    if winners == 1:
        return _("win") if partners else _("wins")
    return _("stalemate") if game == BATTLES else _("shared")
