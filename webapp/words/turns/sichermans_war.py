"""The turn lines of Sicherman’s War."""

from collections.abc import Sequence

from rules_core.view import TableView
from webapp.i18n import gettext as _
from webapp.words.turns.turn import Turn, Turns, deal, leads_a_trick, named, over


def _play(view: TableView, names: Sequence[str]) -> Turn:
    if view.hand.by_tricks:
        return leads_a_trick(view, names)
    return Turn(named(_("%(name)s plays"), names[view.to_act[0]]))


def _over(view: TableView, names: Sequence[str]) -> Turn:
    return over(view, names, "")


TURNS: Turns = {
    "deal": deal,
    "reveal": _play,
    "dice": _play,
    "reinforce": _play,
    "play": _play,
    "over": _over,
}
