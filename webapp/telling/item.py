"""Items: events at a table, each with its words and numbers, made of the lines of a log for one viewer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from markupsafe import Markup

from rules_core.events import Play, Ruling
from rules_core.findings import Observer
from rules_core.replay import Fold
from webapp.access.authors import Authors
from webapp.games.common import entries
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.steps import let_others_after
from webapp.pages.entry_location import said, told_event, trick_of, where, with_source
from webapp.services import services
from webapp.store.log import LoggedEvent
from webapp.table.desk import Dispute, Source
from webapp.table.desk import Line as DeskLine
from webapp.table.lines.matters import Lifted, Reopened
from webapp.table.penalties import Penalty
from webapp.table.snapshot import Snapshot, may_look_at
from webapp.table.viewer import Viewer
from webapp.telling import words
from webapp.telling.log_lines import Change, LogLine, Mention, ReadableLog
from webapp.words.cases import rule_of
from webapp.words.origins import tag
from webapp.words.phrases import capital, with_full_stop
from webapp.words.turn import changes_said, side_names

Totals = tuple[Sequence[int], Sequence[int]]
"""The totals a side, before and after."""


@dataclass(frozen=True)
class Appeal:
    """An appeal against a ruling: the appellant, the reason, the outcome, the answer and its author."""

    number: int
    said: str
    why: str
    at: datetime
    outcome: str
    answer: str

    @property
    def told(self) -> str:
        said = f"{self.said}: {self.why}"
        return f"{with_full_stop(said)} {with_full_stop(capital(self.outcome))}"


@dataclass(frozen=True)
class Item:
    """An event at a table, made `at` on a `device`; `is_timed`: that time is known.

    `kind` is what the log or the desk calls it, `place` its place there, `says` the line of the desk. `title` says in a
    few words what it is, `text` what was said or entered, `by` who decided it. `changes` have what stood before and
    after, `amounts` the points that it gave each of the `sides`, `totals` all points before and after. `about` is the
    place of the entry that it is about. `ended` says what became of it, `ended_at` when, `is_kept` that what it
    changed stays all the same; `later` is the place of the line that took it back or corrected it; `appeals` were
    made against it. `is_closed`: this viewer may not read it yet; `is_marked`: only who rules may; `leads`: the table
    as it was then may be looked at.
    """

    kind: str
    place: int
    at: datetime
    device: int | None = None
    title: str = ""
    text: Markup | str = ""
    by: str = ""
    is_timed: bool = True
    hand: int = 0
    trick: str = ""
    about: int | None = None
    notes: tuple[Markup | str, ...] = ()
    changes: tuple[Change, ...] = ()
    sides: Sequence[str] = field(default=(), repr=False)
    amounts: tuple[int, ...] = ()
    totals: Totals | None = None
    rule: str | None = None
    ended: str = ""
    ended_at: datetime | None = None
    is_kept: bool = False
    later: int | None = None
    source: Source | None = None
    appeals: tuple[Appeal, ...] = ()
    of: Dispute | Penalty | None = None
    says: DeskLine | None = None
    is_of_desk: bool = False
    is_closed: bool = False
    is_marked: bool = False
    leads: bool = False

    @property
    def code(self) -> str:
        """Its name within the table: *entry-12*, *desk-3*."""
        return f"{'desk' if self.is_of_desk else 'entry'}-{self.place}"

    @property
    def holds(self) -> bool:
        """Tells whether what it changed stands: nothing became of it since, or that stays all the same."""
        return self.is_kept or not self.ended

    @property
    def earlier(self) -> str:
        """The name of the decision that it changes, where it changes one."""
        if isinstance(self.says, Lifted) and isinstance(self.of, Penalty):
            return f"desk-{self.of.line}"
        return f"entry-{self.about}" if isinstance(self.says, Reopened) else ""

    @property
    def points(self) -> str:
        """The points that it gave, in words: *Ben +1, Cat −2*."""
        return changes_said(self.sides, self.amounts) if self.amounts else ""

    @property
    def mark(self) -> str:
        """A mark for items from a file, empty for others."""
        return tag(self.source)


NOBODY = Viewer()


class LogTold:
    """The log of a table told to a viewer; of rulings and adjustments those from the entry `since` on.

    Everything before the entry `end` is open to this viewer.
    """

    def __init__(self, now: Snapshot, viewer: Viewer, since: int = 0, end: int = 0) -> None:
        self.now, self.viewer, self.since, self.end = now, viewer, since, end
        self.names = now.table.players
        self.authors = Authors(now)

    @cached_property
    def log(self) -> Sequence[LoggedEvent]:
        """The lines from `since` on, as long as the log was then: another phone may have added to it."""
        found = services().store.events(self.now.table.id, self.since)[: self.now.fold.seq - self.since]
        let_others_after(len(found))
        return found

    @cached_property
    def readable(self) -> ReadableLog:
        return ReadableLog(self.now, self.log)

    # Lines of the log, one by one

    def line(self, line: LogLine) -> Item:
        """Returns the item of any line of the log."""
        if line.says is not None:
            return self._entry(line, line.says)
        if line.took is not None:
            return self._of(line, [line.took], text=Markup("%s %s") % (_("Taken back:"), self.struck(line.took)))
        return self.correction(line)

    def _entry(self, line: LogLine, mention: Mention) -> Item:
        opened = self.reads(mention)
        note = self._note(mention) if opened else None
        ruling = mention.event if isinstance(mention.event, Ruling) else None
        return self._of(
            line,
            [mention],
            text=self._said(mention) if opened else self._covered(mention),
            notes=(note,) if note else (),
            trick=self._trick(mention) if opened else "",
            later=self.readable.fate.get(line.place),
            about=None if ruling is None else ruling.event,
            rule=None if ruling is None else rule_of(ruling),
        )

    def correction(self, line: LogLine) -> Item:
        """Returns the item of an amendment: its changes, its reason, and its effect on the score."""
        told = [mention for change in line.changes for mention in change.mentions]
        opened = line.place < self.end or all(map(self.reads, told))
        return self._of(
            line,
            told,
            title=_("Corrected"),
            text=str(line.raw.get("reason", "")) if opened else "",
            by=self.authors.said(self.log[line.place]),
            changes=line.changes,
            totals=(seen(line.then), seen(line.after)) if opened else None,
            sides=self._sides,
            is_closed=not opened,
        )

    def _of(self, line: LogLine, told: Sequence[Mention], **more: Any) -> Item:
        node = self.readable.stands(line)
        players = all(self.readable.is_open(mention, NOBODY) for mention in told)
        shown: dict[str, Any] = {
            "is_closed": not all(map(self.reads, told)),
            "is_marked": self.viewer.is_referee and not players,
            "leads": node is not None and line.says is not None and may_look_at(self.now, self.viewer, node),
            "hand": line.hand,
        }
        return self._entered(line.kind, line.place, line.made_at, line.device_id, **(shown | more))

    def _entered(self, kind: str, place: int, at: datetime, device: int | None, **more: Any) -> Item:
        desk = self.now.desk
        return Item(kind, place, at, device, is_timed=desk.knows_time(place), source=desk.source(place), **more)

    # Words of a line's mentions

    def reads(self, mention: Mention) -> bool:
        return self.viewer.is_referee or self.readable.is_open(mention, self.viewer)

    def told(self, mention: Mention) -> Markup:
        """Returns an event with all that it holds, as far as it may be read."""
        if not self.reads(mention):
            return self._covered(mention)
        more = self._note(mention)
        text = entries.entry(told_event(self.now, mention.node), self.names)
        return Markup("%s (%s)") % (text, more) if more else text

    def struck(self, mention: Mention) -> Markup:
        """Returns the same crossed out."""
        return Markup("<s>%s</s>") % self.told(mention)

    def where(self, mention: Mention, *, hand: bool = True) -> str:
        """Returns where an event falls: *Hand 1, trick 3*."""
        return where(self.now.at(mention.fold), mention.node, hand=hand)

    def _said(self, mention: Mention) -> Markup:
        return with_source(self.now, mention.node, said(self.now, mention.node))

    def _note(self, mention: Mention) -> Markup:
        """Returns facts that its line leaves out. That a play broke a duty may rest on a private hand."""
        if isinstance(mention.event, Play) and not (self.viewer.is_referee or self.readable.hand_is_over(mention)):
            return Markup()
        return words.in_full(mention.event, side_names(self.names, len(mention.fold.state.totals)))

    def _covered(self, mention: Mention) -> Markup:
        return Markup("%s") % (words.covered(mention.event, self.names) or self.where(mention))

    def _trick(self, mention: Mention) -> str:
        """Returns the trick of an entry, empty for one outside the tricks. Closed ones say where they are."""
        number = trick_of(self.now.at(mention.fold), mention.node)
        return _(look_of(self.now.table.game).trick_said, number=number) if number else ""

    @cached_property
    def _sides(self) -> list[str]:
        return side_names(self.names, len(self.now.fold.state.totals))

    def _points(self, points: Iterable[int] | None) -> dict[str, Any]:
        """The points of each side, and the names of the sides."""
        return {"amounts": () if points is None else tuple(points), "sides": self._sides}


def seen(fold: Fold) -> Sequence[int]:
    totals: Sequence[int] = fold.game.view(fold.state, Observer()).totals
    return totals
