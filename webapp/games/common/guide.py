"""Guide of a game: a few moments of a sample hand, each with what is tapped and what the app does then."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import LazyString

from rules_core import replay
from rules_core.findings import Refusal
from rules_core.record import Header
from rules_core.replay import Fold

Words = str | LazyString
"""A plain one is the same in every language."""


@dataclass(frozen=True)
class Step:
    """One moment: what was entered since the one before, the keys tapped for it, and a short caption.

    A key shows a card, a rank or a suit, given by its letters, or else words.
    """

    title: Words
    caption: Words
    keys: tuple[Words, ...]
    events: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Guide:
    """How a game is entered, told with one sample hand."""

    game: str
    players: tuple[str, ...]
    steps: Sequence[Step]

    def moments(self) -> Iterator[tuple[Step, Fold]]:
        """Yields each step with the table after it.

        The sample is folded by the rules themselves, so that a guide can show nothing that they would refuse.
        """
        fold = replay.begin(Header(self.game, self.players, {}))
        for step in self.steps:
            for raw in step.events:
                after = replay.step(fold, raw)
                if isinstance(after, Refusal):
                    raise RuntimeError(f"the sample of {self.game} does not fold at event {fold.seq}: {after.code}")
                fold = after
            yield step, fold


def play(seat: int, card: str, **said: Any) -> Mapping[str, Any]:
    return {"type": "play", "seat": seat, "card": card, **said}


def deal(dealer: int) -> Mapping[str, Any]:
    return {"type": "deal", "dealer": dealer}


UNDO: Mapping[str, Any] = {"type": "undo"}
