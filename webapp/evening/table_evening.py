"""A table at its evening: notes on its page, such as clock and result; its acts: read marks, its result, leaving."""

from collections.abc import Iterator

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import or_404, require
from webapp.access.visit import Visit, visit
from webapp.evening import lines as kinds
from webapp.evening.acts import act, form_key
from webapp.evening.announcements import unread_at_table
from webapp.evening.clock import Phase, clock_face
from webapp.evening.closed_rounds import waiting_said
from webapp.evening.joining.identity_requests import sentence_page
from webapp.evening.joining.running_table import part as let_part
from webapp.evening.keeper import EveningKeeper, EveningNow
from webapp.evening.lines import EveningRefusal, Line, judged
from webapp.evening.refusal_words import said, status
from webapp.evening.result_facts import ResultFacts, confirmed_line, reported_line, result_facts
from webapp.evening.state import EveningState, Place, Round, Sitting, table_in_round
from webapp.evening.summary import TableSummary, hands_of_round, is_played, summary_of
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import evening_at_table
from webapp.http.answers import Page, local_path
from webapp.http.language import gettext as _
from webapp.live.surroundings import NOTHING_AROUND, Surroundings, TableNote
from webapp.referee.cases.appeals import Decider, decider
from webapp.referee.desk_page import open_cases
from webapp.services import services
from webapp.store.models import utc_now
from webapp.table import forms
from webapp.table.desk import Dispute
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.phrases import comes_said, sits_said


def surroundings(now: Snapshot, viewer: Viewer) -> Surroundings:
    """Returns the evening's notes on the page of a table for this viewer."""
    found = evening_at_table(now, viewer)
    if found is None:
        return NOTHING_AROUND
    evening, who = found
    place = table_in_round(evening.state, now.table.id)
    summary = None if place is None else summary_of(now)
    has_played = summary is not None and is_played(evening.state.plan, summary)
    # A table that was called to its last hand before it had entered one has that hand to enter.
    ends = place is not None and place[0].last_hand_at is not None and summary is not None and summary.hands > 0
    is_done = place is not None and (has_played or ends or place[1].is_in)
    notes = tuple(_notes(now, viewer, evening, who, place, summary, has_played=has_played))
    hands = None if summary is None else hands_of_round(evening.state.plan, summary)
    joined = evening.state.title if _has_joined(evening.state, now.table.id) else ""
    return Surroundings(notes, _onward(evening, who, place), hands or 0, is_done, joined)


def _has_joined(state: EveningState, table_id: int) -> bool:
    return any(guest.table == table_id for guest in state.guests.values())


def _notes(
    now: Snapshot,
    viewer: Viewer,
    evening: EveningNow,
    who: EveningViewer,
    place: Place | None,
    summary: TableSummary | None,
    *,
    has_played: bool,
) -> Iterator[TableNote]:
    to = url_for("table_evening.read", table_id=now.table.id)
    if place is not None and not has_played and (last := _last_hand(evening, who, *place, to)) is not None:
        yield last
    grant = evening.grant_of(viewer.device_id)
    said = unread_at_table(evening.state, now.table.evening_number, grant, utc_now())
    if said is not None:
        does = (("read", _("Read")),) if viewer.takes_part and grant is not None else ()
        fields = (("lines", str(said.line)),)
        text = _("%(name)s: %(text)s", name=said.by, text=said.text) if said.by else said.text
        yield TableNote(text, to=to, does=does, fields=fields, tone="warn", icon="hand", urgent=True)
    for (table, _dispute), coming in evening.state.coming.items():
        if table == now.table.id:
            yield TableNote(comes_said(coming.by), icon="whistle", urgent=True)
    if place is None:
        yield _of_no_round(now, evening, who)
        return
    if (result := result_facts(evening, who, *place, summary)) is not None:
        yield from _result(now, result)
    for asked in waiting_said(evening.state, *place):
        yield TableNote(asked, tone="warn", icon="pen", urgent=True)
    yield from _clock(evening, who, *place)


def _of_no_round(now: Snapshot, evening: EveningNow, who: EveningViewer) -> TableNote:
    url = url_for("evenings.show", evening_id=evening.row.id) if who.may_see else ""
    number = now.table.evening_number
    if evening.state.plan.is_tournament and not _has_joined(evening.state, now.table.id):
        return TableNote(_nobody_plays(evening.state, who), url=url, tone="warn", urgent=True)
    return TableNote(_("%(title)s, table %(number)s", title=evening.state.title, number=number), url=url, icon="seats")


def _nobody_plays(state: EveningState, who: EveningViewer) -> str:
    """Says why, and where this phone's person sits instead."""
    now_at = state.sitting_now(who.person)
    if now_at is None or who.person is None:
        return _("Nobody plays here: the seating was taken back.")
    where = sits_said(state.name(who.person), now_at.number)
    return _("Nobody plays here: the seating was changed. %(where)s.", where=where)


def _last_hand(evening: EveningNow, who: EveningViewer, here: Round, sitting: Sitting, to: str) -> TableNote | None:
    if here.ended or here.last_hand_at is None or sitting.is_in:
        return None
    text = _("Last hand. Play the hand that lies on the table. No new deal.")
    if sitting.acknowledged:
        return TableNote(_("Last hand. No new deal."), tone="warn", urgent=False)
    may = judged(evening.state, who, kinds.Acknowledged(here.number, sitting.number)) is None
    return TableNote(text, to=to, does=(("last-hand", _("Read")),) if may else (), tone="warn", urgent=True)


def _result(now: Snapshot, result: ResultFacts) -> Iterator[TableNote]:
    to = url_for("table_evening.result", table_id=now.table.id)
    fields = (("scores", " ".join(str(points) for _name, points in result.sides)),)
    if result.is_in:
        yield TableNote(_("The result is in: %(points)s", points=result.told), icon="yes")
    elif result.reported:
        does = ((("confirm", _("Confirm")),) if result.may_confirm else ()) + (
            (("reject", _("Not right")),) if result.may_reject else ()
        )
        text = _("To be confirmed: %(points)s", points=result.told)
        yield TableNote(text, to=to, does=does, fields=fields, tone="warn", icon="pen", urgent=result.may_confirm)
    elif result.typed:
        yield TableNote(_due_said(result), tone="warn", icon="pen", urgent=True)
    elif result.due and result.may_report:
        does = (("report", _("This is the result")),)
        tone = "warn" if result.refused else "ok"
        yield TableNote(_due_said(result), to=to, does=does, fields=fields, tone=tone, icon="pen", urgent=True)


def _due_said(result: ResultFacts) -> str:
    if result.refused:
        return _("Refused: %(points)s", points=result.told)
    return _("Round finished: %(points)s", points=result.told) if result.is_played else result.told


def _clock(evening: EveningNow, who: EveningViewer, here: Round, sitting: Sitting) -> Iterator[TableNote]:
    face = clock_face(evening.state, here, utc_now(), sitting)
    url = url_for("evenings.show", evening_id=evening.row.id) if who.may_see else ""
    tone = "warn" if face.phase in (Phase.OVERTIME, Phase.PAUSED) else "ok"
    yield TableNote(face.label, url=url, tone=tone)


def _onward(evening: EveningNow, who: EveningViewer, place: Place | None) -> tuple[str, str] | None:
    """Where this phone goes on after the match: at a tournament the next table comes from the evening."""
    if not who.may_see or not evening.state.plan.is_tournament:
        return None
    url, rounds = url_for("evenings.show", evening_id=evening.row.id), evening.state.rounds
    is_behind = place is not None and place[0].number < len(rounds) and not rounds[-1].ended
    number = len(rounds) + (0 if is_behind else 1)
    if number > evening.state.plan.rounds or evening.state.is_closed:
        return url, _("Back to the evening")
    return url, _("To round %(round)s", round=number)


bp = Blueprint("table_evening", __name__, url_prefix="/tables/<int:table_id>/evening")
Answer = Response | Page


@bp.post("/read")
def read(table_id: int) -> Answer:
    """Notes that this phone has read an announcement, or the table the call of the last hand."""
    here, evening, who = _at_evening(table_id)
    require(here.viewer.takes_part)
    if request.form.get("does") == "last-hand":
        place = _place(here, evening)
        return _added(here, evening, who, kinds.Acknowledged(place[0].number, place[1].number))
    lines = forms.integer(request.form, "lines", most=evening.state.seq)
    if who.role is None:
        abort(400)
    services().store.read_evening(evening.row.id, here.device_id, lines)
    services().part(EveningKeeper).refresh(evening.row.id)
    return _back(here)


@bp.post("/result")
def result(table_id: int) -> Answer:
    """Says that the result is final, confirms it, or says that it is not right."""
    here, evening, who = _at_evening(table_id)
    require(here.viewer.may_enter)
    round_, sitting = _place(here, evening)
    does, summary = request.form.get("does", ""), summary_of(here.now)
    line: Line | None
    if does == "report":
        line = reported_line(who, round_, sitting, summary.scores, summary)
    elif does == "confirm":
        line = confirmed_line(who, round_, sitting)
    elif does == "reject":
        line = kinds.Rejected(round_.number, sitting.number)
    else:
        abort(400)
    said = sitting.reported  # of what nobody says any more nothing has changed since it was shown
    shown = summary.scores if does == "report" else None if said is None else said.scores
    if line is None or (shown is not None and request.form.get("scores", "") != " ".join(map(str, shown))):
        return _refused(evening, EveningRefusal("moved-on"))
    return _added(here, evening, who, line)


@bp.post("/part")
def part(table_id: int) -> Answer:
    """Lets a table that had joined leave the evening, by its host."""
    here, evening, who = _at_evening(table_id)
    require(here.viewer.is_host)
    refused = part_from(here, evening, who)
    return _back(here) if refused is None else sentence_page(evening, *refused)


def part_from(here: Visit, evening: EveningNow, who: EveningViewer) -> tuple[str, int] | None:
    """Lets a table that had joined leave the evening, by its host; returns why not in words, with the status.

    It does not leave while a case is open on which a referee of the evening is to rule, or an appeal on which its
    organiser decides.
    """
    if table_in_round(evening.state, here.table.id) is not None:
        return _("This table was seated by the evening. It stays until the round is over."), 409
    if not evening.state.is_closed and any(decider(here.now, one) is Decider.ORGANISER for one in _appeals(here.now)):
        return _("An appeal is open at this table. It stays until the organiser has decided."), 409
    is_ruled = not evening.state.is_closed and any(grant.is_referee for grant in evening.grants)
    if is_ruled and open_cases(here.now, here.viewer):
        return _("A case is open at this table. It stays until a referee of the evening has ruled."), 409
    refusal = let_part(evening, who, here.table.id)
    return None if refusal is None else (said(refusal), status(refusal))


def _appeals(now: Snapshot) -> Iterator[Dispute]:
    return (one for one in now.desk.open if one.appeals is not None)


def _at_evening(table_id: int) -> tuple[Visit, EveningNow, EveningViewer]:
    here = visit(table_id)
    found = evening_at_table(here.now, here.viewer)
    require(here.viewer.takes_part)
    return here, *or_404(found, _("This table belongs to no evening."))


def _place(here: Visit, evening: EveningNow) -> tuple[Round, Sitting]:
    return or_404(table_in_round(evening.state, here.table.id), _("This table belongs to no round."))


def _added(here: Visit, evening: EveningNow, who: EveningViewer, line: Line) -> Answer:
    done = act(evening, who, line, op=form_key(line))
    if isinstance(done, EveningRefusal) and done.code != "is-so":
        return _refused(evening, done)
    return _back(here)


def _refused(evening: EveningNow, refusal: EveningRefusal) -> Answer:
    return sentence_page(evening, said(refusal), status(refusal))


def _back(here: Visit) -> Response:
    services().hub.publish(here.table.id)
    back = local_path(request.form.get("back", ""))
    return redirect(back or url_for("tables.show", table_id=here.table.id), 303)
