"""Where a battle stands: *skirmish 3 of 5*."""

from collections.abc import Mapping

from rules_core.view import TableView
from webapp.games.look import Stage
from webapp.http.language import gettext as _


def _skirmish(view: TableView) -> str:
    return _("skirmish %(number)s of %(of)s", number=view.hand.trick, of=view.hand.tricks)


def under_way(view: TableView) -> str:
    """Returns where the battle under way stands, for the score sheet."""
    return _("Skirmish %(number)s of %(of)s is being fought", number=view.hand.trick, of=view.hand.tricks)


STAGES: Mapping[str, Stage] = dict.fromkeys(("reveal", "dice", "reinforce"), _skirmish)
