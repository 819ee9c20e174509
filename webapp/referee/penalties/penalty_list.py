"""Penalties of a table, and those that its people have from other tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from webapp.games.common.desk_words import penalty_said
from webapp.games.common.rulebook import rule_url
from webapp.services import Services, services
from webapp.table.penalties import Penalty, Step
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.disputes import by_name
from webapp.words.malformed import tag
from webapp.words.turn import changes_said, side_names


@dataclass(frozen=True)
class ListedPenalty:
    """A penalty in words. `lifted` says by whom and why it was lifted, None where it holds.

    `lift`: where it is lifted, for who may.
    """

    number: int
    title: str
    reason: str
    points: str
    rule: str
    rule_url: str | None
    by: str
    made_at: datetime
    source: str
    lifted: tuple[str, str, datetime] | None
    lift: str | None


def listed_penalties(now: Snapshot, viewer: Viewer) -> list[ListedPenalty]:
    """Returns all penalties of the table, the oldest first, those that were lifted among them."""
    return [_listed(now, viewer, penalty) for penalty in now.desk.penalties]


def _listed(now: Snapshot, viewer: Viewer, penalty: Penalty) -> ListedPenalty:
    table, ended = now.table, penalty.lifted
    may_lift = viewer.is_referee and penalty.holds
    return ListedPenalty(
        penalty.number,
        penalty_said(table.game, penalty, table.players),
        penalty.reason,
        changes_said(side_names(table.players, len(penalty.points)), penalty.points) if penalty.points else "",
        penalty.rule,
        rule_url(table.game, penalty.rule, table.id),
        by_name(penalty.by),
        penalty.made_at,
        tag(now.desk.source_of_line(penalty.line)),
        (by_name(ended.by), ended.why, ended.made_at) if ended else None,
        url_for("penalties.lifting", table_id=table.id, number=penalty.number) if may_lift else None,
    )


@dataclass(frozen=True)
class PenaltyElsewhere:
    """A penalty that holds and was not given at this table, and what is said of it in one line."""

    step: Step
    said: str


class PenaltiesElsewhere:
    """Hook for penalties from other tables; without one there are none."""

    def __init__(self) -> None:
        self.tell: Callable[[Snapshot, int], Sequence[PenaltyElsewhere]] = lambda now, seat: ()


def given_elsewhere(now: Snapshot, seat: int) -> Sequence[PenaltyElsewhere]:
    """Returns the penalties of the player on this seat that were given elsewhere, the oldest first."""
    return () if now.table.evening_id is None else services().part(PenaltiesElsewhere).tell(now, seat)


def register(services: Services) -> None:
    """Adds the part that is asked."""
    services.add(PenaltiesElsewhere())
