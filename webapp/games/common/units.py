"""Sentences about a hand in the words of each game, which may call it a round or a battle."""

from dataclasses import dataclass
from typing import Any

from webapp.games.look import Unit
from webapp.games.registry import look_of
from webapp.http.language import gettext as _


def unit(game: str) -> Unit:
    """Returns what a game calls a hand."""
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
