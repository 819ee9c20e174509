"""The games by name."""

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

NAMES: dict[str, LazyString] = {"sixes-and-sevens": _l("Sixes and Sevens")}
ABOUT: dict[str, LazyString] = {"sixes-and-sevens": _l("3 to 6 players, 52 cards")}


def game_name(game: str) -> str:
    """Returns a game's name."""
    return str(NAMES[game])
