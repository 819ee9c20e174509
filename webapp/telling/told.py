"""A table as a list of items, as one viewer may know it: its log, and its desk."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from rules_core.replay import Node
from webapp.access.authors import device_name
from webapp.games.common import entries
from webapp.games.common.penalty_words import penalty_said, why_penalised
from webapp.http.language import gettext as _
from webapp.http.steps import in_steps
from webapp.pages.entry_location import told_event
from webapp.table.lines.matters import Disputed, Lifted, Reopened
from webapp.table.lines.people import RefereeCame
from webapp.table.lines.requests import Agreed, Allowed, Countersigned, Denied, Dropped, Proposed, Requested
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling import words
from webapp.telling.decided import DecisionsTold, outcome_of, points_of_penalty, quote_of, title_of
from webapp.telling.item import Item
from webapp.words.phrases import DONE_TAKEN_BACK, by_name
from webapp.words.turn import changes_said

REQUESTS = (Requested, Allowed, Denied, Proposed, Agreed, Countersigned, Dropped)
"""Lines of the desk about change requests."""


class Telling(DecisionsTold):
    def penalties(self) -> Iterator[Item]:
        """Yields the penalties with their points, lifted ones included."""
        for one in self.now.desk.penalties:
            gone = one.lifted
            yield self._on_desk(
                one.line,
                title=penalty_said(self.now.table.game, one.step, self.names[one.seat]),
                text=why_penalised(one),
                by=by_name(one.by),
                **self._points(points_of_penalty(self.now, one) or None),
                rule=one.rule,
                ended=_("Lifted by %(name)s: %(why)s", name=by_name(gone.by), why=gone.why) if gone else "",
                ended_at=gone.made_at if gone else None,
                of=one,
            )

    def disputes(self) -> Iterator[Item]:
        """Yields the disputes, and how they ended."""
        opened = [number for number, line in enumerate(self.now.desk.lines) if isinstance(line.says, Disputed)]
        for number, one in zip(opened, self.now.desk.disputes, strict=True):
            yield self._on_desk(
                number,
                title=title_of(self.now, one),
                text=quote_of(self.now, one),
                by=by_name(one.by),
                hand=one.hand or 0,
                about=one.about,
                ended=outcome_of(self.now, one),
                source=one.source,
                of=one,
            )

    def requests(self) -> Iterator[Item]:
        """Yields the requests, proposals and agreements, line by line."""
        for number, line in enumerate(in_steps(self.now.desk.lines)):
            if isinstance(says := line.says, REQUESTS):
                entries_asked = says.entries if isinstance(says, Requested | Proposed) else ()
                asked = (raw["points"] for raw in entries_asked if raw.get("type") == "adjust")
                why = (
                    "" if isinstance(says, Agreed | Countersigned) else says.why,
                    *(changes_said(self._sides, one) for one in asked),
                )
                yield self._on_desk(
                    number,
                    text=words.desk_said(self.now.table.game, says, 0),
                    by=by_name(self.authors.of_desk_line(line)),
                    notes=tuple(filter(None, why)),
                )

    def told_of_desk(self) -> Iterator[Item]:
        """Yields the lines that change an earlier decision, and new referees who also play or host."""
        for number, line in enumerate(in_steps(self.now.desk.lines)):
            match line.says:
                case Reopened() as says:
                    yield self._reopening(number, says)
                case Lifted() as says:
                    yield self._lifting(number, says)
                case RefereeCame(is_told=True) as says:
                    yield self._own_referee(number, says)

    def _own_referee(self, number: int, line: RefereeCame) -> Item:
        name, plays = line.name, line.seat is not None
        said = _("Everybody at the table agrees to it, %(name)s says.", name=name)
        return self._on_desk(
            number,
            title=_("%(name)s plays and rules", name=name) if plays else _("%(name)s hosts and rules", name=name),
            text=said if plays else _("The phone that hosts the table rules as well."),
            by=name,
        )

    def _reopening(self, number: int, line: Reopened) -> Item:
        kept = bool(line.points) or not line.undo
        return self._on_desk(
            number,
            title=_("Ruling reopened") if line.appeal is None else _("Ruling changed on appeal"),
            text=line.why or "",
            by=by_name(line.by or ""),
            **self._points(line.points or None),
            notes=() if kept else (_(DONE_TAKEN_BACK),),
            about=line.ruling,
        )

    def _lifting(self, number: int, line: Lifted) -> Item:
        penalty = self.now.desk.penalties[line.penalty - 1]
        return self._on_desk(
            number,
            title=_("Lifted: %(what)s", what=penalty_said(self.now.table.game, penalty.step, self.names[penalty.seat])),
            text=line.why,
            by=by_name(line.by),
            **self._points([-each for each in points_of_penalty(self.now, penalty)] or None),
            of=penalty,
        )

    def desk_line(self, number: int) -> Item:
        says = self.now.desk.lines[number].says
        dispute = sum(isinstance(one.says, Disputed) for one in self.now.desk.lines[: number + 1])
        return self._on_desk(
            number,
            text=Markup("%s") % words.desk_said(self.now.table.game, says, dispute),
            about=getattr(says, "ruling", getattr(says, "about", None)),
        )

    def _on_desk(self, number: int, **more: Any) -> Item:
        line = self.now.desk.lines[number]
        known = {"source": self.now.desk.source_of_line(number), "says": line.says}
        return Item(line.kind, number, line.made_at, line.device_id, is_of_desk=True, **(known | more))


@dataclass(frozen=True)
class Amended:
    """A correction of an entry: the old entry, the device that corrected it, and the reason."""

    before: list[Markup]
    phone: str
    reason: str


def is_amended(node: Node) -> bool:
    """Tells whether an entry was corrected."""
    return node.entered != node.index


def amended(now: Snapshot, node: Node) -> Amended | None:
    """Returns how an entry was corrected, None where it stands as it was entered."""
    if not is_amended(node):
        return None
    line = Telling(now, Viewer()).readable.lines[node.entered]
    before = [mention.node for change in line.changes if change.target == node.index for mention in change.was]
    if node.event in [each.event for each in before]:  # another event was put in next to it
        return None
    said = [entries.entry(told_event(now, each), now.table.players) for each in before]
    return Amended(said, device_name(now, line.device_id), str(line.raw.get("reason", "")))
