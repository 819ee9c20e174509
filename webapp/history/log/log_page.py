"""Page of a table's log."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask import (
    Blueprint,
    abort,
    render_template,
    request,
    url_for,
)

from webapp.access.visit import visit
from webapp.games.common.stages import hand_number
from webapp.history.log.log_lines import Line, LogBook
from webapp.history.log.log_rows import Row, Rows
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LOG_LINES_A_PAGE
from webapp.http.steps import let_others_after
from webapp.pages.table_page import page_of
from webapp.services import services
from webapp.table.desk import Noted
from webapp.table.lines.house import Fixed
from webapp.table.lines.matters import Disputed, Pointed
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.dates import day


@dataclass(frozen=True)
class Item:
    """A line of the log or of the desk, with the hands that it belongs to, the one under way first."""

    anchor: str
    line: Line | Noted
    hands: tuple[int, ...]


class LogPage:
    """One page of the log."""

    def __init__(self, now: Snapshot, viewer: Viewer, hand: int | None, page: int) -> None:
        self.now, self.hand, self.page = now, hand, page
        stored = services().store.events(now.table.id)
        let_others_after(now.fold.seq)
        book = LogBook(now, stored)
        let_others_after(now.fold.seq)
        self._all = list(_items(now, book))[::-1]
        self._shown = [item for item in self._all if hand is None or hand in item.hands]
        self._places = {item.anchor: at for at, item in enumerate(self._shown)}
        let_others_after(now.fold.seq)
        self._rows = Rows(now, viewer, book, self._url_of)
        let_others_after(now.fold.seq)
        self.hands = max((number for item in self._all for number in item.hands), default=0)
        self.pages = max(1, -(-len(self._shown) // LOG_LINES_A_PAGE))

    def has(self) -> bool:
        """Tells whether the log has this page, and lines of this hand."""
        return 1 <= self.page <= self.pages and (self.hand is None or bool(self._shown))

    def context(self) -> dict[str, Any]:
        """Returns what the page shows."""
        return {
            "days": [(name, list(run)) for name, run in groupby(self._told(), key=lambda told: day(told[1].at))],
            "page": self.page,
            "pages": self.pages,
            "hand": self.hand,
            "hands": [(number, self._url(number)) for number in range(1, self.hands + 1)],
            "all": self._url(None),
            "newer": self._url(self.hand, self.page - 1) if self.page > 1 else None,
            "older": self._url(self.hand, self.page + 1) if self.page < self.pages else None,
        }

    def _told(self) -> Iterator[tuple[str | None, Row]]:
        last = None
        for item in self._shown[(self.page - 1) * LOG_LINES_A_PAGE : self.page * LOG_LINES_A_PAGE]:
            number = item.hands[0]
            yield (
                (None if number == last else hand_number(self.now.table.game, number)),
                self._rows.of(item.anchor, item.line),
            )
            last = number

    def _url(self, hand: int | None, page: int = 1, anchor: str | None = None) -> str:
        paged = page if page > 1 else None
        return url_for("log.show", table_id=self.now.table.id, hand=hand, page=paged, _anchor=anchor)

    def _url_of(self, anchor: str) -> str:
        """Where a line stands: among those that are shown, else in the whole log."""
        at, hand = self._places.get(anchor), self.hand
        if at is None:
            at, hand = next(at for at, item in enumerate(self._all) if item.anchor == anchor), None
        return self._url(hand, at // LOG_LINES_A_PAGE + 1, anchor)


def _items(now: Snapshot, book: LogBook) -> Iterator[Item]:
    """Yields all lines, the oldest first. A line of the desk stands behind the entry that was the newest then.

    What is fixed by an entry is said by that entry.
    """
    beside = list(enumerate(line for line in now.desk.lines if not isinstance(line.says, Fixed)))
    hand = 1
    for line in book.lines:
        while beside and beside[0][1].seq <= line.place:
            yield _of_desk(*beside.pop(0), hand)
        hand = line.hand
        touched = {mention.hand for change in line.changes for mention in change.mentions}
        yield Item(f"e{line.place}", line, (hand, *sorted(touched - {hand})))
    for at, noted in beside:
        yield _of_desk(at, noted, hand)


def _of_desk(at: int, line: Noted, hand: int) -> Item:
    about = line.says.hand if isinstance(line.says, Disputed | Pointed) else None
    return Item(f"d{at}", line, (hand,) if about in (None, hand) else (hand, about))


bp = Blueprint("log", __name__, url_prefix="/tables/<int:table_id>")
NONE = -1
"""Stands for a query parameter that is no number; no page and no hand has it."""


@bp.get("/log")
def show(table_id: int) -> str:
    """Shows a page of the log, of all hands or of the one that is asked for."""
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
