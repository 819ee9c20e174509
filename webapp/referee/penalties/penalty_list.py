"""The penalties of a table in words, as the desk, the list of decisions and the protocol show them."""

from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from webapp.games.common.penalties import penalty_said
from webapp.games.common.rulebook.links import rule_url
from webapp.table.penalties import Penalty
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.disputes import by_name
from webapp.words.from_file import tag
from webapp.words.sides import changes_said, side_names


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
