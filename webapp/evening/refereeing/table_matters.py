"""Open matters at the tables of an evening for its referees, waiting times of calls; appeals and their periods."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from flask import url_for
from markupsafe import Markup

from webapp.evening.clock import period_of
from webapp.evening.keeper import EveningNow
from webapp.evening.state import table_in_round
from webapp.evening.summary import Tables, TableSummary
from webapp.evening.visit import evening_at_table
from webapp.games.common.names import game_name
from webapp.http.language import gettext as _
from webapp.http.language import language, ngettext
from webapp.http.limits import MATTERS_KEPT
from webapp.http.newest import keep_newest
from webapp.referee.cases.appeals import AppealPeriod, deciders, may_decide
from webapp.referee.desk_page import DeskItem, open_cases
from webapp.referee.request_page import ShownChange, shown_change
from webapp.services import services
from webapp.store.models import utc_now
from webapp.store.name_keys import alphabetical
from webapp.store.roles import RUNNING
from webapp.table.desk import Dispute, Line
from webapp.table.lines.matters import Ruled, Withdrawn
from webapp.table.newest_tables import UnknownTable
from webapp.table.snapshot import NotOffered, Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.decided import about, meanwhile_said, quote_of, title_of
from webapp.telling.told import Telling
from webapp.words.phrases import by_name, joined
from webapp.words.phrases import moment as said


@dataclass(frozen=True)
class OpenCall:
    """An open call, by its `number` at its table; `said` are caller, subject, and whether play goes on.

    `decides`: this referee does, and not somebody else on an appeal.
    """

    number: int
    title: str
    said: Markup
    quote: str
    at: datetime
    url: str
    decides: bool


@dataclass(frozen=True)
class TableMatters:
    """Open matters of a table, as one of its referees may see them; `seq` is the length of its log."""

    table: int
    game: str
    seq: int
    calls: tuple[OpenCall, ...]
    proven: tuple[DeskItem, ...]
    requests: tuple[ShownChange, ...]

    @property
    def is_quiet(self) -> bool:
        """Tells whether nothing waits here."""
        return not (self.calls or self.proven or self.requests)


class MattersOfTables:
    """Open matters of the tables that referees of this process look at."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[int, int, str], tuple[TableSummary, TableMatters | None]] = OrderedDict()

    def of(self, table: TableSummary, device_id: int, back: str) -> TableMatters | None:
        """Returns the open matters of a table for this device; None where it does not referee there.

        A table that has not changed has the same summary and is not read: an evening has more than are kept folded.
        """
        key = (table.table, device_id, language())
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None and kept[0] is table:
            return kept[1]
        try:
            made = _matters(services().tables.at(table.table), device_id, back)
        except (UnknownTable, NotOffered):
            return None
        with self._lock:
            keep_newest(self._kept, key, (table, made), MATTERS_KEPT)
        return made


def viewer_at(now: Snapshot, device_id: int | None) -> Viewer:
    """Returns a device's role at a table; without a grant there it has none."""
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


def _call(now: Snapshot, viewer: Viewer, dispute: Dispute, back: str) -> OpenCall:
    who, what = _("%(name)s calls.", name=by_name(dispute.by)), about(now, viewer, dispute)
    url = url_for("cases.dispute", table_id=now.table.id, number=dispute.number, back=back)
    return OpenCall(
        dispute.number,
        title_of(now, dispute),
        Markup("{} {}. {}").format(who, what, meanwhile_said(now)),
        quote_of(now, dispute),
        dispute.opened_at,
        url,
        dispute.appeals is None or may_decide(now, viewer, dispute),
    )


Arrivals = Mapping[tuple[int, int], tuple[str, datetime]]
"""The first referee on the way to a call, and the time, by the id of the table and the number of the dispute."""


@dataclass(frozen=True)
class Wait:
    """How long a call waited: until a referee was on the way, None where none said so, and until it was settled.

    `by` is the referee who came, else who ruled; "" where it was withdrawn before.
    """

    by: str
    came: timedelta | None
    settled: timedelta


def arrivals_of(now: EveningNow) -> Arrivals:
    """Returns the first referee on the way to each call, and since when."""
    found: dict[tuple[int, int], tuple[str, datetime]] = {}
    for row in now.lines:
        if row.kind == "coming" and not row.body.get("back") and row.seq not in now.state.undone:
            found.setdefault((row.body["table"], row.body["dispute"]), (row.body["by"], row.made_at))
    return found


def waits_at(now: Snapshot, told: Telling, arrivals: Arrivals) -> Iterator[Wait]:
    """Yields how long each call of a table waited until it was settled; a referee's own cases are left out."""
    organisers = organisers_apart(now)
    for dispute in now.desk.disputes:
        ended = next((it for it in now.desk.lines if _settles(it.says, dispute)), None)
        if dispute.source is None and ended is not None and dispute.by not in now.people.referees:
            by, came = arrivals.get((now.table.id, dispute.number), ("", None))
            if not by and not isinstance(ended.says, Withdrawn):
                by = organisers.get(ended.device_id or 0) or by_name(told.authors.of_desk_line(ended))
            since = dispute.opened_at
            yield Wait(by, None if came is None else came - since, ended.made_at - since)


def _settles(says: Line, dispute: Dispute) -> bool:
    return isinstance(says, Ruled | Withdrawn) and says.dispute == dispute.number


def waited(waits: Sequence[Wait]) -> str:
    """Returns how many calls there were, and how long they waited."""
    calls = ngettext("%(num)s call of the referee.", "%(num)s calls of the referee.", len(waits))
    if not waits:
        return calls
    settled = [one.settled for one in waits]
    told = _("They waited %(average)s on average.", average=_average(settled))
    longest = _("The longest wait was %(longest)s.", longest=_length(max(settled)))
    return f"{calls} {told} {longest}"


def responses(waits: Sequence[Wait]) -> list[list[str | int]]:
    """Returns how long calls waited below `response_head`, referee by referee, and at the whole evening."""
    names = sorted({one.by for one in waits if one.by}, key=alphabetical)
    found = [_response(name, [one for one in waits if one.by == name]) for name in names]
    return [*found, _response(_("The whole evening"), waits)] if found else []


def _response(by: str, waits: Sequence[Wait]) -> list[str | int]:
    came, settled = [one.came for one in waits if one.came is not None], [one.settled for one in waits]
    return [by, len(waits), _average(came), _average(settled), _length(max(settled))]


def _average(waits: Sequence[timedelta]) -> str:
    return _length(sum(waits, timedelta()) / len(waits)) if waits else "–"


def _length(wait: timedelta) -> str:
    return ngettext("%(num)s minute", "%(num)s minutes", max(1, round(wait.total_seconds() / 60)))


def response_head() -> list[str | int]:
    return [_("Referee"), _("Calls"), _("Until somebody came"), _("Until it was settled"), _("Longest")]


def appeal_period(now: Snapshot) -> AppealPeriod | None:
    """Returns the period for appeals at a table of an evening: as long as its round may be corrected."""
    found = evening_at_table(now, Viewer())
    if found is None:
        return None
    state = found[0].state
    seated = table_in_round(state, now.table.id)
    if seated is None:
        return AppealPeriod(not state.is_closed, _("until the evening is over"))
    here = period_of(state, seated[0].number, utc_now())
    if here.until is not None:
        return AppealPeriod(not here.is_over, _("until %(time)s", time=said(here.until)))
    if here.until_round is not None:
        return AppealPeriod(not here.is_over, _("until round %(round)s has ended", round=here.until_round))
    return AppealPeriod(not here.is_over, _("until the correction period of round %(round)s is over", round=here.round))


def organisers_apart(now: Snapshot) -> Mapping[int, str]:
    """Returns the devices that run the evening of a table and do not play there, by the names with which they sign."""
    found = evening_at_table(now, Viewer())
    if found is None:
        return {}
    seated = table_in_round(found[0].state, now.table.id)
    people = () if seated is None else seated[1].people
    playing = {grant.device_id for grant in now.people.party if grant.seat is not None}
    grants = (one for one in found[0].grants if one.device_id not in playing and one.person not in people)
    return {one.device_id: one.name or _("The organiser") for one in grants if one.role in RUNNING}


@dataclass(frozen=True)
class OpenAppeal:
    """An open appeal, at a table of this number; `mine`: this device decides."""

    number: int
    round: int | None
    dispute: int
    by: str
    text: str
    decides: str
    mine: bool


def open_appeals(now: EveningNow, tables: Tables, device_id: int | None) -> Iterator[OpenAppeal]:
    """Yields the open appeals at tables of an evening, with who decides each."""
    for table_id, summary in tables.items():
        waiting = [call.number for call in summary.calls if call.appeals is not None]
        if not waiting or summary.number is None:
            continue
        there, seated = services().tables.at(table_id), table_in_round(now.state, table_id)
        for one in there.desk.open:
            if one.number in waiting:
                yield OpenAppeal(
                    summary.number,
                    None if seated is None else seated[0].number,
                    one.number,
                    by_name(one.by),
                    one.text,
                    joined(deciders(there, one)),
                    may_decide(there, Viewer(device_id), one),
                )
