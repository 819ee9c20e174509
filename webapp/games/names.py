"""The games by name."""

from webapp.http.language import gettext as _
from webapp.http.language import noted as _l

NAMES: dict[str, str] = {
    "sichere-six": _l("Sichere Six"),
    "sichermans-war": _l("Sicherman’s War"),
    "deep-six": _l("Deep Six"),
    "sixes-and-sevens": _l("Sixes and Sevens"),
    "sechsundsechzig": _l("Sechsundsechzig"),
}
ABOUT: dict[str, str] = {
    "sichere-six": _l("3 players, 6 to jack and a Joker"),
    "sichermans-war": _l("2 or 4 players, one pack or two, three dice each"),
    "deep-six": _l("4 players in two sides, 2 to 8 twice"),
    "sixes-and-sevens": _l("3 to 6 players, 52 cards"),
    "sechsundsechzig": _l("2 to 4 players, 32 cards or twice 24"),
}


def game_name(game: str) -> str:
    """Returns a game's name."""
    return _(NAMES[game])


def game_about(game: str) -> str:
    """Returns how many play it, and with which cards."""
    return _(ABOUT[game])
