"""Tables as lists show them: who is to play or who won, and which hand it is."""

from collections.abc import Iterable
from typing import NamedTuple

from rules_core.findings import Viewer
from rules_core.view import TableView
from webapp.games.common.names import hand_of, plain_turn
from webapp.games.registry import is_offered
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.models import Table
from webapp.words import cards


class TableEntry(NamedTuple):
    """A table of the list: `line` says who is to play or who won, `where` which hand it is."""

    table: Table
    line: str
    where: str
    over: bool


def table_entries(tables: Iterable[Table]) -> list[TableEntry]:
    """Returns the list for these tables, in the same order, but those that are over behind the others."""
    return sorted(map(table_entry, tables), key=lambda entry: entry.over)


def table_entry(table: Table) -> TableEntry:
    if not is_offered(table.game):
        return TableEntry(table, _("Not offered here now"), "", over=False)
    fold = services().play.at(table.id).fold
    # As a viewer without rights sees it: the list shows nothing that is hidden in a hand.
    view: TableView = fold.game.view(fold.state, Viewer())
    cards.set_deck(table.choices)
    line = plain_turn(table.game, view, table.players)
    return TableEntry(table, line, hand_of(table.game, view.hand), view.phase == "over")
