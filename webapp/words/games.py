"""The games by name."""

from webapp.i18n import gettext as _
from webapp.i18n import noted as _l

NAMES: dict[str, str] = {"sixes-and-sevens": _l("Sixes and Sevens")}
ABOUT: dict[str, str] = {"sixes-and-sevens": _l("3 to 6 players, 52 cards")}


def game_name(game: str) -> str:
    """Returns a game's name."""
    return _(NAMES[game])


def game_about(game: str) -> str:
    """Returns how many play it, and with which cards."""
    return _(ABOUT[game])
