"""Where a round of Sichere Six stands while somebody takes Fate's Mercy."""

from collections.abc import Mapping

from rules_core.view import TableView
from webapp.games.look import Stage
from webapp.http.language import gettext as _


def _mercy(view: TableView) -> str:
    # The trick that was just taken lies on (SIC-14).
    return _("trick %(trick)s of %(tricks)s", trick=view.hand.trick - 1, tricks=view.hand.tricks)


STAGES: Mapping[str, Stage] = {"mercy": _mercy}
