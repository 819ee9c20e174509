"""Incidents of an evening: all that was called, decided and corrected at its tables, as a page and as files."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from flask import Blueprint, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from webapp.evening.closed_rounds import signed_said, signers, what_said
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningNow
from webapp.evening.refereeing.table_matters import viewer_at
from webapp.evening.standing.scoring import AdjustedTo
from webapp.evening.standing_words import adjusted_said
from webapp.evening.state import EveningState, Penalty, table_in_round
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import visit_to_help
from webapp.games.common.desk_words import step_said
from webapp.games.common.names import hand_number
from webapp.history.records.protocol import Printed
from webapp.history.records.scores import XLSX, csv_file, xlsx_file
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.steps import in_steps, let_others
from webapp.services import services
from webapp.store.models import now as moment
from webapp.table.desk import Dispute, Line
from webapp.table.lines.matters import Reopened, Ruled, Withdrawn
from webapp.table.newest_tables import UnknownTable
from webapp.table.penalties import Penalty as TablePenalty
from webapp.table.snapshot import NotOffered, Snapshot
from webapp.telling.item import Item, Totals
from webapp.telling.told import REQUESTS
from webapp.words.disputes import asked as asks
from webapp.words.disputes import by_name, sentence
from webapp.words.phrases import day_and_time

Arrivals = Mapping[tuple[int, int], tuple[str, datetime]]
"""Who was on the way first to a call, by the id of the table and the number of the dispute, and when."""
LISTED = frozenset({"ruling", "adjust", "penalty", "reopen"})
"""What stands in a table's own list of decisions."""


@dataclass(frozen=True)
class Incident:
    """Something that happened at an evening, in words.

    `number` is that of the table, `place` the round and the hand, `people` those whom it concerns. `what` says of what
    kind it is, `text` what happened, `decided` what was decided, `effect` the totals before and after. `ended` says
    what became of it; `url` leads to it where this viewer may see that table.
    """

    at: datetime
    number: int
    place: str
    people: tuple[str, ...]
    what: str
    text: str
    decided: str
    by: str
    rule: str = ""
    effect: str = ""
    ended: str = ""
    url: str | None = None


@dataclass(frozen=True)
class Wait:
    """How long a call waited: until somebody was on the way, None where nobody said so, and until it was settled.

    `by` is the referee who came, else who settled it.
    """

    by: str
    came: timedelta | None
    settled: timedelta


@dataclass(frozen=True)
class ResponseTimes:
    """How long calls waited for a referee, on average, and at most until they were settled; in words."""

    by: str
    calls: int
    came: str
    settled: str
    longest: str


@dataclass(frozen=True)
class Report:
    """All incidents of an evening, by table and time, how many played at how many tables, how long each call waited."""

    incidents: tuple[Incident, ...]
    waits: tuple[Wait, ...]
    people: int
    tables: int
    appeals: int

    @property
    def sums(self) -> list[tuple[str, int]]:
        """What there was of each, in numbers."""
        changed = sum(bool(one.effect) and not one.ended for one in self.incidents)
        return [
            (_("Players"), self.people),
            (_("Tables"), self.tables),
            (_("Incidents"), len(self.incidents)),
            (_("Appeals"), self.appeals),
            (_("Scores changed"), changed),
        ]

    @property
    def as_of(self) -> str:
        """When it was made, as paper says it."""
        return day_and_time(moment())

    @property
    def by_table(self) -> list[tuple[int, list[Incident]]]:
        """The incidents of each table; 0: of none."""
        return [(number, list(some)) for number, some in groupby(self.incidents, key=lambda one: one.number)]

    @property
    def by_player(self) -> list[tuple[str, list[Incident]]]:
        """The incidents of each player, by name."""
        names = sorted({name for one in self.incidents for name in one.people}, key=str.casefold)
        return [(name, [one for one in self.incidents if name in one.people]) for name in names]

    @property
    def waited(self) -> str:
        """How many calls there were, and how long they waited."""
        calls = ngettext("%(num)s call of the referee.", "%(num)s calls of the referee.", len(self.waits))
        if not self.waits:
            return calls
        settled = [one.settled for one in self.waits]
        told = _("They waited %(average)s on average.", average=_average(settled))
        longest = _("The longest wait was %(longest)s.", longest=_length(max(settled)))
        return f"{calls} {told} {longest}"

    @property
    def responses(self) -> list[ResponseTimes]:
        """How long calls waited, referee by referee, and at the whole evening."""
        names = sorted({one.by for one in self.waits}, key=str.casefold)
        found = [_response(name, [one for one in self.waits if one.by == name]) for name in names]
        return [*found, _response(_("The whole evening"), self.waits)] if found else []


def _response(by: str, waits: Sequence[Wait]) -> ResponseTimes:
    came, settled = [one.came for one in waits if one.came is not None], [one.settled for one in waits]
    return ResponseTimes(by, len(waits), _average(came), _average(settled), _length(max(settled)))


def _average(waits: Sequence[timedelta]) -> str:
    return _length(sum(waits, timedelta()) / len(waits)) if waits else "–"


def _length(wait: timedelta) -> str:
    return ngettext("%(num)s minute", "%(num)s minutes", max(1, round(wait.total_seconds() / 60)))


def report_of(now: EveningNow, viewer: EveningViewer) -> Report:
    """Returns the incidents of an evening as all may know them; what is closed stays so until its hand is over."""
    found, waits, appeals = [*_of_evening(now.state), *_signed(now.state), *_adjusted(now.state)], list[Wait](), 0
    arrivals = _arrivals(now)
    tables = services().part(EveningTables).at(now.row.id)
    for table_id in tables:
        try:
            table = services().play.at(table_id)
        except (UnknownTable, NotOffered):
            continue
        let_others()
        at_table = _AtTable(now.state, table, viewer)
        found += at_table.incidents()
        waits += at_table.waits(arrivals)
        appeals += sum(one.appeals is not None for one in table.desk.disputes)
    ordered = sorted(found, key=lambda one: (one.number, one.at))
    return Report(tuple(ordered), tuple(waits), len(now.state.people), len(tables), appeals)


def _arrivals(now: EveningNow) -> Arrivals:
    """Returns who was on the way first to each call, and since when."""
    found: dict[tuple[int, int], tuple[str, datetime]] = {}
    for row in now.lines:
        if row.kind == "coming" and not row.body.get("back") and row.seq not in now.state.undone:
            found.setdefault((row.body["table"], row.body["dispute"]), (row.body["by"], row.made_at))
    return found


def _of_evening(state: EveningState) -> Iterator[Incident]:
    """Penalties that were given over the tables; those of a table's own desk are told there."""
    for one in state.penalties.values():
        gone = one.lifted
        if not one.table_penalty:
            yield Incident(
                one.made_at,
                one.number or 0,
                _("Round %(round)s", round=one.round) if one.round else "",
                (state.name(one.person),),
                _("Penalty"),
                one.reason,
                step_said(state.plan.game, one.step),
                by_name(one.by),
                one.rule,
                _taken_off(one),
                _("Lifted by %(name)s: %(why)s", name=by_name(gone.by), why=gone.why) if gone else "",
            )


def _signed(state: EveningState) -> Iterator[Incident]:
    """Changes of closed rounds that were asked for, with both who signed."""
    for one in state.proposals.values():
        decided = _("Signed by two") if one.made else signed_said(state, one) if one.waits else _("Not signed")
        place, what = _("Round %(round)s", round=one.round), _("Change of a closed round")
        yield Incident(
            one.ended_at or one.at, one.table or 0, place, (), what, what_said(state, one), decided, signers(one)
        )


def _adjusted(state: EveningState) -> Iterator[Incident]:
    """What rulings set results to; one that a later one has replaced says so."""
    held = {one.line for one in state.adjusted_now.values()}
    for one in state.adjusted:
        yield Incident(
            one.made_at,
            one.number,
            _("Round %(round)s", round=one.round),
            tuple(state.name(person) for person in one.people),
            _("Adjusted result"),
            one.reason,
            _("Set to %(what)s", what=adjusted_said(one.to, one.value)),
            by_name(one.by),
            one.rule,
            ended="" if one.line in held or one.to == AdjustedTo.PLAYED else _("Does not hold any more"),
        )


def _taken_off(one: Penalty) -> str:
    points = one.points
    return ngettext("%(num)s point off in the standing", "%(num)s points off in the standing", points) if points else ""


def _settles(says: Line, dispute: Dispute) -> bool:
    return isinstance(says, Ruled | Withdrawn) and says.dispute == dispute.number


class _AtTable:
    """One table of an evening whose incidents are gathered."""

    def __init__(self, state: EveningState, now: Snapshot, viewer: EveningViewer) -> None:
        self.now, self.printed = now, Printed(now, 0)
        seated = table_in_round(state, now.table.id)
        self.round = "" if seated is None else _("Round %(round)s", round=seated[0].number)
        self.number = (now.table.evening_number or 0) if seated is None else seated[1].number
        may_see = viewer_at(now, viewer.device_id).may_see
        self.page = url_for("rulings.index", table_id=now.table.id) if may_see else None

    def incidents(self) -> Iterator[Incident]:
        """Yields them; a call that was ruled on is told by its ruling."""
        told = self.printed.telling
        yield from map(self._ruling, told.rulings())
        for item in (*told.adjustments(), *told.voided(), *told.penalties(), *told.requests()):
            yield self._of(item)
        yield from (self._of(item) for item in told.disputes() if item.of in self._not_ruled)
        yield from (self._of(item) for item in told.told_of_desk() if isinstance(item.says, Reopened))
        for item in told.corrections():
            if told.is_alone(item.place, [change.target for change in item.changes]):
                yield self._of(item)

    @property
    def _not_ruled(self) -> list[Dispute]:
        return [one for one in self.now.desk.disputes if one.is_open or not one.rulings]

    def waits(self, arrivals: Arrivals) -> Iterator[Wait]:
        """Yields how long each call waited until it was settled."""
        authors = self.printed.telling.authors
        for dispute in self.now.desk.disputes:
            ended = next((it for it in self.now.desk.lines if _settles(it.says, dispute)), None)
            if dispute.source is None and ended is not None:
                by, came = arrivals.get((self.now.table.id, dispute.number), ("", None))
                name = by_name(by or authors.of_desk_line(ended))
                since = dispute.opened_at
                yield Wait(name, None if came is None else came - since, ended.made_at - since)

    def _ruling(self, item: Item) -> Incident:
        dispute = self.now.desk.of_ruling(item.place)
        called = next((one for one in self.printed.telling.disputes() if one.of == dispute), None)
        asked = "" if dispute is None or called is None else self._asked(dispute, called)
        proven = (line for line in self.printed.lines(item) if line != item.points)
        text = _sentences(asked, self.printed.about(item), *proven)
        return self._incident(item, _("Ruling"), text, str(item.text), about=item.about)

    def _asked(self, dispute: Dispute, called: Item) -> str:
        said = called.title if dispute.appeals is not None else asks(dispute.by)
        return f"{said}: {dispute.text if dispute.appeals is not None else self.printed.what(called)}"

    def _of(self, item: Item) -> Incident:
        printed = self.printed
        match item:
            case Item(of=Dispute(appeals=appeals)):
                text = _sentences(printed.what(item), printed.about(item), *printed.lines(item))
                what = _("Call") if appeals is None else _("Appeal")
                return self._incident(item, what, text, item.ended, about=item.about)
            case Item(kind="penalty"):
                return self._incident(item, _("Penalty"), str(item.text), item.title)
            case Item(kind="amend"):
                return self._incident(item, _("Correction"), _sentences(*printed.changes(item)), str(item.text))
            case Item(says=says) if isinstance(says, REQUESTS):
                return self._incident(item, _("Request"), _sentences(str(item.text), *printed.lines(item)), "")
        return self._incident(item, item.title, str(item.text), item.points)

    def _incident(self, item: Item, what: str, text: str, decided: str, about: int | None = None) -> Incident:
        printed, place = self.printed, about if item.is_of_desk or about is not None else item.place
        totals = printed.telling.effect(item)
        hand = item.hand or (0 if place is None else printed.telling.book.lines[place].hand)
        became = item.ended and "" if isinstance(item.of, Dispute) else printed.ended(item)
        return Incident(
            item.at,
            self.number,
            ", ".join(filter(None, (self.round, hand_number(self.now.table.game, hand) if hand else ""))),
            tuple(self._people(item, totals, about)),
            what,
            text,
            decided,
            printed.by(item),
            item.rule or "",
            printed.totals(totals),
            _sentences(became, item.mark),
            f"{self.page}#{item.code}" if self.page is not None and item.kind in LISTED else None,
        )

    def _people(self, item: Item, totals: Totals | None, about: int | None) -> Iterator[str]:
        """Whose penalty or entry it is about, and whose totals changed."""
        players, (before, after) = self.now.table.players, totals or ((), ())
        changed = {side for side, (was, now) in enumerate(zip(before, after, strict=True)) if was != now}
        found = {seat for seat in range(len(players)) if changed and seat % len(before) in changed}
        if isinstance(item.of, TablePenalty):
            found.add(item.of.seat)
        said = None if about is None else self.printed.telling.book.lines[about].says
        if said is not None and isinstance(seat := getattr(said.event, "seat", None), int):
            found.add(seat)
        yield from (players[seat] for seat in sorted(found))


def _sentences(*told: str) -> str:
    return " ".join(sentence(one) for one in told if one)


def lines_of(report: Report) -> Iterator[list[str | int]]:
    """Yields the head, then a line for each incident."""
    yield [
        _("When"),
        _("Table"),
        _("Where"),
        _("Players"),
        _("What"),
        _("What happened"),
        _("Rule"),
        _("Decision"),
        _("By whom"),
        _("Totals"),
        _("What became of it"),
    ]
    for one in in_steps(report.incidents):
        said = (one.what, one.text, one.rule, one.decided, one.by, one.effect, one.ended)
        yield [day_and_time(one.at), one.number or "", one.place, ", ".join(one.people), *said]
    if report.responses:
        yield []
        yield response_head()
        for each in report.responses:
            yield [each.by, each.calls, each.came, each.settled, each.longest]


def response_head() -> list[str | int]:
    """Returns what stands above the response times."""
    return [_("Referee"), _("Calls"), _("Until somebody came"), _("Until it was settled"), _("Longest")]


WIDTHS = (18, 6, 18, 20, 12, 50, 10, 36, 14, 24, 30)
bp = Blueprint("evening_incidents", __name__, url_prefix="/evenings/<int:evening_id>")


@bp.get("/incidents")
def show(evening_id: int) -> str:
    """Shows the report to those who help, to be printed."""
    now, viewer = visit_to_help(evening_id)
    report = report_of(now, viewer)
    return render_template(
        "evening/incidents.html", evening=now.state, evening_id=evening_id, report=report, response_head=response_head()
    )


@bp.get("/incidents.csv")
def csv(evening_id: int) -> Answer:
    """Sends the same for a spreadsheet."""
    now, viewer = visit_to_help(evening_id)
    return _file(now, csv_file(lines_of(report_of(now, viewer))), "csv", "text/csv; charset=utf-8; header=present")


@bp.get("/incidents.xlsx")
def workbook(evening_id: int) -> Answer:
    """Sends the same as a workbook."""
    now, viewer = visit_to_help(evening_id)
    lines = lines_of(report_of(now, viewer))
    return _file(now, xlsx_file(lines, _("Incidents"), now.row.created_at, WIDTHS), "xlsx", XLSX)


@bp.get("/rulings")
def rulings(evening_id: int) -> Answer:
    """Leads from where the rulings stood alone."""
    visit_to_help(evening_id)
    return redirect(url_for("evening_incidents.show", evening_id=evening_id), 301)


@bp.get("/rulings.csv")
def rulings_file(evening_id: int) -> Answer:
    """Leads from where the file of the rulings was."""
    visit_to_help(evening_id)
    return redirect(url_for("evening_incidents.csv", evening_id=evening_id), 301)


def _file(now: EveningNow, data: bytes, ending: str, kind: str) -> Answer:
    answer, day = make_response(data), now.row.created_at.astimezone().date().isoformat()
    answer.headers["Content-Type"] = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="evening-{day}-incidents.{ending}"'
    return answer
