"""What a referee notes of a dispute: that it is about another play, and what a player has admitted."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from webapp.store.desk_kinds import DeskKind
from webapp.store.models import DeskLine


@dataclass(frozen=True)
class Admission:
    """That whoever made the play at the place `event` of the log has admitted a breach of the duty `code` by it.

    `card` should have been played instead, where that was said. It was noted by the name `by`.
    """

    event: int
    code: str
    card: str | None
    by: str
    noted_at: datetime


def noted_of(line: DeskLine) -> dict[str, Any]:
    """Returns the fields of a dispute that such a line changes. An admission is about one play, and goes with it."""
    body = line.body
    if line.kind == DeskKind.POINTED:
        fields = {name: body.get(name) for name in ("about", "hand", "trick")}
        return {**fields, "admitted": None}
    told = Admission(body["event"], body["code"], body.get("card"), body["by"], line.made_at)
    return {"about": told.event, "hand": None, "trick": None, "admitted": told}
