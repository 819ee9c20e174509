"""The rulings of a case so far, signed, with what became of them: none is ever erased."""

from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from rules_core.events import Ruling
from rules_core.replay import Node
from webapp.games.common.rulebook.links import rule_url
from webapp.http.language import gettext as _
from webapp.referee.cases.subject import Subject
from webapp.referee.cases.taking_back import adjusted_by, points_of
from webapp.seats.seating import may_rule
from webapp.services import services
from webapp.store.desk_kinds import DeskKind
from webapp.store.models import DeskLine
from webapp.words.dates import moment
from webapp.words.disputes import reopened
from webapp.words.from_file import tag
from webapp.words.ruling_text import rule_of, ruled, signature
from webapp.words.sides import changes_said, side_names


@dataclass(frozen=True)
class PastRuling:
    """A ruling: what it says, who signed it and when.

    `again` tells by whom, when and why it was reopened; `source` that it came from a file, where it did.
    """

    text: str
    by: str
    at: str
    rule: str | None
    rule_url: str | None
    points: str | None
    again: tuple[str, str] | None
    reopen: str | None
    source: str = ""


def past_rulings(subject: Subject) -> list[PastRuling]:
    """Returns the rulings about this so far, the oldest first."""
    nodes = subject.rulings
    if not nodes:
        return []
    lines = services().store.events(subject.now.table.id, min(node.index for node in nodes))
    times = {line.seq - 1: line.made_at for line in lines}
    return [_given(subject, node, times[node.index]) for node in nodes]


def _given(subject: Subject, node: Node, made_at: datetime) -> PastRuling:
    ruling, now = node.event, subject.now
    assert isinstance(ruling, Ruling)
    rule, again = rule_of(ruling), node.index in now.desk.reopened
    address = url_for("rulings.reopen", table_id=now.table.id, place=node.index)
    return PastRuling(
        ruled(ruling) or _("Ruled without words."),
        signature(ruling),
        moment(made_at),
        rule,
        rule_url(now.table.game, rule, now.table.id) if rule else None,
        _points(subject, node),
        _reopened(subject, node.index) if again else None,
        address if may_rule(now, subject.viewer) and not again else None,
        tag(now.desk.source(node.index)),
    )


def points_so_far(subject: Subject) -> tuple[int, ...]:
    """Returns what the rulings about this have added to the totals, those that were reopened among them."""
    added = [points for node in subject.rulings if (points := adjusted_by(node)) is not None]
    return tuple(sum(each) for each in zip(*added, strict=True))


def _points(subject: Subject, node: Node) -> str | None:
    points = points_of(subject.now, node)
    if points is None:
        return None
    return changes_said(side_names(subject.now.table.players, len(points)), points)


def _reopened(subject: Subject, place: int) -> tuple[str, str]:
    """By whom and why a ruling was reopened, and when."""
    line = _reopening(subject, place)
    return (reopened({}), "") if line is None else (reopened(line.body), moment(line.made_at))


def _reopening(subject: Subject, place: int) -> DeskLine | None:
    lines = (line for line in subject.now.desk.lines if line.kind == DeskKind.REOPEN)
    return next((line for line in lines if line.body.get("ruling") == place), None)
