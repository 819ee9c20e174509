"""Penalties that a player has from beyond this table: whoever knows of them tells; a table by itself has none."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from webapp.services import Services, services
from webapp.table.penalties import Step
from webapp.table.snapshot import Snapshot


@dataclass(frozen=True)
class PenaltyElsewhere:
    """A penalty that holds and was not given at this table, and what is said of it in one line."""

    step: Step
    said: str


class PenaltiesElsewhere:
    """Asks whoever knows of other tables; until somebody is named there is nothing."""

    def __init__(self) -> None:
        self.tell: Callable[[Snapshot, int], Sequence[PenaltyElsewhere]] = lambda now, seat: ()


def given_elsewhere(now: Snapshot, seat: int) -> Sequence[PenaltyElsewhere]:
    """Returns the penalties of the player on this seat that were given elsewhere, the oldest first."""
    return () if now.table.evening_id is None else services().part(PenaltiesElsewhere).tell(now, seat)


def register(services: Services) -> None:
    """Adds the part that is asked."""
    services.add(PenaltiesElsewhere())
