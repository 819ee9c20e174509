"""What waits for a referee at one table of an evening: calls, proven breaches, requests; kept until it changes."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from flask import url_for
from markupsafe import Markup

from webapp.games.common.names import game_name
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.limits import MATTERS_KEPT
from webapp.http.process_limits import keep_newest
from webapp.referee.asking.request_page import ShownChange, shown_change
from webapp.referee.desk.desk_page import DeskItem, open_cases
from webapp.services import Services, services
from webapp.table.desk import Dispute
from webapp.table.newest_tables import UnknownTable
from webapp.table.snapshot import NotOffered, Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.decided import about, quote_of, title_of
from webapp.words.disputes import by_name, play_meanwhile


@dataclass(frozen=True)
class Call:
    """A dispute that waits, by its `number` at its table; `said` is who calls, about what, and whether they play."""

    number: int
    title: str
    said: Markup
    quote: str
    at: datetime
    url: str


@dataclass(frozen=True)
class TableMatters:
    """What waits at a table, as one of its referees may see it; `seq` is the length of its log."""

    table: int
    game: str
    seq: int
    calls: tuple[Call, ...]
    proven: tuple[DeskItem, ...]
    requests: tuple[ShownChange, ...]

    @property
    def is_quiet(self) -> bool:
        """Tells whether nothing waits here."""
        return not (self.calls or self.proven or self.requests)


class MattersOfTables:
    """What waits at the tables that referees of this process look at."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[int, int, str], tuple[Snapshot, TableMatters | None]] = OrderedDict()

    def of(self, table_id: int, device_id: int, back: str) -> TableMatters | None:
        """Returns what waits at a table for this device; None where it does not rule there."""
        try:
            now = services().play.at(table_id)
        except (UnknownTable, NotOffered):
            return None
        key = (table_id, device_id, language())
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None and kept[0] is now:
            return kept[1]
        made = _matters(now, device_id, back)
        with self._lock:
            keep_newest(self._kept, key, (now, made), MATTERS_KEPT)
        return made


def register(services: Services) -> None:
    """Adds the part that keeps what waits."""
    services.add(MattersOfTables())


def viewer_at(now: Snapshot, device_id: int | None) -> Viewer:
    """Returns what a device is at a table; without a grant there it is nobody."""
    grant = next((one for one in now.people.grants if one.device_id == device_id), None)
    return Viewer() if grant is None else Viewer.of(grant)


def _matters(now: Snapshot, device_id: int, back: str) -> TableMatters | None:
    viewer = viewer_at(now, device_id)
    if not viewer.is_referee:
        return None
    return TableMatters(
        now.table.id,
        game_name(now.table.game),
        now.fold.seq,
        tuple(_call(now, viewer, dispute, back) for dispute in now.desk.open),
        tuple(one for one in open_cases(now, viewer, back) if one.opened_at is None),
        tuple(shown_change(now, viewer, change) for change in now.desk.waiting),
    )


def _call(now: Snapshot, viewer: Viewer, dispute: Dispute, back: str) -> Call:
    who, what = _("%(name)s calls.", name=by_name(dispute.by)), about(now, viewer, dispute)
    url = url_for("cases.dispute", table_id=now.table.id, number=dispute.number, back=back)
    return Call(
        dispute.number,
        title_of(now, dispute),
        Markup("{} {}. {}").format(who, what, play_meanwhile(now.desk.paused)),
        quote_of(now, dispute),
        dispute.opened_at,
        url,
    )
