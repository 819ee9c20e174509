"""Incidents of an evening: all that was called, decided and corrected at its tables, as a page and as files."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as Answer

from webapp.evening.closed_rounds import signed_said, signers, what_said
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningNow
from webapp.evening.lines import Confirmed, Rejected, Reseated, Unseated, line_of
from webapp.evening.organising.last_entry import name_of
from webapp.evening.refereeing.table_incidents import Effect, Incident, TableIncidents, sentences
from webapp.evening.refereeing.table_matters import Wait, arrivals_of, response_head, responses, waited, waits_at
from webapp.evening.standing.scoring import AdjustedTo
from webapp.evening.standing_words import adjusted_said
from webapp.evening.standings import sides
from webapp.evening.state import EveningState, Penalty
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import visit_to_help
from webapp.games.common.penalty_words import step_said, why_penalised
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.spreadsheets import CSV, XLSX, csv_file, xlsx_file
from webapp.http.steps import in_steps, let_others
from webapp.services import services
from webapp.store.models import utc_now
from webapp.store.name_keys import alphabetical
from webapp.table.newest_tables import UnknownTable
from webapp.table.penalties import Lifting
from webapp.table.snapshot import NotOffered
from webapp.words.phrases import by_name, by_organiser, day_and_time, number
from webapp.words.turn import side_names, totals_said

Scores = tuple[int, ...]


class RetypedResult(NamedTuple):
    """A result that came in as another one than before, or was taken out and is not in: when, and by which device."""

    round: int
    number: int
    before: Scores
    after: Scores | None
    at: datetime
    device_id: int | None


def retyped_results(now: EveningNow) -> Iterator[RetypedResult]:
    """Yields them, those of closed rounds left out: two have signed these. What was undone at once never counted."""
    counted, out = dict[tuple[int, int], Scores](), dict[tuple[int, int], RetypedResult]()
    for row in now.lines:
        line = line_of(row.kind, row.body) if row.seq not in now.state.undone else None
        if isinstance(line, Unseated | Reseated):  # nobody sits there as before
            out = {place: one for place, one in out.items() if one.round != line.round}
        elif isinstance(line, Rejected) and (line.round, line.number) in counted:
            place = line.round, line.number
            out[place] = RetypedResult(*place, counted.pop(place), None, row.made_at, row.device_id)
        elif isinstance(line, Confirmed):
            place, scores = (line.round, line.number), line.shown or line.scores
            counted[place] = scores
            one = out.pop(place, None)
            if one is not None and one.before != scores and not _is_closed(now, one):
                yield one._replace(after=scores, at=row.made_at, device_id=row.device_id)
    yield from (one for one in out.values() if not _is_closed(now, one))


def _is_closed(now: EveningNow, one: RetypedResult) -> bool:
    here = now.state.round_of(one.round)
    return here is None or (here.closed_at is not None and one.at >= here.closed_at)


@dataclass(frozen=True)
class IncidentReport:
    """All incidents of an evening, by table and time, how many played at how many tables, how long each call waited."""

    incidents: tuple[Incident, ...]
    waits: tuple[Wait, ...]
    people: int
    tables: int
    appeals: int

    @property
    def sums(self) -> list[tuple[str, int]]:
        changed = sum(bool(one.effect) and one.holds for one in self.incidents)
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
        return day_and_time(utc_now())

    @property
    def by_table(self) -> list[tuple[int, list[Incident]]]:
        """The incidents of each table; 0: of none."""
        return [(number, list(some)) for number, some in groupby(self.incidents, key=lambda one: one.number)]

    @property
    def by_player(self) -> list[tuple[str, list[Incident]]]:
        names = sorted({name for one in self.incidents for name in one.people}, key=alphabetical)
        return [(name, [one for one in self.incidents if name in one.people]) for name in names]

    @property
    def waited(self) -> str:
        """How long calls waited, in a sentence or two."""
        return waited(self.waits)

    @property
    def responses(self) -> list[list[str | int]]:
        """The same referee by referee."""
        return responses(self.waits)


def report_of(now: EveningNow, viewer: EveningViewer) -> IncidentReport:
    """Returns the incidents of an evening as all may know them; closed cards stay so until their hand is over."""
    found = [*_of_evening(now.state), *_signed(now.state), *_adjusted(now.state), *_retyped(now)]
    waits, appeals = list[Wait](), 0
    arrivals = arrivals_of(now)
    tables = services().part(EveningTables).at(now.row.id)
    for table_id in tables:
        try:
            table = services().tables.at(table_id)
        except (UnknownTable, NotOffered):
            continue
        let_others()
        at_table = TableIncidents(now.state, table, viewer)
        found += at_table.incidents()
        waits += waits_at(table, at_table.printed.telling, arrivals)
        appeals += sum(one.appeals is not None for one in table.desk.disputes)
    ordered = sorted(found, key=lambda one: (one.number, one.at))
    return IncidentReport(tuple(ordered), tuple(waits), len(now.state.people), len(tables), appeals)


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
                why_penalised(one),
                step_said(state.plan.game, one.step),
                by_name(one.by),
                one.rule,
                _taken_off(one),
                _lifted(gone) if gone else "",
            )


def _lifted(gone: Lifting) -> str:
    lifted = _("Lifted by %(name)s: %(why)s", name=by_name(gone.by), why=gone.why)
    return sentences(f"{lifted} · {day_and_time(gone.made_at)}")


def _signed(state: EveningState) -> Iterator[Incident]:
    """Yields the requested changes of closed rounds, with both signers."""
    for one in state.proposals.values():
        decided = _("Signed by two") if one.made else signed_said(state, one) if one.is_open else _("Not signed")
        place, what = _("Round %(round)s", round=one.round), _("Change of a closed round")
        yield Incident(
            one.ended_at or one.at, one.table or 0, place, (), what, what_said(state, one), decided, signers(one)
        )


def _adjusted(state: EveningState) -> Iterator[Incident]:
    """Yields the rulings on results; one that a later one has replaced says so."""
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
            by_organiser(one.by),
            one.rule,
            ended="" if one.line in held or one.to == AdjustedTo.PLAYED else _("Does not hold any more"),
        )


def _retyped(now: EveningNow) -> Iterator[Incident]:
    """Yields the results that were taken out and typed anew. What entries have corrected is told at their table."""
    for one in retyped_results(now):
        here = now.state.round_of(one.round)
        sitting = None if here is None else here.sittings.get(one.number)
        if sitting is None:
            continue
        names, grant = now.state.names_at(sitting), now.grant_of(one.device_id)
        each = side_names(names, len(one.before))
        people = [tuple(names[seat] for seat in side) for side in sides(len(names), len(one.before))]
        told = zip(people, each, one.before, one.after or one.before, strict=True)
        text = _("The result that counted was taken out, and another one came in.")
        yield Incident(
            one.at,
            one.number,
            _("Round %(round)s", round=one.round),
            tuple(names),
            _("Correction"),
            text if one.after else _("The result that counted was taken out, and none came in."),
            "" if one.after else _("It was: %(points)s", points=totals_said(each, one.before)),
            "" if grant is None else name_of(now, grant),
            effect=tuple(
                Effect(whose, f"{name} {number(was)} → {number(then)}")
                for whose, name, was, then in told
                if was != then
            ),
        )


def _taken_off(one: Penalty) -> tuple[Effect, ...]:
    points = one.points
    said = ngettext("%(num)s point off in the standing", "%(num)s points off in the standing", points)
    return (Effect((), said),) if points else ()


def lines_of(report: IncidentReport) -> Iterator[list[str | int]]:
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
        said = (one.what, one.text, one.rule, one.decided, one.by, ", ".join(each.said for each in one.effect))
        became = sentences(one.ended, one.origin)
        yield [day_and_time(one.at), one.number or "", one.place, ", ".join(one.people), *said, became]
    if report.waits:
        yield []
        yield from (response_head(), *report.responses)


WIDTHS = (18, 6, 18, 20, 12, 50, 10, 36, 14, 24, 30)
bp = Blueprint("evening_incidents", __name__, url_prefix="/evenings/<int:evening_id>")


@bp.get("/incidents")
def show(evening_id: int) -> str:
    """Shows the report to helpers, for printing."""
    here = visit_to_help(evening_id)
    return here.page("evening/incidents.html", report=report_of(*here), response_head=response_head())


@bp.get("/incidents.csv")
def csv(evening_id: int) -> Answer:
    """Sends the same for a spreadsheet."""
    here = visit_to_help(evening_id)
    return here.file("-incidents.csv", csv_file(lines_of(report_of(*here))), CSV)


@bp.get("/incidents.xlsx")
def workbook(evening_id: int) -> Answer:
    here = visit_to_help(evening_id)
    lines = lines_of(report_of(*here))
    return here.file("-incidents.xlsx", xlsx_file(lines, _("Incidents"), here.now.row.created_at, WIDTHS), XLSX)


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
