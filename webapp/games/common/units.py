"""What each game calls a hand: rounds in Sichere Six, battles in Sicherman's War, hands elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from webapp.http.language import gettext as _

Unit = Literal["hand", "round", "battle"]
_UNITS: Mapping[str, Unit] = {"sichere-six": "round", "sichermans-war": "battle"}


def unit(game: str) -> Unit:
    """Returns what a game calls a hand."""
    return _UNITS.get(game, "hand")


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
