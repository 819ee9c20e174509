"""Penalties of a table, and those that its people have from other tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from webapp.games.common.desk_words import penalty_said
from webapp.games.common.rulebook import rule_url
from webapp.http.language import gettext as _
from webapp.services import Services, services
from webapp.table.penalties import Given, Penalty
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.disputes import by_name
from webapp.words.malformed import tag
from webapp.words.turn import changes_said, side_names


@dataclass(frozen=True)
class PenaltyRow:
    """A penalty in words, as templates/macros/penalties.html shows it.

    `cost` says what it takes, `where` at which table of an evening it was given, `lifted` by whom and why it was lifted
    and when, None where it holds; `lift` is where it is lifted, for who may.
    """

    title: str
    reason: str
    cost: str
    rule: str
    rule_url: str | None
    where: str
    by: str
    made_at: datetime
    source: str
    lifted: tuple[str, datetime] | None
    lift: str | None


def row_of(
    one: Given,
    title: str,
    *,
    cost: str = "",
    rule_url: str | None = None,
    where: str = "",
    source: str = "",
    lift: str | None = None,
) -> PenaltyRow:
    """Returns a penalty in words; `title` says whom it was given."""
    ended = one.lifted
    said = _("Lifted by %(name)s: %(why)s", name=by_name(ended.by), why=ended.why) if ended else ""
    lifted = (said, ended.made_at) if ended else None
    lift = lift if one.holds else None
    return PenaltyRow(
        title, one.reason, cost, one.rule, rule_url, where, by_name(one.by), one.made_at, source, lifted, lift
    )


def listed_penalties(now: Snapshot, viewer: Viewer) -> list[PenaltyRow]:
    """Returns all penalties of the table, the oldest first, those that were lifted among them."""
    return [_listed(now, viewer, penalty) for penalty in now.desk.penalties]


def _listed(now: Snapshot, viewer: Viewer, penalty: Penalty) -> PenaltyRow:
    table, points = now.table, penalty.points
    return row_of(
        penalty,
        penalty_said(table.game, penalty.step, table.players[penalty.seat]),
        cost=changes_said(side_names(table.players, len(points)), points) if points else "",
        rule_url=rule_url(table.game, penalty.rule, table.id),
        source=tag(now.desk.source_of_line(penalty.line)),
        lift=url_for("penalties.lifting", table_id=table.id, number=penalty.number) if viewer.is_referee else None,
    )


@dataclass(frozen=True)
class PenaltyElsewhere:
    """A penalty that holds and was not given at this table, and what is said of it in one line."""

    step: str
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
