"""What can be said about a hand that is over, and what a game may say of it in its own words."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from rules_core.events import Event
from rules_core.findings import Contradiction, Infraction


@dataclass(frozen=True)
class Audit:
    """A hand that is over: how it was `entered`, and what follows from it.

    The cards of `known` of its `tricks`, or what stands for them, are known. `played_out`: no card stayed in a hand.
    `irregular` plays were entered as what really happened; `corrected` entries are not what was entered first.
    `events` are those of the hand, at a table of so many `players`.
    """

    entered: Literal["cards", "partly", "winners", "totals"]
    tricks: int
    known: int
    played_out: bool
    players: int
    events: tuple[Event, ...]
    infractions: tuple[Infraction, ...] = ()
    contradiction: Contradiction | None = None
    irregular: int = 0
    corrected: int = 0

    @property
    def is_blind(self) -> bool:
        """Tells whether no card of the hand is known, so that nothing could speak against anything."""
        return self.entered in ("totals", "winners")

    @property
    def is_clean(self) -> bool:
        """Tells whether nothing speaks against what was entered."""
        return not self.infractions and self.contradiction is None


AuditLine = Callable[[Audit], str | None]
"""Says how far the cards of a hand are known, and whether they agree; None: as of any hand."""
AuditNotes = Callable[[Audit], Iterable[str]]
"""Yields what else is to be said of how a hand was entered."""
