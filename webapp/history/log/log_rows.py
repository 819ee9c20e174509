"""One line of the log in words: what was entered, taken back or corrected, by whom, and what of it is still closed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from flask import url_for
from markupsafe import Markup
from msgspec import UNSET

from rules_core.events import Play, Ruling
from webapp.access import seating
from webapp.games.common import entries
from webapp.games.common.rulebook import rule_url
from webapp.games.registry import look_of
from webapp.history.film.moments import moments
from webapp.history.log import log_words as words
from webapp.history.log.log_lines import Change, Line, LogBook, Mention
from webapp.http.language import gettext as _
from webapp.pages.entry_location import trick_of, where, with_source
from webapp.pages.last_entry import said
from webapp.table.desk import Noted
from webapp.table.lines.matters import Disputed
from webapp.table.snapshot import Snapshot
from webapp.table.table_view import may_look_at
from webapp.table.viewer import Viewer
from webapp.words.dates import clock
from webapp.words.turn import side_names

NOBODY = Viewer()


@dataclass(frozen=True)
class Row:
    """A line of the page. `gone`: it does not stand any more; `closed`: when it opens, where it may not be read yet."""

    anchor: str
    at: datetime
    time: str
    who: str
    text: Markup
    notes: tuple[Markup, ...] = ()
    changes: tuple[Markup, ...] = ()
    gone: bool = False
    closed: str | None = None
    marked: bool = False
    later: tuple[str, str] | None = None
    about: tuple[str, str] | None = None
    rule: tuple[str, str] | None = None
    moment: str | None = None
    trick: str = ""


class Rows:
    """Puts the lines of a log into words for one viewer. `to` leads to a line by its anchor."""

    def __init__(self, now: Snapshot, viewer: Viewer, book: LogBook, to: Callable[[str], str]) -> None:
        self.now, self.viewer, self.book, self._to = now, viewer, book, to
        self._moments = {moment.place: moment.name for moment in reversed(moments(now.fold))}
        self._phone: Callable[[int | None], str] = cache(lambda device: seating.device_name(now, device))

    def of(self, anchor: str, line: Line | Noted) -> Row:
        """Returns the row of a line of the log or of the desk."""
        if isinstance(line, Noted):
            return self._desk(anchor, line)
        if line.says is not None:
            return self._entry(anchor, line, line.says)
        if line.took is not None:
            return self._undo(anchor, line, line.took)
        return self._amendment(anchor, line)

    def _entry(self, anchor: str, line: Line, mention: Mention) -> Row:
        fate, opened = self.book.fate.get(line.place), self._reads(mention)
        text = self._said(mention) if opened else self._covered(mention)
        note = self._note(mention) if opened else None
        ruling = mention.event if isinstance(mention.event, Ruling) else None
        return self._of(
            anchor,
            line,
            [mention],
            text,
            notes=(note,) if note else (),
            gone=fate is not None,
            trick=self._trick(mention) if opened else "",
            later=None if fate is None else self._fate(fate),
            about=None if ruling is None else self._about(ruling.event),
            rule=self._rule(ruling),
        )

    def _undo(self, anchor: str, line: Line, took: Mention) -> Row:
        return self._of(anchor, line, [took], Markup("%s %s") % (words.took_back(), self._struck(took)))

    def _amendment(self, anchor: str, line: Line) -> Row:
        told = [mention for change in line.changes for mention in change.mentions]
        opened = all(map(self._reads, told))
        reason = line.raw.get("reason") if opened else None
        return self._of(
            anchor,
            line,
            told,
            Markup("%s") % self._changed(line),
            changes=tuple(self._change(change) for change in line.changes),
            notes=(Markup("%s") % reason,) if reason else (),
        )

    def _change(self, change: Change) -> Markup:
        """Where it was, what stood there crossed out, what stands there now; as long as it is closed, only where."""
        if not all(self._reads(m) or m.event.secret for m in change.mentions):
            return Markup("%s") % self._where(change.mentions[0])
        before, after = ([m.event for m in side] for side in (change.was, change.instead))
        was = [self._struck(m) for m in change.was if m.event not in after]
        instead = [Markup("<b>%s</b>") % self._told(m) for m in change.instead if m.event not in before]
        return words.changed(self._where(change.mentions[0]), was, instead)

    def _desk(self, anchor: str, line: Noted) -> Row:
        number = sum(
            isinstance(other.says, Disputed) for other in self.now.desk.lines[: self.now.desk.lines.index(line) + 1]
        )
        says = line.says
        about: int | None = getattr(says, "ruling", getattr(says, "about", None))
        return Row(
            anchor,
            line.made_at,
            clock(line.made_at),
            self._phone(line.device_id),
            Markup("%s") % words.desk_said(self.now.table.game, says, number),
            about=None if about is None else self._about(about),
        )

    def _of(self, anchor: str, line: Line, told: Sequence[Mention], text: Markup, **more: Any) -> Row:
        node = self.book.stands(line)
        reads = all(map(self._reads, told))
        players = all(self.book.is_open(mention, NOBODY) for mention in told)
        leads = node is not None and line.says is not None and may_look_at(self.now, self.viewer, node)
        return Row(
            anchor,
            line.made_at,
            clock(line.made_at),
            self._phone(line.device_id),
            text,
            closed=None if reads else words.opens(self.now.table.game),
            marked=self.viewer.is_referee and not players,
            moment=self._moment(line.place) if leads else None,
            **more,
        )

    # What it is made of

    def _said(self, mention: Mention) -> Markup:
        return with_source(self.now, mention.node, said(self.now.fold.game, mention.node, self._names))

    def _changed(self, line: Line) -> str:
        """What an amendment did: people have made it, or the house, which sets declared hands aside."""
        if line.device_id is not None or self.now.desk.source(line.place) is not None:
            return words.corrected()
        opening = any(line.place < one.events for one in self.now.desk.origins)
        return words.set_aside() if opening else words.withdrawn()

    @property
    def _names(self) -> list[str]:
        return self.now.table.players

    def _reads(self, mention: Mention) -> bool:
        return self.viewer.is_referee or self.book.is_open(mention, self.viewer)

    def _told(self, mention: Mention) -> Markup:
        if not self._reads(mention):
            return self._covered(mention)
        more = self._note(mention)
        text = entries.entry(mention.event, self._names)
        return Markup("%s (%s)") % (text, more) if more else text

    def _note(self, mention: Mention) -> Markup:
        """What its line leaves out. That a play broke a duty may rest on a hand that only its own seat has seen."""
        if isinstance(mention.event, Play) and not (self.viewer.is_referee or self.book.is_over(mention)):
            return Markup()
        return words.in_full(mention.event, side_names(self._names, len(mention.fold.state.totals)))

    def _struck(self, mention: Mention) -> Markup:
        return Markup("<s>%s</s>") % self._told(mention)

    def _covered(self, mention: Mention) -> Markup:
        return Markup("%s") % (words.covered(mention.event, self._names) or self._where(mention))

    def _where(self, mention: Mention) -> str:
        return where(self.now.at(mention.fold), mention.node)

    def _trick(self, mention: Mention) -> str:
        """Which trick an entry belongs to; nothing of one outside the tricks. Closed ones say where they are."""
        number = trick_of(self.now.at(mention.fold), mention.node)
        return _(look_of(self.now.table.game).trick_said, number=number) if number else ""

    def _fate(self, place: int) -> tuple[str, str]:
        line = self.book.lines[place]
        return words.later(line.kind == "undo", clock(line.made_at)), self._to(f"e{place}")

    def _about(self, place: int) -> tuple[str, str]:
        """The entry that a line is about: when it was made, and where it stands in the log."""
        return words.about(clock(self.book.lines[place].made_at)), self._to(f"e{place}")

    def _rule(self, ruling: Ruling | None) -> tuple[str, str | None] | None:
        if ruling is None or ruling.rule is UNSET:
            return None
        return ruling.rule, rule_url(self.now.table.game, ruling.rule, self.now.table.id)

    def _moment(self, place: int) -> str:
        return url_for("film.moment", table_id=self.now.table.id, m=self._moments[place])
