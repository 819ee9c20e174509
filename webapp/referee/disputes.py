"""Calls to the referee: made, joined, withdrawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.findings import Refusal
from webapp.access.authors import signature
from webapp.access.device import or_404
from webapp.access.visit import visit_to_rule, visit_to_take_part
from webapp.games.common.call_reasons import reasons
from webapp.games.common.refusals import refusal_said
from webapp.http.answers import Page, back_link, local_path
from webapp.http.language import gettext as _
from webapp.pages.entry_location import entry_at, placed
from webapp.pages.table_page import form_key, page_of, redirect_to_table
from webapp.referee.cases.appeals import typed_words
from webapp.referee.cases.case_page import case_page
from webapp.referee.cases.remedies import typed_or_nothing
from webapp.referee.cases.subject import NO_DISPUTE, dispute_of
from webapp.referee.cases.verdict import may_note, note_admission
from webapp.referee.desk_page import desk_context
from webapp.referee.pointing import MATCH, choices, hands_dealt, stands, target
from webapp.services import services
from webapp.table import forms
from webapp.table.keeper import Made, Refused
from webapp.table.lines.matters import Disputed, Paused, Pointed, Resumed, Withdrawn
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.cases import OTHER


class NotACall(ValueError):
    """The input is no call of the referee."""


@dataclass(frozen=True)
class TypedCall:
    """A call as its form holds it. `about`: *event-12*, *hand-3*, *trick-3.2* or *match*, empty: not chosen."""

    about: str
    why: str = ""
    text: str = ""
    pause: bool = False

    def subject(self) -> dict[str, Any]:
        """Returns the entry, the hand or the trick that this is about, as a line of the desk names it."""
        return target(self.about) or {}

    def line(self, by: str) -> Disputed:
        """Returns the line of the desk, signed by the caller."""
        return Disputed(self.why or OTHER, self.text, by, pause=self.pause, **self.subject())


def asked_for(now: Snapshot, args: Mapping[str, str]) -> TypedCall:
    """Reads the subject of a call from the query string: an entry, a hand, by default the hand under way."""
    hand = f"hand-{hands_dealt(now)}" if now.fold.state.hand is not None else MATCH
    wanted = (f"{kind}-{args.get(kind, '')}" for kind in ("event", "hand"))
    about = next((one for one in wanted if stands(now, one)), hand)
    why = args.get("why", "")
    return TypedCall(
        about, why if why in _reasons(now) else "", typed_words(args.get("text", "")), args.get("play") == "pause"
    )


def read(now: Snapshot, form: Mapping[str, str]) -> TypedCall:
    """Returns the call that was sent. Raises `NotACall`."""
    about, why, play = form.get("about", ""), form.get("why", ""), form.get("play", "on")
    if about and target(about) is None:
        raise NotACall("about nothing")
    if why and why not in _reasons(now):
        raise NotACall("for no reason of this game")
    if play not in ("on", "pause"):
        raise NotACall("play neither goes on nor pauses")
    return TypedCall(about, why, typed_words(form.get("text", "")), play == "pause")


def missing(now: Snapshot, call: TypedCall) -> str | None:
    if not call.about:
        return _("Choose what it is about.")
    if not stands(now, call.about):
        return _taken_back()
    if not call.why and not call.text:
        return _("Say what is the matter: one of the reasons, own words, or both.")
    if call.why == OTHER and not call.text:
        return _("“Something else” needs own words: nobody could guess what it is.")
    return None


def _taken_back() -> str:
    return _("This was taken back meanwhile. Choose again what it is about.")


def call_referee(now: Snapshot, viewer: Viewer, call: TypedCall, *, op: str) -> Made | Refused | str:
    """Opens a dispute, or returns what the call lacks."""
    return missing(now, call) or services().tables.add(now.table.id, viewer, call.line(signature(now, viewer)), op=op)


def point_at(now: Snapshot, viewer: Viewer, number: int, about: str, *, op: str) -> Made | Refused | str:
    """Changes what a dispute is about, or returns why not. Raises `NotACall` where it points at nothing."""
    found = target(about)
    if found is None:
        raise NotACall("about nothing")
    if not stands(now, about):
        return _taken_back()
    line = Pointed(number, signature(now, viewer), **found)
    return services().tables.add(now.table.id, viewer, line, op=op)


def set_pause(now: Snapshot, viewer: Viewer, *, paused: bool) -> Made | Refused:
    """Pauses the table until there is a ruling, or resumes play before; what is so already stays as it is.

    A referee makes another's pause the own one. Two taps at once are one: the key follows from how the desk stands.
    """
    line = Paused(viewer.is_referee) if paused else Resumed()
    if now.desk.paused == paused and (line != Paused(referee=True) or now.desk.held):
        return Made(now)
    return services().tables.add(now.table.id, viewer, line, op=f"pause-{len(now.desk.lines)}")


def form_context(now: Snapshot, viewer: Viewer, call: TypedCall, error: str | None = None) -> dict[str, Any]:
    found = target(call.about) or {}
    node = entry_at(now, found["about"]) if "about" in found else None
    return {
        "event": placed(now, viewer, node) if node is not None else None,
        "choices": choices(now, viewer, call.about),
        "reasons": _reasons(now),
        "why": call.why,
        "text": call.text,
        "pause": call.pause,
        "error": error,
    }


def _reasons(now: Snapshot) -> dict[str, str]:
    return reasons(now.table.game, now.fold.state.options)


bp = Blueprint("disputes", __name__, url_prefix="/tables/<int:table_id>")


@bp.get("/disputes/new")
def form(table_id: int) -> str:
    """Shows the form of a call: subject, reason, whether play goes on."""
    now, viewer = visit_to_take_part(table_id)
    return _form(now, viewer, asked_for(now, request.args))


@bp.post("/disputes")
def make(table_id: int) -> Response | Page:
    """Opens a dispute; typed values are kept where it is refused."""
    now, viewer = visit_to_take_part(table_id)
    try:
        call, op = read(now, request.form), form_key()
    except (NotACall, forms.NotAnEvent):
        abort(400, description=_("What was sent calls nobody."))
    match call_referee(now, viewer, call, op=op):
        case Refused(refusal=refusal):
            return _form(now, viewer, call, refusal_said(refusal, now.table.players).text), 422
        case str() as problem:
            return _form(now, viewer, call, problem), 409 if call.about and not stands(now, call.about) else 422
        case Made(now=later) if viewer.is_referee:
            return redirect(_own_case(later, viewer), 303)
    return redirect_to_table(table_id)


def _own_case(now: Snapshot, viewer: Viewer) -> str:
    newest = [one for one in now.desk.disputes if one.device_id == viewer.device_id][-1]
    return url_for("cases.dispute", table_id=now.table.id, number=newest.number, back=back_link() or None)


@bp.post("/disputes/<int:number>/withdraw")
def withdraw(table_id: int, number: int) -> Response | Page:
    """Withdraws a dispute, by the device that opened it; play resumes where nothing else is open."""
    now, viewer = visit_to_take_part(table_id)
    or_404(now.desk.dispute(number), _(NO_DISPUTE))
    match services().tables.add(table_id, viewer, Withdrawn(number)):
        case Refused(now=later, refusal=refusal):
            return _desk(later, viewer, refusal), 403 if refusal.code == "not-yours" else 409
    return redirect(url_for("desk.show", table_id=table_id), 303)


@bp.post("/disputes/<int:number>/point")
def point(table_id: int, number: int) -> Response | Page:
    """Changes the play that a dispute is about. For referees."""
    now, viewer = visit_to_rule(table_id)
    subject = or_404(dispute_of(now, viewer, number), _(NO_DISPUTE))
    typed = typed_or_nothing(now, request.form)
    try:
        outcome = point_at(now, viewer, number, request.form.get("about", ""), op=form_key())
    except NotACall:
        abort(400, description=_("What was sent points at nothing."))
    match outcome:
        case str() as problem:
            return case_page(subject, typed, problem), 409
        case Refused(refusal=refusal):
            return case_page(subject, typed, refusal_said(refusal, now.table.players).text), 409
    return redirect(subject.url, 303)


@bp.post("/disputes/<int:number>/admission")
def admit(table_id: int, number: int) -> Response | Page:
    """Notes that a player has admitted a breach of a duty by the play in question."""
    now, viewer = visit_to_take_part(table_id)
    subject = or_404(dispute_of(now, viewer, number), _(NO_DISPUTE))
    if not may_note(subject):
        abort(403, description=_("A breach is admitted on the phone of that player, or noted by those who rule."))
    typed = typed_or_nothing(now, request.form)
    match note_admission(subject, *_admission()):
        case Refused(refusal=refusal):
            return case_page(subject, typed, refusal_said(refusal, now.table.players).text), 409
        case str() as problem:
            return case_page(subject, typed, problem), 422
    return redirect(subject.url, 303)


def _admission() -> tuple[str, str]:
    """The duty, and the card that should have been played, if it was said: *must-follow-suit 5C*."""
    code, _space, card = request.form.get("admitted", "").partition(" ")
    return code, card


@bp.post("/pause")
def pause(table_id: int) -> Response | Page:
    """Pauses the table until there is a ruling, or resumes play before."""
    now, viewer = visit_to_take_part(table_id)
    match set_pause(now, viewer, paused=forms.choice(request.form, "pause") == "yes"):
        case Refused(now=later, refusal=refusal):
            return _desk(later, viewer, refusal), 403 if refusal.code == "referee-pause" else 409
    back = local_path(request.form.get("back", ""))
    return redirect(back or url_for("tables.show", table_id=table_id), 303)


def _form(now: Snapshot, viewer: Viewer, call: TypedCall, error: str | None = None) -> str:
    shown = form_context(now, viewer, call, error)
    return render_template("referee/disputes/form.html", page=page_of(now, viewer), call=shown)


def _desk(now: Snapshot, viewer: Viewer, refusal: Refusal) -> str:
    why, listed = refusal_said(refusal, now.table.players).said, desk_context(now, viewer)
    return render_template("referee/desk/show.html", page=page_of(now, viewer), desk=listed, problem=why)
