"""The turn line: whose turn it is, and one or two lines of help."""

from collections.abc import Sequence

from rules_core.view import TableView
from webapp.games.registry import look_of
from webapp.words.turn import PLAIN, Turn, waits


def turn(game: str, view: TableView, names: Sequence[str]) -> Turn:
    """Returns the turn line of a table."""
    phase = view.phase
    said = look_of(game).turns.get(phase) or PLAIN.get(phase, waits)
    return said(view, names)


def plain_turn(game: str, view: TableView, names: Sequence[str]) -> str:
    """Returns the turn line as plain text, for lists and for screen readers."""
    return turn(game, view, names).line.striptags()
