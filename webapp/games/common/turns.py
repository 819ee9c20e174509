"""The turn line: whose turn it is, and one or two lines of help."""

from collections.abc import Sequence

from rules_core.view import TableView
from webapp.games.registry import look_of
from webapp.words.turn import Turn


def turn(game: str, view: TableView, names: Sequence[str]) -> Turn:
    """Returns the turn line of a table."""
    return look_of(game).turns[view.phase](view, names)


def plain_turn(game: str, view: TableView, names: Sequence[str]) -> str:
    """Returns the turn line as plain text, for lists and for screen readers."""
    return turn(game, view, names).line.striptags()
