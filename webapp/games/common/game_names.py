"""The games by name."""

from webapp.games.registry import look_of, looks
from webapp.http.language import gettext as _
from webapp.words.codes import readable


def game_name(game: str) -> str:
    """Returns a game's name; of one that is not offered the name that records know it by."""
    look = looks().get(game)
    return _(look.name) if look else readable(game)


def game_about(game: str) -> str:
    """Returns how many play it, and with which cards."""
    return _(look_of(game).about)
