"""Names of games, and of their hands."""

from dataclasses import dataclass
from typing import Any

from webapp.games.look import Unit
from webapp.games.registry import look_of, looks
from webapp.http.language import gettext as _
from webapp.words.phrases import readable


def game_name(game: str) -> str:
    """Returns a game's name; of one that is not offered the name that records know it by."""
    look = looks().get(game)
    return _(look.name) if look else readable(game)


def game_about(game: str) -> str:
    """Returns how many play it, and with which cards."""
    return _(look_of(game).about)


def unit(game: str) -> Unit:
    return look_of(game).unit


@dataclass(frozen=True)
class Sentence:
    """A sentence about a hand, and how it reads of a round and a battle; where those have none, the hand's serves."""

    hand: str
    round: str = ""
    battle: str = ""

    def of(self, game: str, **parts: Any) -> str:
        """Returns the sentence in the words of this game, with its `%(part)s` filled in."""
        said: str = getattr(self, unit(game))
        return _(said or self.hand, **parts)
