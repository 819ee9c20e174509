"""Items of a table: each thing that happened, once, with its words and its numbers, as one viewer may know it."""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from markupsafe import Markup

from rules_core import replay
from rules_core.events import Adjust, Event, Play, Ruling
from rules_core.findings import Viewer as Everybody
from rules_core.replay import Fold, Node
from webapp.access.authors import Authors
from webapp.games.common import entries
from webapp.games.common.desk_words import penalty_said
from webapp.games.common.stages import hand_number, void_was
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.steps import in_steps, let_others_after
from webapp.pages.entry_location import trick_of, where, with_source
from webapp.pages.last_entry import said
from webapp.services import services
from webapp.store.log import LoggedEvent
from webapp.table.desk import Dispute, Source
from webapp.table.desk import Line as DeskLine
from webapp.table.lines.house import RefereeCame
from webapp.table.lines.matters import Disputed, Reopened, reopenings
from webapp.table.lines.penalties import Lifted
from webapp.table.lines.requests import Agreed, Allowed, Denied, Dropped, Proposed, Requested
from webapp.table.penalties import Penalty
from webapp.table.rulings import Remedy
from webapp.table.snapshot import Snapshot, may_look_at
from webapp.table.viewer import Viewer
from webapp.telling import words
from webapp.telling.book import Change, Line, LogBook, Mention
from webapp.telling.disputes import quote_of, title_of
from webapp.words.disputes import by_name, reopened, rule_of, ruled, signature
from webapp.words.malformed import tag
from webapp.words.turn import changes_said, side_names

NOBODY = Viewer()
Totals = tuple[Sequence[int], Sequence[int]]
"""The totals a side, before and after."""
REQUESTS = (Requested, Allowed, Denied, Proposed, Agreed, Dropped)
"""What the desk notes of changes that wait for leave."""
WITH_ENTRIES = frozenset({Remedy.ADJUSTED, Remedy.VOID, Remedy.TAKEN_BACK})
"""What a ruling may be that comes with an entry of its own, right before it."""
DOES = WITH_ENTRIES | {Remedy.CORRECTED}
"""The same with those that come with an amendment."""


@dataclass(frozen=True)
class Item:
    """One thing that happened at a table, made `at` on a `device`; `is_timed`: that time is known.

    `kind` is what the log or the desk calls it, `place` its place there, `says` the line of the desk. `title` says in a
    few words what it is, `text` what was said or entered, `by` who decided it. `changes` have what stood before and
    after, `amounts` the points that it gave each of the `sides`, `totals` all points before and after. `about` is the
    place of the entry that it is about. `ended` says what became of it, `ended_at` when; `later` is the place of the
    line that took it back or corrected it. `is_closed`: this viewer may not read it yet; `is_marked`: only who rules
    may; `leads`: the table as it was then may be looked at.
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


class Telling:
    """A table told to a viewer; of rulings and adjustments those from the entry `since` on.

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
    def book(self) -> LogBook:
        """The whole log, read line by line."""
        return LogBook(self.now, self.log)

    # Lines of the log, one by one

    def line(self, line: Line) -> Item:
        """Returns what a line of the log says, whatever it is."""
        if line.says is not None:
            return self._entry(line, line.says)
        if line.took is not None:
            return self._of(line, [line.took], text=Markup("%s %s") % (words.took_back(), self.struck(line.took)))
        return self.correction(line)

    def _entry(self, line: Line, mention: Mention) -> Item:
        opened = self.reads(mention)
        note = self._note(mention) if opened else None
        ruling = mention.event if isinstance(mention.event, Ruling) else None
        return self._of(
            line,
            [mention],
            text=self._said(mention) if opened else self._covered(mention),
            notes=(note,) if note else (),
            trick=self._trick(mention) if opened else "",
            later=self.book.fate.get(line.place),
            about=None if ruling is None else ruling.event,
            rule=None if ruling is None else rule_of(ruling),
        )

    def correction(self, line: Line) -> Item:
        """Returns what an amendment changed, why, and what it did to the score."""
        told = [mention for change in line.changes for mention in change.mentions]
        opened = line.place < self.end or all(map(self.reads, told))
        return self._of(
            line,
            told,
            title=_("Corrected"),
            text=str(line.raw.get("reason", "")) if opened else "",
            by=self.authors.of_entry(self.log[line.place]),
            changes=line.changes,
            totals=(_seen(line.then), _seen(line.after)) if opened else None,
            sides=self._sides,
            is_closed=not opened,
        )

    def _of(self, line: Line, told: Sequence[Mention], **more: Any) -> Item:
        node = self.book.stands(line)
        players = all(self.book.is_open(mention, NOBODY) for mention in told)
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

    # Words of what a line mentions

    def reads(self, mention: Mention) -> bool:
        """Tells whether this viewer may read of an event."""
        return self.viewer.is_referee or self.book.is_open(mention, self.viewer)

    def told(self, mention: Mention) -> Markup:
        """Returns an event with all that it holds, as far as it may be read."""
        if not self.reads(mention):
            return self._covered(mention)
        more = self._note(mention)
        text = entries.entry(mention.event, self.names)
        return Markup("%s (%s)") % (text, more) if more else text

    def struck(self, mention: Mention) -> Markup:
        """Returns the same crossed out."""
        return Markup("<s>%s</s>") % self.told(mention)

    def where(self, mention: Mention) -> str:
        """Returns where an event falls: *Hand 1, trick 3*."""
        return where(self.now.at(mention.fold), mention.node)

    def _said(self, mention: Mention) -> Markup:
        return with_source(self.now, mention.node, said(self.now.fold.game, mention.node, self.names))

    def _note(self, mention: Mention) -> Markup:
        """What its line leaves out. That a play broke a duty may rest on a hand that only its own seat has seen."""
        if isinstance(mention.event, Play) and not (self.viewer.is_referee or self.book.is_over(mention)):
            return Markup()
        return words.in_full(mention.event, side_names(self.names, len(mention.fold.state.totals)))

    def _covered(self, mention: Mention) -> Markup:
        return Markup("%s") % (words.covered(mention.event, self.names) or self.where(mention))

    def _trick(self, mention: Mention) -> str:
        """Which trick an entry belongs to; nothing of one outside the tricks. Closed ones say where they are."""
        number = trick_of(self.now.at(mention.fold), mention.node)
        return _(look_of(self.now.table.game).trick_said, number=number) if number else ""

    # What people decided

    def corrections(self) -> Iterator[Item]:
        """Yields what people corrected; what the house set aside is none."""
        if not any('"amend"' in line.body for line in self.log):
            return
        for line in in_steps(self.book.lines):
            if line.changes and not self.is_by_house(line):
                yield self.correction(line)

    def corrected_hands(self) -> Iterator[Item]:
        """Yields amendments of hands that were over, but for what belongs to a ruling or penalty, or took it back."""
        own = {penalty.entry for penalty in self.now.desk.penalties}
        for node in in_steps(replay.nodes(self.now.fold)):
            if isinstance(node.event, Ruling):
                own |= {node.index, *({node.index - 1} if node.event.remedy in DOES else ())}
        for place in in_steps([place for place, _device in self.now.log.decisions if place >= self.since]):
            line = self.log[place - self.since]
            raw = json.loads(line.body)
            targets = {change["target"] for change in raw.get("changes", ())}
            if raw["type"] == "amend" and place not in own and own.isdisjoint(targets):
                hand = bisect_right(self.now.log.public.hand_starts, min(targets))
                yield self._entered(
                    "amend",
                    place,
                    line.made_at,
                    line.device_id,
                    title=_("%(hand)s corrected", hand=hand_number(self.now.table.game, hand)),
                    text=raw.get("reason", ""),
                    by=self.authors.of_entry(line),
                    hand=hand,
                )

    def is_by_house(self, line: Line) -> bool:
        """Tells whether the house made this line: it sets declared hands aside."""
        return line.device_id is None and self.now.desk.source(line.place) is None

    def rulings(self) -> Iterator[Item]:
        """Yields what was ruled, those rulings that were reopened among them."""
        for node in in_steps(replay.nodes(self.now.fold)):
            if isinstance(node.event, Ruling) and node.index >= self.since:
                yield self.ruling(node)

    def ruling(self, node: Node) -> Item:
        """Returns a ruling with its points, and that it was reopened."""
        now, ruling = self.now, node.event
        assert isinstance(ruling, Ruling)
        line, again = self.log[node.index - self.since], reopenings(now.desk).get(node.index)
        return self._entered(
            "ruling",
            node.index,
            line.made_at,
            line.device_id,
            title=_("Ruling"),
            text=ruled(ruling) or _("Ruled without words."),
            by=signature(ruling),
            about=ruling.event,
            **self._points(points_of(now, node)),
            rule=rule_of(ruling),
            ended="" if again is None else reopened(again[0]),
            ended_at=None if again is None else again[1].made_at,
        )

    def adjustments(self) -> Iterator[Item]:
        """Yields the adjustments that belong to no ruling or penalty, those that were taken back since among them."""
        standing = {node.index: node.event for node in replay.nodes(self.now.fold) if isinstance(node.event, Adjust)}
        raws = [json.loads(line.body) for line in in_steps(self.log)]
        penalties = {penalty.entry for penalty in self.now.desk.penalties}
        for line, raw, then in in_steps(zip(self.log, raws, [*raws, {}][1:], strict=True)):
            place = line.seq - 1
            if raw["type"] != "adjust" or then.get("remedy") == Remedy.ADJUSTED or place in penalties:
                continue
            stands = standing.get(place)
            yield self._entered(
                "adjust",
                place,
                line.made_at,
                line.device_id,
                title=_("Adjusted"),
                text=stands.reason if stands else raw["reason"],
                by=self.authors.of_entry(line),
                **self._points(stands.points if stands else raw["points"]),
                ended="" if stands else _("taken back"),
            )

    def voided(self) -> Iterator[Item]:
        """Yields the hands that were void without a ruling, those that count again since among them."""
        standing = {node.index for node in replay.nodes(self.now.fold)}
        raws = [json.loads(line.body) for line in in_steps(self.log)]
        for line, raw, then in in_steps(zip(self.log, raws, [*raws, {}][1:], strict=True)):
            if raw["type"] == "void-hand" and then.get("remedy") != Remedy.VOID:
                place = line.seq - 1
                hand = self.book.lines[place].hand
                yield self._entered(
                    "void-hand",
                    place,
                    line.made_at,
                    line.device_id,
                    title=void_was(self.now.table.game, hand),
                    text=raw.get("reason", ""),
                    by=self.authors.of_entry(line),
                    hand=hand,
                    ended="" if place in standing else _("taken back"),
                )

    def effect(self, item: Item) -> Totals | None:
        """Returns the totals before and after what was decided, None where it changed none."""
        match item:
            case Item(kind="penalty", of=Penalty(entry=int() as place)):
                return _totals(self.book.lines[place])
            case Item(kind="ruling", place=place) if self._remedy(place) in WITH_ENTRIES:
                return _totals(self.book.lines[place - 1])
            case Item(kind="adjust" | "amend" | "void-hand", place=place):
                return _totals(self.book.lines[place])
        return None

    def _remedy(self, place: int) -> object:
        return json.loads(self.log[place - self.since].body).get("remedy")

    def penalties(self) -> Iterator[Item]:
        """Yields the penalties with what they cost, those that were lifted since among them."""
        for one in self.now.desk.penalties:
            gone = one.lifted
            yield self._on_desk(
                one.line,
                title=penalty_said(self.now.table.game, one.step, self.names[one.seat]),
                text=one.reason,
                by=by_name(one.by),
                **self._points(one.points or None),
                rule=one.rule,
                ended=_("Lifted by %(name)s: %(why)s", name=by_name(gone.by), why=gone.why) if gone else "",
                ended_at=gone.made_at if gone else None,
                of=one,
            )

    def disputes(self) -> Iterator[Item]:
        """Yields what somebody brought up, and how it ended."""
        opened = [number for number, line in enumerate(self.now.desk.lines) if isinstance(line.says, Disputed)]
        for number, one in zip(opened, self.now.desk.disputes, strict=True):
            ended = _("withdrawn") if one.withdrawn else _("ruled")
            yield self._on_desk(
                number,
                title=title_of(self.now, one),
                text=quote_of(self.now, one),
                by=by_name(one.by),
                hand=one.hand or 0,
                about=one.about,
                ended=_("open") if one.is_open else ended,
                source=one.source,
                of=one,
            )

    def requests(self) -> Iterator[Item]:
        """Yields what the desk notes of requests, proposals and agreements, line by line."""
        for number, line in enumerate(in_steps(self.now.desk.lines)):
            if isinstance(says := line.says, REQUESTS):
                entries_asked = says.entries if isinstance(says, Requested | Proposed) else ()
                asked = (raw["points"] for raw in entries_asked if raw.get("type") == "adjust")
                why = ("" if isinstance(says, Agreed) else says.why, *(changes_said(self._sides, one) for one in asked))
                yield self._on_desk(
                    number,
                    text=words.desk_said(self.now.table.game, says, 0),
                    by=by_name(self.authors.of_desk_line(line)),
                    notes=tuple(filter(None, why)),
                )

    def told_of_desk(self) -> Iterator[Item]:
        """Yields the lines that change an earlier decision, and who rules from then on though they play or host."""
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
            title=_("Ruling reopened"),
            text=line.why or "",
            by=by_name(line.by or ""),
            **self._points(line.points or None),
            notes=() if kept else (_("What it did was taken back."),),
            about=line.ruling,
        )

    def _lifting(self, number: int, line: Lifted) -> Item:
        penalty = self.now.desk.penalties[line.penalty - 1]
        return self._on_desk(
            number,
            title=_("Lifted: %(what)s", what=penalty_said(self.now.table.game, penalty.step, self.names[penalty.seat])),
            text=line.why,
            by=by_name(line.by),
            **self._points([-each for each in penalty.points] or None),
            of=penalty,
        )

    def desk_line(self, number: int) -> Item:
        """Returns any line of the desk, in one sentence."""
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

    @cached_property
    def _sides(self) -> list[str]:
        return side_names(self.names, len(self.now.fold.state.totals))

    def _points(self, points: Iterable[int] | None) -> dict[str, Any]:
        """Points a side and whose they are; nothing where there are none."""
        return {"amounts": () if points is None else tuple(points), "sides": self._sides}


def _totals(line: Line) -> Totals | None:
    """The totals before and after a line as everybody may see them, None where it changed none."""
    before, after = (_seen(fold) for fold in (line.then, line.after))
    return None if before == after else (before, after)


def _seen(fold: Fold) -> Sequence[int]:
    totals: Sequence[int] = fold.game.view(fold.state, Everybody()).totals
    return totals


# Points of a ruling


def made_with(node: Node) -> Node | None:
    """Returns the entry that was made together with a ruling."""
    done = node.before
    return done if done is not None and done.index == node.index - 1 else None


def adjusted_by(node: Node) -> tuple[int, ...] | None:
    """Returns the points that were added together with this ruling, None where it adjusted nothing."""
    done, ruling = made_with(node), node.event
    event: Event | None = done.event if done is not None else None
    together = isinstance(ruling, Ruling) and ruling.remedy == Remedy.ADJUSTED
    return event.points if together and isinstance(event, Adjust) else None


def points_of(now: Snapshot, node: Node) -> tuple[int, ...] | None:
    """Returns the points of a ruling, also of one that was reopened and whose points were taken back."""
    standing = adjusted_by(node)
    if standing is not None:
        return standing
    again = reopenings(now.desk).get(node.index)
    return tuple(-each for each in again[0].points) or None if again is not None else None
