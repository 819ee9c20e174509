"""The games by name."""

from webapp.games.registry import look_of
from webapp.http.language import gettext as _


def game_name(game: str) -> str:
    """Returns a game's name."""
    return _(look_of(game).name)


def game_about(game: str) -> str:
    """Returns how many play it, and with which cards."""
    return _(look_of(game).about)
