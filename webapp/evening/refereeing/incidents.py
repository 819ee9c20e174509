"""Incidents of an evening: all that was called, decided and corrected at its tables, as a page and as files."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as Answer

from webapp.evening.closed_rounds import signed_said, signers, what_said
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningNow
from webapp.evening.organising.entries import name_of
from webapp.evening.refereeing.retyped import retyped_results
from webapp.evening.refereeing.table_matters import (
    ResponseTimes,
    Wait,
    arrivals_of,
    response_head,
    responses,
    viewer_at,
    waited,
    waits_at,
)
from webapp.evening.standing.scoring import AdjustedTo
from webapp.evening.standing_of import sides
from webapp.evening.standing_words import adjusted_said
from webapp.evening.state import EveningState, Penalty, table_in_round
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import visit_to_help
from webapp.games.common.desk_words import step_said, why_penalised
from webapp.games.common.names import hand_number
from webapp.history.records.protocol import EVERYBODY, Printed
from webapp.history.records.scores import CSV, XLSX, csv_file, xlsx_file
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.steps import in_steps, let_others
from webapp.referee.asking.request_page import shown_change, told_plainly
from webapp.referee.cases import photos
from webapp.referee.cases.photos import ShownPhoto
from webapp.referee.cases.subject import code_of
from webapp.services import services
from webapp.store.models import now as moment
from webapp.table.change_requests import ChangeRequest
from webapp.table.desk import Dispute
from webapp.table.lines.matters import Reopened
from webapp.table.newest_tables import UnknownTable
from webapp.table.penalties import Penalty as TablePenalty
from webapp.table.snapshot import NotOffered, Snapshot
from webapp.telling.item import Item, Totals
from webapp.telling.proofs import past_proof
from webapp.words.disputes import asked as asks
from webapp.words.disputes import by_name, sentence
from webapp.words.phrases import day_and_time, joined, number
from webapp.words.turn import totals_said

LISTED = frozenset({"ruling", "adjust", "penalty", "reopen"})
"""Entries that are in a table's own list of decisions."""


@dataclass(frozen=True)
class Incident:
    """An incident at an evening, in words.

    `number` is that of the table, `place` the round and the hand, `people` those whom it concerns. `what` says of what
    kind it is, `text` what happened, `decided` what was decided, `effect` what changed of whom, each with the totals
    before and after. `ended` says what became of it, `is_kept` that the effect stays all the same, `origin` where it
    comes from if that is a file; `url` leads to it, and `photos` to what is kept with its case, where this viewer may
    see that.
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
    effect: tuple[str, ...] = ()
    ended: str = ""
    is_kept: bool = False
    url: str | None = None
    photos: tuple[str, ...] = ()
    origin: str = ""

    @property
    def holds(self) -> bool:
        return self.is_kept or not self.ended

    def effect_on(self, name: str) -> tuple[str, ...]:
        """The changes that name a player, or all where none does."""
        return tuple(one for one in self.effect if name in one) or self.effect


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
        return day_and_time(moment())

    @property
    def by_table(self) -> list[tuple[int, list[Incident]]]:
        """The incidents of each table; 0: of none."""
        return [(number, list(some)) for number, some in groupby(self.incidents, key=lambda one: one.number)]

    @property
    def by_player(self) -> list[tuple[str, list[Incident]]]:
        names = sorted({name for one in self.incidents for name in one.people}, key=str.casefold)
        return [(name, [one for one in self.incidents if name in one.people]) for name in names]

    @property
    def waited(self) -> str:
        """How long calls waited, in a sentence or two."""
        return waited(self.waits)

    @property
    def responses(self) -> list[ResponseTimes]:
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
            table = services().play.at(table_id)
        except (UnknownTable, NotOffered):
            continue
        let_others()
        at_table = _AtTable(now.state, table, viewer)
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
                _("Lifted by %(name)s: %(why)s", name=by_name(gone.by), why=gone.why) if gone else "",
            )


def _signed(state: EveningState) -> Iterator[Incident]:
    """Yields the requested changes of closed rounds, with both signers."""
    for one in state.proposals.values():
        decided = _("Signed by two") if one.made else signed_said(state, one) if one.waits else _("Not signed")
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
            by_name(one.by),
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
        each = [joined([names[seat] for seat in side]) for side in sides(len(names), len(one.before))]
        told = zip(each, one.before, one.after or one.before, strict=True)
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
            effect=tuple(f"{name} {number(was)} → {number(then)}" for name, was, then in told if was != then),
        )


def _taken_off(one: Penalty) -> tuple[str, ...]:
    points = one.points
    said = ngettext("%(num)s point off in the standing", "%(num)s points off in the standing", points)
    return (said,) if points else ()


class _AtTable:
    """One table of an evening whose incidents are gathered."""

    def __init__(self, state: EveningState, now: Snapshot, viewer: EveningViewer) -> None:
        self.now, self.printed = now, Printed(now, 0)
        seated = table_in_round(state, now.table.id)
        self.round = "" if seated is None else _("Round %(round)s", round=seated[0].number)
        self.number = (now.table.evening_number or 0) if seated is None else seated[1].number
        self.viewer = viewer_at(now, viewer.device_id)
        self.page = url_for("rulings.index", table_id=now.table.id) if self.viewer.may_see else None

    def incidents(self) -> Iterator[Incident]:
        """Yields them; a call that was ruled on is told by its ruling."""
        told = self.printed.telling
        yield from map(self._ruling, told.rulings())
        for item in (*told.adjustments(), *told.voided(), *told.penalties()):
            yield self._of(item)
        yield from map(self._request, self.now.desk.changes)
        yield from (self._request_in_file(item) for item in told.requests() if item.source is not None)
        yield from (self._of(item) for item in told.disputes() if item.of in self._not_ruled)
        yield from (self._of(item) for item in told.told_of_desk() if isinstance(item.says, Reopened))
        for item in told.corrections():
            if told.is_alone(item.place, [change.target for change in item.changes]):
                yield self._of(item)

    @property
    def _not_ruled(self) -> list[Dispute]:
        return [one for one in self.now.desk.disputes if one.is_open or not one.rulings]

    def _ruling(self, item: Item) -> Incident:
        dispute, proof = self.now.desk.of_ruling(item.place), past_proof(self.now, item.place)
        called = next((one for one in self.printed.telling.disputes() if one.of == dispute), None)
        asked = "" if dispute is None or called is None else self._asked(dispute, called)
        text = _sentences(asked, self._about(item) if proof is None else proof.said)
        told = self._incident(item, _("Ruling"), text, str(item.text), about=item.about)
        if dispute is not None:
            return self._with_photos(told, code_of(dispute))
        return self._with_photos(told, code_of(None if proof is None else proof.found))

    @cached_property
    def _photos(self) -> list[ShownPhoto]:
        return photos.shown(self.now, self.viewer)

    def _with_photos(self, told: Incident, case: str) -> Incident:
        """Returns the incident with the photos of its case: how many, and those that this viewer may see."""
        kept = [one for one in self._photos if one.case_code == case]
        if not kept:
            return told
        said = ngettext("%(num)s photo is kept with it.", "%(num)s photos are kept with it.", len(kept))
        urls = tuple(one.url for one in kept if one.url is not None and self.page is not None)
        return replace(told, text=_sentences(told.text, said), photos=urls)

    def _about(self, item: Item) -> str:
        """Returns the subject without the hand, which stands in the place."""
        dispute = item.of if isinstance(item.of, Dispute) else self.now.desk.of_ruling(item.place)
        if dispute is not None and dispute.about is None and dispute.hand is None:
            return ""  # of the whole match
        told = self.printed.about(item, hand=False)
        return told[:1].upper() + told[1:]

    def _hand_of(self, item: Item) -> int:
        place = item.about if item.about is not None or item.is_of_desk else item.place
        return item.hand or (0 if place is None else self.printed.telling.book.lines[place].hand)

    def _request(self, change: ChangeRequest) -> Incident:
        shown = shown_change(self.now, EVERYBODY, change)
        people = tuple(name for name in self.now.table.players if name == change.by)
        text, decided = (
            _sentences(shown.title, *told_plainly(self.now, EVERYBODY, change), change.why),
            _sentences(shown.state, change.answer),
        )
        by = by_name(change.answered_by or change.by)
        return Incident(change.made_at, self.number, self.round, people, _("Request"), text, decided, by)

    def _request_in_file(self, item: Item) -> Incident:
        """Returns what a record says of a request: nobody decides on it here, and what was asked is not in it."""
        told = self._incident(item, _("Request"), _sentences(str(item.text), *self.printed.lines(item)), "")
        return replace(told, people=tuple(name for name in self.now.table.players if name == item.by))

    def _asked(self, dispute: Dispute, called: Item) -> str:
        said = called.title if dispute.appeals is not None else asks(dispute.by)
        return f"{said}: {dispute.text if dispute.appeals is not None else self.printed.what(called)}"

    def _of(self, item: Item) -> Incident:
        printed = self.printed
        match item:
            case Item(of=Dispute(appeals=appeals) as dispute):
                text = _sentences(self._asked(dispute, item), self._about(item), *printed.lines(item))
                what = _("Call") if appeals is None else _("Appeal")
                ended = item.ended[:1].upper() + item.ended[1:]
                told = self._incident(item, what, text, ended, about=item.about)
                return self._with_photos(told, code_of(dispute))
            case Item(kind="penalty"):
                return self._incident(item, _("Penalty"), str(item.text), item.title)
            case Item(kind="amend"):
                return self._incident(item, _("Correction"), _sentences(*printed.changes(item)), str(item.text))
        return self._incident(item, item.title, str(item.text), item.points)

    def _incident(self, item: Item, what: str, text: str, decided: str, about: int | None = None) -> Incident:
        printed, hand = self.printed, self._hand_of(item)
        totals = printed.telling.effect(item)
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
            tuple(printed.totals(totals)),
            _sentences(became),
            item.is_kept,
            f"{self.page}#{item.code}" if self.page is not None and item.kind in LISTED else None,
            origin=_sentences(item.mark),
        )

    def _people(self, item: Item, totals: Totals | None, about: int | None) -> Iterator[str]:
        """Yields the people of a penalty or entry, and those whose totals changed."""
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
        said = (one.what, one.text, one.rule, one.decided, one.by, ", ".join(one.effect))
        became = _sentences(one.ended, one.origin)
        yield [day_and_time(one.at), one.number or "", one.place, ", ".join(one.people), *said, became]
    if report.waits:
        yield []
        yield response_head()
        for each in report.responses:
            yield [each.by, each.calls, each.came, each.settled, each.longest]


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
