"""Decisions at a table in one list for everybody, and how far each device has read it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from markupsafe import Markup

from rules_core import replay
from rules_core.events import Adjust, Ruling
from rules_core.replay import Node
from webapp.access.authors import Authors
from webapp.access.seating import device_name
from webapp.games.common.desk_words import penalty_said
from webapp.games.common.rulebook import rule_url
from webapp.http.language import gettext as _
from webapp.http.steps import in_steps, let_others_after
from webapp.pages.entry_location import placed
from webapp.referee.cases.subject import of_ruling
from webapp.referee.cases.taking_back import points_of
from webapp.services import services
from webapp.store.log import LoggedEvent
from webapp.table.lines.house import RefereeCame
from webapp.table.lines.matters import Reopened, reopenings
from webapp.table.lines.penalties import Lifted
from webapp.table.penalties import Penalty
from webapp.table.read_marks import Unread, unread
from webapp.table.rulings import Remedy
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.disputes import (
    by_name,
    reopened,
    rule_of,
    ruled,
    signature,
)
from webapp.words.malformed import tag
from webapp.words.turn import changes_said, side_names


@dataclass(frozen=True)
class Decision:
    """One decision. `code` is its place, "entry-12" or "desk-3"; `amounts` are points a side, `points` those in words.

    `about` is what it was about, `url` its case; `ended` says what became of it where it no longer holds; `is_new`:
    this device has not read it yet.
    """

    code: str
    title: str
    text: str
    by: str
    made_at: datetime
    amounts: tuple[int, ...] = ()
    points: str = ""
    rule: str | None = None
    rule_url: str | None = None
    about: Markup | str = ""
    url: str | None = None
    ended: str = ""
    source: str = ""
    is_new: bool = False


def decisions(now: Snapshot, viewer: Viewer) -> list[Decision]:
    """Returns all decisions of a table, the newest first."""
    return _Listed(now, viewer, unread(now, viewer)).all()


def new_decisions(now: Snapshot, viewer: Viewer) -> list[Decision]:
    """Returns those that this device has not read yet and that still hold, the newest first."""
    new = unread(now, viewer)
    if not (new.entries or new.lines):
        return []
    listed = _Listed(now, viewer, new, since=min(new.entries, default=now.fold.seq))
    return [one for one in listed.all() if one.is_new and not one.ended]


class _Listed:
    """A table whose decisions are gathered, from the entry `since` on."""

    def __init__(self, now: Snapshot, viewer: Viewer, new: Unread, since: int = 0) -> None:
        self.now, self.viewer, self.new = now, viewer, new
        self._log: Sequence[LoggedEvent] = services().store.events(now.table.id, since)
        let_others_after(len(self._log))
        self._nodes = {node.index: node for node in replay.nodes(now.fold) if isinstance(node.event, (Adjust, Ruling))}
        self._authors = Authors(now)
        self._reopened = reopenings(now.desk)

    def all(self) -> list[Decision]:
        """Returns them, the newest first."""
        return sorted((*self._entries(), *self._lines()), key=lambda one: one.made_at, reverse=True)

    def _entries(self) -> Iterator[Decision]:
        raws = [json.loads(line.body) for line in in_steps(self._log)]
        penalties = {penalty.entry for penalty in self.now.desk.penalties}
        for line, raw, then in in_steps(zip(self._log, raws, [*raws, {}][1:], strict=True)):
            node = self._nodes.get(line.seq - 1)
            if raw["type"] == "ruling" and node is not None:
                yield self._ruling(line, node)
            elif raw["type"] == "adjust" and then.get("remedy") != Remedy.ADJUSTED and line.seq - 1 not in penalties:
                yield self._adjustment(line, raw, node)

    def _ruling(self, line: LoggedEvent, node: Node) -> Decision:
        now, ruling = self.now, node.event
        assert isinstance(ruling, Ruling)
        rule, again, case = rule_of(ruling), self._reopened.get(node.index), of_ruling(now, self.viewer, node.index)
        about = next((one for one in replay.nodes(now.fold) if one.index == ruling.event), None)
        return Decision(
            f"entry-{node.index}",
            _("Ruling"),
            ruled(ruling) or _("Ruled without words."),
            signature(ruling),
            line.made_at,
            *self._changes(points_of(now, node)),
            rule,
            rule_url(now.table.game, rule, now.table.id) if rule else None,
            _("An entry that was taken back") if about is None else placed(now, self.viewer, about),
            case.url if case is not None else None,
            reopened(again[0]) if again is not None else "",
            tag(now.desk.source(node.index)),
            node.index in self.new.entries,
        )

    def _adjustment(self, line: LoggedEvent, raw: Mapping[str, Any], node: Node | None) -> Decision:
        place = line.seq - 1
        event = node.event if node is not None else None
        points, why = (event.points, event.reason) if isinstance(event, Adjust) else (raw["points"], raw["reason"])
        return Decision(
            f"entry-{place}",
            _("Adjusted"),
            why,
            self._authors.of_entry(line) or device_name(self.now, line.device_id),
            line.made_at,
            *self._changes(points),
            ended="" if node is not None else _("Taken back."),
            source=tag(self.now.desk.source(place)),
            is_new=place in self.new.entries,
        )

    def _lines(self) -> Iterator[Decision]:
        for number, line in enumerate(in_steps(self.now.desk.lines)):
            match line.says:
                case Reopened() as says:
                    yield self._reopening(number, says, line.made_at)
                case Lifted() as says:
                    yield self._lifting(number, says, line.made_at)
                case RefereeCame(is_told=True) as says:
                    yield self._own_referee(number, says, line.made_at)
        yield from map(self._penalty, in_steps(self.now.desk.penalties))

    def _own_referee(self, number: int, line: RefereeCame, made_at: datetime) -> Decision:
        name, plays = line.name, line.seat is not None
        said = _("Everybody at the table agrees to it, %(name)s says.", name=name)
        return Decision(
            f"desk-{number}",
            _("%(name)s plays and rules", name=name) if plays else _("%(name)s hosts and rules", name=name),
            said if plays else _("The phone that hosts the table rules as well."),
            name,
            made_at,
            source=tag(self.now.desk.source_of_line(number)),
            is_new=number in self.new.lines,
        )

    def _reopening(self, number: int, line: Reopened, made_at: datetime) -> Decision:
        points = line.points or None
        return Decision(
            f"desk-{number}",
            _("Ruling reopened"),
            line.why or "",
            by_name(line.by or ""),
            made_at,
            *self._changes(points),
            about="" if points is not None or not line.undo else _("What it did was taken back."),
            url=f"#entry-{line.ruling}",
            source=tag(self.now.desk.source_of_line(number)),
            is_new=number in self.new.lines,
        )

    def _penalty(self, penalty: Penalty) -> Decision:
        now, ended = self.now, penalty.lifted
        return Decision(
            f"desk-{penalty.line}",
            penalty_said(now.table.game, penalty, now.table.players),
            penalty.reason,
            by_name(penalty.by),
            penalty.made_at,
            *self._changes(penalty.points or None),
            penalty.rule,
            rule_url(now.table.game, penalty.rule, now.table.id),
            ended=_("Lifted by %(name)s: %(why)s", name=by_name(ended.by), why=ended.why) if ended else "",
            source=tag(now.desk.source_of_line(penalty.line)),
            is_new=penalty.line in self.new.lines,
        )

    def _lifting(self, number: int, line: Lifted, made_at: datetime) -> Decision:
        penalty = self.now.desk.penalties[line.penalty - 1]
        return Decision(
            f"desk-{number}",
            _("Lifted: %(what)s", what=penalty_said(self.now.table.game, penalty, self.now.table.players)),
            line.why,
            by_name(line.by),
            made_at,
            *self._changes([-each for each in penalty.points] or None),
            url=f"#desk-{penalty.line}",
            source=tag(self.now.desk.source_of_line(number)),
            is_new=number in self.new.lines,
        )

    def _changes(self, points: Sequence[int] | None) -> tuple[tuple[int, ...], str]:
        """Points a side, and the same in words; nothing where there are none."""
        if points is None:
            return (), ""
        return tuple(points), changes_said(side_names(self.now.table.players, len(points)), points)


def mark_read(now: Snapshot, device_id: int, events: int, lines: int) -> None:
    """Notes that a device has read so many events and lines of the desk, at most those that there are."""
    events, lines = min(events, now.fold.seq), min(lines, len(now.desk.lines))
    services().store.mark_read(now.table.id, device_id, events=events, lines=lines)
    services().play.refresh(now.table.id)
