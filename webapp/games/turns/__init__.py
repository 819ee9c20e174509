"""The turn line: whose turn it is, and one or two lines of help. A module a game."""

from collections.abc import Mapping, Sequence

from rules_core.view import TableView
from webapp.games.deep_six import turns as deep_six
from webapp.games.sechsundsechzig import turns as sechsundsechzig
from webapp.games.sichere_six import turns as sichere_six
from webapp.games.sichermans_war import turns as sichermans_war
from webapp.games.sixes_and_sevens import turns as sixes_and_sevens
from webapp.words.turn import Turn, Turns

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
