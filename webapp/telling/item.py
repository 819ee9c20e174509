"""An item: one thing that happened at a table, with its words and its numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from markupsafe import Markup

from webapp.table.desk import Dispute, Source
from webapp.table.desk import Line as DeskLine
from webapp.table.lines.matters import Lifted, Reopened
from webapp.table.penalties import Penalty
from webapp.telling.book import Change
from webapp.words.disputes import sentence
from webapp.words.origins import tag
from webapp.words.turn import changes_said

Totals = tuple[Sequence[int], Sequence[int]]
"""The totals a side, before and after."""


@dataclass(frozen=True)
class Appeal:
    """An appeal against a ruling: who appeals, in what words, what came of it, and what was answered by whom."""

    number: int
    said: str
    why: str
    at: datetime
    outcome: str
    answer: str

    @property
    def told(self) -> str:
        said = f"{self.said}: {self.why}"
        return f"{sentence(said)} {self.outcome[:1].upper()}{sentence(self.outcome[1:])}"


@dataclass(frozen=True)
class Item:
    """One thing that happened at a table, made `at` on a `device`; `is_timed`: that time is known.

    `kind` is what the log or the desk calls it, `place` its place there, `says` the line of the desk. `title` says in a
    few words what it is, `text` what was said or entered, `by` who decided it. `changes` have what stood before and
    after, `amounts` the points that it gave each of the `sides`, `totals` all points before and after. `about` is the
    place of the entry that it is about. `ended` says what became of it, `ended_at` when; `later` is the place of the
    line that took it back or corrected it; `appeals` were made against it. `is_closed`: this viewer may not read it
    yet; `is_marked`: only who rules may; `leads`: the table as it was then may be looked at.
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
        """That it came from a file, nothing for what was made here."""
        return tag(self.source)
