"""What the figures of a game are called: in its own words, in those of most games, or by what its forms ask for."""

from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.words.figure_kit import SHARED


def figure_title(game: str, code: str) -> str:
    """Returns the name of a figure."""
    look = look_of(game)
    words = look.figures.get(code) or SHARED.get(code)
    return _(words.title) if words else look.entry_form.label(code)


def figure_meaning(game: str, code: str) -> str:
    """Returns the sentence that says what a figure counts; empty where its name says it all."""
    words = look_of(game).figures.get(code) or SHARED.get(code)
    return _(words.meaning) if words else ""
