"""A table to play at in tests: events in, refusal codes out."""

from typing import Any

from rules_core import replay
from rules_core.findings import Refusal
from rules_core.record import Header
from rules_core.replay import Fold

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")


class Table:
    """A table of one game. Each entry answers with the code of its refusal, None where it was taken."""

    def __init__(self, game: str, players: int, **options: Any) -> None:
        self.fold: Fold = replay.begin(Header(game, NAMES[:players], options))
        self.refusal: Refusal | None = None

    @property
    def state(self) -> Any:
        return self.fold.state

    @property
    def phase(self) -> str:
        return self.fold.game.phase(self.state)

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.fold.game.to_act(self.state)

    @property
    def infractions(self) -> list[tuple[str, int, int, int]]:
        return [(i.code, i.seat, i.event, i.proof) for i in self.fold.game.infractions(self.state)]

    def enter(self, kind: str, **fields: Any) -> str | None:
        after = replay.step(self.fold, {"type": kind, **fields})
        if isinstance(after, Refusal):
            self.refusal = after
            return after.code
        self.fold, self.refusal = after, None
        return None

    def deal(self, dealer: int = 0) -> str | None:
        return self.enter("deal", dealer=dealer)

    def play(self, seat: int, card: str, **more: Any) -> str | None:
        return self.enter("play", seat=seat, card=card, **more)

    def plays(self, first: int, cards: str) -> None:
        """Plays a trick clockwise from this seat; every card must be taken."""
        players = len(self.fold.header.players)
        for place, card in enumerate(cards.split()):
            assert self.play((first + place) % players, card) is None, self.refusal
