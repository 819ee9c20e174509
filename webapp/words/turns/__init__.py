"""The turn line: whose turn it is, and one or two lines of help. A module a game."""

from collections.abc import Mapping, Sequence

from rules_core.view import TableView
from webapp.words.turns import deep_six, sechsundsechzig, sichere_six, sichermans_war, sixes_and_sevens
from webapp.words.turns.turn import Turn, Turns

__all__ = ["Turn", "plain_turn", "turn"]

_TURNS: Mapping[str, Turns] = {
    "deep-six": deep_six.TURNS,
    "sechsundsechzig": sechsundsechzig.TURNS,
    "sichere-six": sichere_six.TURNS,
    "sichermans-war": sichermans_war.TURNS,
    "sixes-and-sevens": sixes_and_sevens.TURNS,
}


def turn(game: str, view: TableView, names: Sequence[str]) -> Turn:
    """Returns the turn line of a table."""
    return _TURNS[game][view.phase](view, names)


def plain_turn(game: str, view: TableView, names: Sequence[str]) -> str:
    """Returns the turn line as plain text, for lists and for screen readers."""
    return turn(game, view, names).line.striptags()
