"""Page of a table's log."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from markupsafe import Markup

from webapp.access.authors import device_name
from webapp.access.visit import visit
from webapp.games.common.names import hand_number
from webapp.history.film.moments import moments
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LOG_LINES_A_PAGE
from webapp.http.steps import let_others_after
from webapp.pages.table_page import page_of
from webapp.table.desk import Noted
from webapp.table.lines.matters import Disputed, Pointed
from webapp.table.lines.people import Fixed, Opened
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling import words
from webapp.telling.log_lines import Change, LogLine, ReadableLog
from webapp.telling.told import Telling
from webapp.words.phrases import clock, day


@dataclass(frozen=True)
class PageLine:
    """A line of the log or of the desk, with the hands that it belongs to, the one under way first."""

    anchor: str
    line: LogLine | int
    hands: tuple[int, ...]


class LogPage:
    def __init__(self, now: Snapshot, viewer: Viewer, hand: int | None, page: int) -> None:
        self.now, self.hand, self.page = now, hand, page
        self.telling = Telling(now, viewer)
        let_others_after(now.fold.seq)
        self._all = list(_places(now, self.telling.readable))[::-1]
        self._shown = [place for place in self._all if hand is None or hand in place.hands]
        self._at = {place.anchor: at for at, place in enumerate(self._shown)}
        let_others_after(now.fold.seq)
        self._moments = {moment.place: moment.name for moment in reversed(moments(now.fold))}
        self._phone: Callable[[int | None], str] = cache(lambda device: device_name(now, device))
        let_others_after(now.fold.seq)
        self.hands = max((number for place in self._all for number in place.hands), default=0)
        self.pages = max(1, -(-len(self._shown) // LOG_LINES_A_PAGE))

    def has(self) -> bool:
        """Tells whether the log has this page, and lines of this hand."""
        return 1 <= self.page <= self.pages and (self.hand is None or bool(self._shown))

    def context(self) -> dict[str, Any]:
        return {
            "days": [(name, list(run)) for name, run in groupby(self._told(), key=lambda told: day(told[1]["at"]))],
            "page": self.page,
            "pages": self.pages,
            "hand": self.hand,
            "hands": [(number, self._url(number)) for number in range(1, self.hands + 1)],
            "all": self._url(None),
            "newer": self._url(self.hand, self.page - 1) if self.page > 1 else None,
            "older": self._url(self.hand, self.page + 1) if self.page < self.pages else None,
        }

    def _told(self) -> Iterator[tuple[str | None, dict[str, Any]]]:
        last = None
        for place in self._shown[(self.page - 1) * LOG_LINES_A_PAGE : self.page * LOG_LINES_A_PAGE]:
            number = place.hands[0]
            yield (None if number == last else hand_number(self.now.table.game, number)), self._row(place)
            last = number

    def _row(self, place: PageLine) -> dict[str, Any]:
        line = place.line
        item = self.telling.desk_line(line) if isinstance(line, int) else self.telling.line(line)
        corrects = item.kind == "amend" and not isinstance(line, int)
        links = (
            None if item.later is None else self._fate(item.later),
            None if item.about is None else self._about(item.about),
        )
        return {
            "item": item,
            "anchor": place.anchor,
            "at": item.at,
            "time": clock(item.at),
            "who": self._phone(item.device),
            "text": self._corrected(line) if corrects and isinstance(line, LogLine) else item.text,
            "changes": [self._change(change) for change in item.changes],
            "notes": (item.text,) if corrects and item.text else item.notes,
            "closed": words.opens(self.now.table.game) if item.is_closed else None,
            "links": [link for link in links if link is not None],
            "moment": self._moment(item.place) if item.leads else None,
        }

    def _corrected(self, line: LogLine) -> str:
        """Returns the heading of an amendment: made by people, or by the server, which sets declared hands aside."""
        if not self.telling.is_by_house(line.place, line.device_id):
            return _("Corrected:")
        opening = any(isinstance(one.says, Opened) and line.place < one.seq for one in self.now.desk.lines)
        if opening:  # hands declared in the file, which the new players must not read
            return _("Set aside when the record was opened:")
        return _("Withdrawn, since somebody else sits there now:")

    def _change(self, change: Change) -> Markup:
        """Returns a change: place, old entries crossed out, new ones; as long as it is closed, only the place."""
        told, at = self.telling, self.telling.where(change.mentions[0])
        if not all(told.reads(m) or m.event.secret for m in change.mentions):
            return Markup("%s") % at
        before, after = ([m.event for m in side] for side in (change.was, change.instead))
        was = [told.struck(m) for m in change.was if m.event not in after]
        instead = [Markup("<b>%s</b>") % told.told(m) for m in change.instead if m.event not in before]
        return words.changed(at, was, instead)

    def _fate(self, place: int) -> tuple[str, str]:
        line = self.telling.readable.lines[place]
        said = _("taken back at %(time)s") if line.kind == "undo" else _("corrected at %(time)s")
        return said % {"time": clock(line.made_at)}, self._to(f"e{place}")

    def _about(self, place: int) -> tuple[str, str]:
        at = clock(self.telling.readable.lines[place].made_at)
        return _("about the entry of %(time)s", time=at), self._to(f"e{place}")

    def _moment(self, place: int) -> str:
        return url_for("film.moment", table_id=self.now.table.id, m=self._moments[place])

    def _url(self, hand: int | None, page: int = 1, anchor: str | None = None) -> str:
        paged = page if page > 1 else None
        return url_for("log.show", table_id=self.now.table.id, hand=hand, page=paged, _anchor=anchor)

    def _to(self, anchor: str) -> str:
        """Where a line stands: among those that are shown, else in the whole log."""
        at, hand = self._at.get(anchor), self.hand
        if at is None:
            at, hand = next(at for at, place in enumerate(self._all) if place.anchor == anchor), None
        return self._url(hand, at // LOG_LINES_A_PAGE + 1, anchor)


def _places(now: Snapshot, readable: ReadableLog) -> Iterator[PageLine]:
    """Yields all lines, the oldest first. A line of the desk stands behind the entry that was the newest then.

    What is fixed by an entry is said by that entry.
    """
    shown = [(number, line) for number, line in enumerate(now.desk.lines) if not isinstance(line.says, Fixed)]
    desk_lines = [(at, number, line) for at, (number, line) in enumerate(shown)]
    hand = 1
    for line in readable.lines:
        while desk_lines and desk_lines[0][2].seq <= line.place:
            yield _of_desk(*desk_lines.pop(0), hand)
        hand = line.hand
        touched = {mention.hand for change in line.changes for mention in change.mentions}
        yield PageLine(f"e{line.place}", line, (hand, *sorted(touched - {hand})))
    for at, number, noted in desk_lines:
        yield _of_desk(at, number, noted, hand)


def _of_desk(at: int, number: int, line: Noted, hand: int) -> PageLine:
    about = line.says.hand if isinstance(line.says, Disputed | Pointed) else None
    return PageLine(f"d{at}", number, (hand,) if about in (None, hand) else (hand, about))


bp = Blueprint("log", __name__, url_prefix="/tables/<int:table_id>")
NONE = -1
"""Stands for a query parameter that is no number; no page and no hand has it."""


@bp.get("/log")
def show(table_id: int) -> str:
    """Shows a page of the log, of all hands or of one."""
    now, viewer = visit(table_id)
    log = LogPage(now, viewer, _asked("hand"), _asked("page", 1) or 0)
    if not log.has():
        abort(404, description=_("The log has no such page, and no entry of such a hand."))
    return render_template("history/log/show.html", page=page_of(now, viewer), log=log.context())


def _asked(name: str, otherwise: int | None = None) -> int | None:
    """Returns a number of the address; `otherwise` where it names none."""
    if name not in request.args:
        return otherwise
    number = parse_integer(request.args[name])
    return NONE if number is None else number
