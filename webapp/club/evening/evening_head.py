"""Head of an evening: what all of its pages say of it, and no line that changes anything else."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from webapp.club.evening.plan import Plan
from webapp.club.evening.state import EveningState, Origin


@dataclass(frozen=True)
class EveningHead:
    """What an evening is called, its plan, when it was closed, and the archive from which it was read."""

    title: str
    plan: Plan
    closed_at: datetime | None
    origin: Origin | None

    @classmethod
    def of(cls, state: EveningState) -> Self:
        """Returns the head of an evening."""
        return cls(state.title, state.plan, state.closed_at, state.origin)
