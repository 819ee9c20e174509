"""How a match stands: who leads, who has won."""

from collections.abc import Sequence

from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.words.sides import sides_said


def leading(sides: Sequence[str], leaders: Sequence[int], players: Sequence[str]) -> str:
    """Returns who is ahead: *Ann leads.*, *Ann and Cat lead.* for partners, *Ann and Ben are level.*"""
    if len(leaders) > 1:
        return _("%(names)s are level.", names=sides_said([sides[side] for side in leaders]))
    name = sides[leaders[0]]
    return _("%(name)s leads.", name=name) if name in players else _("%(names)s lead.", names=name)


def won(game: str, winners: int, name: str, players: Sequence[str]) -> str:
    """Returns the word for a side that has won, with so many winners; equal ones may be no winners."""
    if winners == 1:
        return _("wins") if name in players else _("win")
    return _(look_of(game).shared_win)
